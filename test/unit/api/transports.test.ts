import type { TRPCClient } from '@trpc/client'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { ApiError } from '../../../src/api/api-error.js'
import type { ApiControls, ApiTransport } from '../../../src/api/client-types.js'
import { createApiClient } from '../../../src/api/create-api-client.js'
import { readAnswer } from '../../../src/api/envelope.js'
import { API_CODES, type ApiCode } from '../../../src/errors/api-catalogue.js'
import { startTrpcServer, type TestRouter } from '../sign-in/trpc-server.js'
import { errorOf, type Reply, resultOf, startServer } from './server.js'

type Api = TRPCClient<TestRouter> & ApiControls

let server: Awaited<ReturnType<typeof startTrpcServer>>
let clients: ApiControls[] = []
let servers: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  server = await startTrpcServer()
})
afterEach(async () => {
  for (const client of clients) client.close()
  for (const other of [server, ...servers]) await other.stop()
  clients = []
  servers = []
})

function connect(transport: ApiTransport, url = server.url, options: object = {}): Api {
  const api = createApiClient<TRPCClient<TestRouter>>({
    url,
    transport,
    WebSocket: WebSocket as never,
    ...options,
  })
  clients.push(api)
  return api
}

async function serve(reply: Reply): Promise<string> {
  const other = await startServer(() => reply)
  servers.push(other)
  return other.url
}

const settle = (promises: Promise<unknown>[]) =>
  Promise.all(
    promises.map((promise) =>
      promise.then(
        (value) => value,
        (error: ApiError) => error.apiCode,
      ),
    ),
  )

describe.each(['http', 'batch', 'stream', 'ws'] as const)('calls over %s', (transport) => {
  it('carry queries, mutations and errors', async () => {
    const api = connect(transport)
    expect(await api.echo.query('grün & "blue"')).toBe('grün & "blue"')
    expect(await api.save.mutate('a')).toBe('saved a')
    await expect(api.refuse.mutate()).rejects.toMatchObject({
      code: 'CONFLICT',
      apiCode: 'CONFLICT',
      httpStatus: 409,
      detail: 'taken',
    })
    expect(server.state.calls).toEqual(['echo grün & "blue"', 'save a'])
  })

  it('I01 to I15: keep each code that tRPC’s own server sends, on a query and on a mutation', async () => {
    const codes = Object.keys(API_CODES) as ApiCode[]
    for (const code of codes) {
      // Each code gets its own client, because a refusal without a session cancels every open call.
      const api = connect(transport)
      expect(await settle([api.failing.query(code)])).toEqual([code])
      expect(await settle([api.failingSave.mutate(code)])).toEqual([code])
    }
  })

  it('fail with NOT_FOUND for a procedure that does not exist', async () => {
    const api = connect(transport) as unknown as { no: { such: { query(): Promise<unknown> } } }
    await expect(api.no.such.query()).rejects.toMatchObject({ apiCode: 'NOT_FOUND' })
  })

  it('each get their own answer when they run at the same time', async () => {
    const api = connect(transport)
    const results = await settle([
      api.echo.query('1'),
      api.refuse.mutate(),
      api.echo.query('2'),
      api.save.mutate('3'),
    ])
    expect(results).toEqual(['1', 'CONFLICT', '2', 'saved 3'])
  })

  it('I31: are not sent with an input of more than 1 MiB', async () => {
    const api = connect(transport)
    await expect(api.save.mutate('x'.repeat(1_100_000))).rejects.toMatchObject({
      apiCode: 'PAYLOAD_TOO_LARGE',
    })
    expect(server.state.calls).toEqual([])
  })

  it('are not sent with an input that is not JSON', async () => {
    const circular: unknown[] = []
    circular.push(circular)
    await expect(connect(transport).save.mutate(circular as never)).rejects.toMatchObject({
      apiCode: 'BAD_REQUEST',
    })
  })

  it('end at once when they are cancelled', async () => {
    const api = connect(transport)
    const controller = new AbortController()
    const call = api.hang.query(undefined, { signal: controller.signal })
    setImmediate(() => controller.abort())
    await expect(call).rejects.toMatchObject({ apiCode: 'CLIENT_CLOSED_REQUEST' })
    await expect(api.echo.query('a', { signal: controller.signal })).rejects.toMatchObject({
      apiCode: 'CLIENT_CLOSED_REQUEST',
    })
  })

  it('end when the client is closed', async () => {
    const api = connect(transport)
    const call = api.hang.query()
    setImmediate(() => api.close())
    await expect(call).rejects.toMatchObject({ apiCode: 'CLIENT_CLOSED_REQUEST' })
  })

  it('fail with NETWORK when the server is missing', async () => {
    const url = server.url
    await server.stop()
    // A socket keeps trying until the call's time is over.
    const api = connect(transport, url, {
      WebSocket: class extends WebSocket {
        constructor(address: string) {
          super(address)
          this.addEventListener('close', () => api.close())
        }
      },
    })
    const code = await settle([api.echo.query('a')])
    expect(code).toEqual([transport === 'ws' ? 'CLIENT_CLOSED_REQUEST' : 'NETWORK'])
  })
})

describe('a transport', () => {
  it('http sends GET with an input parameter, POST with a JSON body, and one request for each call', async () => {
    const api = connect('http', server.url, { headers: () => ({ authorization: 'Bearer t' }) })
    await Promise.all([api.echo.query('a b'), api.save.mutate('c')])
    const [query, mutation] = [...server.requests].sort((a, b) => a.method.localeCompare(b.method))
    expect(query).toMatchObject({
      method: 'GET',
      url: `/trpc/echo?input=${encodeURIComponent('"a b"')}`,
      body: '',
    })
    expect(query?.headers.authorization).toBe('Bearer t')
    expect(mutation).toMatchObject({ method: 'POST', url: '/trpc/save', body: '"c"' })
    expect(mutation?.headers['content-type']).toBe('application/json')
  })

  it('batch sends one request for all queries of a turn, with the batch flag', async () => {
    const api = connect('batch')
    await Promise.all([api.echo.query('a'), api.echo.query('b')])
    expect(server.requests).toHaveLength(1)
    const url = new URL(server.requests[0]?.url as string, server.url)
    expect(url.pathname).toBe('/trpc/echo,echo')
    expect(url.searchParams.get('batch')).toBe('1')
    expect(JSON.parse(url.searchParams.get('input') as string)).toEqual({ 0: 'a', 1: 'b' })
  })

  it('stream sends a batch, and the first answer does not wait for the last', async () => {
    const api = connect('stream')
    const slow = api.hang.query()
    expect(await api.echo.query('a')).toBe('a')
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.headers['trpc-accept']).toBe('application/jsonl')
    server.open()
    expect(await slow).toBeUndefined()
  })

  it('I21: splits a batch beyond 2,048 characters, and sends a longer query alone', async () => {
    const api = connect('batch')
    const texts = Array.from({ length: 12 }, (_, index) => `${index}`.padEnd(400, 'x'))
    expect(await Promise.all(texts.map((text) => api.echo.query(text)))).toEqual(texts)
    expect(server.requests.length).toBeGreaterThan(2)
    for (const { url } of server.requests) expect(url.length).toBeLessThanOrEqual(2_048)
    server.requests.length = 0
    const long = 'y'.repeat(3_000)
    expect(await Promise.all([api.echo.query(long), api.echo.query('z')])).toEqual([long, 'z'])
    expect(server.requests.map(({ url }) => url.includes('batch=1')).sort()).toEqual([false, true])
  })

  it('sends nothing before the first call, and the client is no promise', async () => {
    const api = connect('ws')
    expect((await (async () => api)()) === api).toBe(true)
    expect(server.wss.clients.size).toBe(0)
    expect(JSON.stringify({ api })).toBe('{}')
  })

  it.each(['', 'javascript:alert(1)', 'ftp://shop.example', '/trpc', 'not a url'])(
    'refuses a URL like %j',
    (url) => {
      expect(() => createApiClient({ url })).toThrow(expect.objectContaining({ code: 'config_invalid' }))
    },
  )
})

describe('I20: a batch of three', () => {
  const ask = async (reply: Reply) => {
    const api = connect('batch', await serve(reply))
    return settle([api.echo.query('a'), api.echo.query('b'), api.echo.query('c')])
  }
  const error = errorOf('FORBIDDEN', 403, -32003)

  it.each<[string, Reply, unknown[]]>([
    ['two results', { json: [resultOf(1), resultOf(2)] }, [1, 2, 'PARSE_ERROR']],
    ['four results', { json: [1, 2, 3, 4].map(resultOf) }, [1, 2, 3]],
    ['one null', { json: [resultOf(1), null, resultOf(3)] }, [1, 'PARSE_ERROR', 3]],
    ['one error', { status: 207, json: [resultOf(1), error, resultOf(3)] }, [1, 'FORBIDDEN', 3]],
    ['a single error', { status: 403, json: error }, ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']],
    ['a single result', { json: resultOf(1) }, ['PARSE_ERROR', 'PARSE_ERROR', 'PARSE_ERROR']],
    [
      'results with the status of a failure',
      { status: 500, json: [1, 2, 3].map(resultOf) },
      Array(3).fill('INTERNAL_SERVER_ERROR'),
    ],
    [
      'three errors',
      { status: 207, json: [errorOf('NOT_FOUND', 404), error, errorOf('CONFLICT', 409)] },
      ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    ],
    ['a page', { status: 502, text: '<html>' }, ['NETWORK', 'NETWORK', 'NETWORK']],
  ])('%s', async (_, reply, expected) => {
    expect(await ask(reply)).toEqual(expected)
  })
})

describe('I28: a stream', () => {
  /** What the server does once the first answer has arrived. */
  let goOn = (): void => {}
  const head = '{"0":[[0],[null,0,0]],"1":[[0],[null,0,1]]}\n'
  const first = '[0,0,[[{"result":0}],["result",0,2]]]\n[2,0,[[{"data":0}],["data",0,3]]]\n[3,0,[["a"]]]\n'
  const start =
    (run: (write: (text: string) => void, end: () => void, cut: () => void) => void): Reply =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      run(
        (text) => response.write(text),
        () => response.end(),
        () => response.destroy(),
      )
    }

  it.each([
    [
      'that ends in the middle',
      start((write, end) => {
        write(head + first)
        goOn = end
      }),
    ],
    [
      'that is cut in the middle',
      start((write, _, cut) => {
        write(head + first)
        goOn = cut
      }),
    ],
    [
      'that turns into something else',
      start((write, end) => {
        write(head + first)
        goOn = () => {
          write('<html>\n')
          end()
        }
      }),
    ],
  ])('that is %s keeps what was finished and fails the rest', async (_, reply) => {
    const api = connect('stream', await serve(reply))
    const answers = [api.echo.query('a'), api.echo.query('b')].map((call) => settle([call]))
    expect(await answers[0]).toEqual(['a'])
    goOn()
    expect(await answers[1]).toEqual([expect.stringMatching(/^(?:NETWORK|PARSE_ERROR)$/)])
  })

  it.each<[string, Reply, string]>([
    ['with nothing in it', start((_, end) => end()), 'NETWORK'],
    ['that is a page', { text: '<html>' }, 'PARSE_ERROR'],
    [
      'I31: of 2 MB',
      start((write, end) => {
        write(head)
        write(`[0,0,[["${'x'.repeat(2_000_000)}"]]]\n`)
        end()
      }),
      'PARSE_ERROR',
    ],
    ['refused as a whole', { status: 401, json: errorOf('UNAUTHORIZED', 401, -32001) }, 'UNAUTHORIZED'],
    ['refused in a list', { status: 401, json: [errorOf('UNAUTHORIZED', 401, -32001)] }, 'UNAUTHORIZED'],
  ])('%s: %s', async (_, reply, expected) => {
    const api = connect('stream', await serve(reply))
    expect(await settle([api.echo.query('a'), api.echo.query('b')])).toEqual([expected, expected])
  })
})

/** A short form of superjson: each value in its own envelope. */
const WRAPPING = {
  serialize: (value: unknown) => ({ json: value === undefined ? null : value }),
  deserialize: (value?: { json: unknown }) => value?.json,
}

describe.each(['http', 'batch', 'stream', 'ws'] as const)(
  'W16: a server with a transformer, over %s',
  (transport) => {
    async function start() {
      const other = await startTrpcServer({ transformer: WRAPPING })
      servers.push(other)
      return other.url
    }

    it('is understood by a client with the same transformer', async () => {
      const api = connect(transport, await start(), { transformer: WRAPPING })
      expect(await api.echo.query('grün')).toBe('grün')
      expect(await api.save.mutate('a')).toBe('saved a')
      await expect(api.refuse.mutate()).rejects.toMatchObject({ apiCode: 'CONFLICT', detail: 'taken' })
    })

    it('makes a client without a transformer fail instead of returning a strange value', async () => {
      const api = connect(transport, await start())
      const error: ApiError = await api.echo.query('grün').then(
        () => expect.unreachable(),
        (caught) => caught,
      )
      // Over a stream the library itself already fails.
      if (transport === 'stream') return expect(error.name).toBe('ApiError')
      expect([error.apiCode, error.detail]).toEqual(['PARSE_ERROR', expect.stringContaining('transformer')])
      await expect(api.refuse.mutate()).rejects.toMatchObject({ apiCode: 'CONFLICT', detail: 'taken' })
    })
  },
)

describe.each(['http', 'batch', 'stream'] as const)('W16: forms and bytes over %s', (transport) => {
  it('arrive unchanged', async () => {
    const api = connect(transport)
    const form = new FormData()
    form.set('a', '1')
    form.set('b', new Blob(['22']), 'b.txt')
    const [names, size, saved] = await Promise.all([
      api.upload.mutate(form),
      api.upload.mutate(new Uint8Array([1, 2, 3]) as never),
      api.save.mutate('a'),
    ])
    expect([names, size, saved]).toEqual([['a', 'b'], 3, 'saved a'])
  })
})

it.each(['http', 'batch', 'stream'] as const)(
  'W16: a gateway’s page is no answer of the API for a client with a transformer either, over %s',
  async (transport) => {
    const url = await serve({ status: 502, text: '<html>' })
    const api = connect(transport, url, { transformer: WRAPPING })
    expect(await settle([api.echo.query('a')])).toEqual(['NETWORK'])
  },
)

it('W16: forms and bytes are refused over ws, which only takes JSON', async () => {
  const api = connect('ws')
  await expect(api.upload.mutate(new FormData())).rejects.toMatchObject({ apiCode: 'BAD_REQUEST' })
})

it('P18: each call gets exactly one envelope, whatever the server sends', () => {
  const json = fc.oneof(
    fc.json(),
    fc
      .array(fc.oneof(fc.jsonValue(), fc.constant(resultOf(1)), fc.constant(errorOf('CONFLICT', 409))))
      .map((list) => JSON.stringify(list)),
    fc.string(),
  )
  fc.assert(
    fc.property(
      json,
      fc.integer({ min: 100, max: 599 }),
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 5 })),
      (text, status, redirected, count) => {
        const answer = readAnswer({ text, status, redirected, retryAfter: null }, count)
        const list = count === null ? [answer] : (answer as unknown[])
        expect(list).toHaveLength(count ?? 1)
        for (const item of list as {
          result?: object
          error?: { message: string; code: number; data: { code: string } }
        }[]) {
          if (item.error) {
            expect(item.error).toMatchObject({
              message: expect.any(String),
              code: expect.any(Number),
              data: { code: expect.stringMatching(/^[A-Z_]+$/) },
            })
          } else {
            expect(typeof item.result).toBe('object')
            expect(status).toBeLessThan(400)
          }
        }
      },
    ),
    { numRuns: 600 },
  )
})
