import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { afterEach, describe, expect, it } from 'vitest'
import { createApiClient } from '../../../src/api/create-api-client.js'
import { createSignInCalls, PLAIN, TRPC } from '../../../src/api/sign-in-calls.js'
import {
  API_CODES,
  NEWER_API_CODES,
  readHttpStatus,
  readRpcNumber,
  toHttpStatus,
  toRpcNumber,
} from '../../../src/errors/api-catalogue.js'
import { caught, errorOf, PROOF, type Reply, resultOf, startServer } from './server.js'

type TableCode = keyof typeof API_CODES
const CODES = Object.keys(API_CODES) as TableCode[]
const RETRIED = ['TIMEOUT', 'TOO_MANY_REQUESTS', 'CLIENT_CLOSED_REQUEST', 'INTERNAL_SERVER_ERROR']

let stop: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of stop) await end()
  stop = []
})

/** Creates a client of a server that answers everything with `reply`. */
async function serve(reply: Reply, options: Partial<Parameters<typeof createApiClient>[0]> = {}) {
  const server = await startServer(() => reply)
  const api = createApiClient({ url: server.url, ...options })
  stop.push(async () => api.close(), server.stop)
  return { server, api }
}

/** How each client of the API asks a server for the session. */
const CLIENTS: [string, (url: string) => Promise<unknown>][] = [
  ['tRPC', (url) => createApiClient({ url }).signIn.session.query()],
  ['a sign-in in tRPC’s way', (url) => createSignInCalls(url).query(TRPC, 'session')],
  ['a sign-in as plain JSON', (url) => createSignInCalls(url).query(PLAIN, 'session')],
]

describe('the table of API codes', () => {
  it('equals tRPC’s, number by number and status by status', () => {
    expect(ROWS.map(([, code]) => code)).toEqual(CODES)
    for (const code of CODES) {
      expect(API_CODES[code][1]).toBe(TRPC_ERROR_CODES_BY_KEY[code])
      expect(toHttpStatus(code)).toBe(getHTTPStatusCodeFromError(new TRPCError({ code })))
    }
  })

  it('maps in both directions, although PARSE_ERROR and NOT_IMPLEMENTED share a status or number', () => {
    for (const code of CODES) {
      expect(readHttpStatus(toHttpStatus(code))).toBe(code === 'PARSE_ERROR' ? 'BAD_REQUEST' : code)
      expect(readRpcNumber(API_CODES[code][1])).toBe(
        code === 'NOT_IMPLEMENTED' ? 'INTERNAL_SERVER_ERROR' : code,
      )
    }
    expect([readHttpStatus(418), readHttpStatus('404'), readRpcNumber(1)]).toEqual([null, null, null])
  })
})

describe('W16: the codes that tRPC has added since', () => {
  const newer = Object.keys(NEWER_API_CODES) as (keyof typeof NEWER_API_CODES)[]

  it('make all of tRPC’s codes, together with the table', () => {
    expect([...CODES, ...newer].sort()).toEqual(Object.keys(TRPC_ERROR_CODES_BY_KEY).sort())
  })

  it.each(newer)('%s keeps its name, status and number', async (code) => {
    const status = toHttpStatus(code)
    expect(status).toBe(getHTTPStatusCodeFromError(new TRPCError({ code })))
    expect(toRpcNumber(code)).toBe(TRPC_ERROR_CODES_BY_KEY[code])
    const { api } = await serve({ status, json: errorOf(code, status, toRpcNumber(code)) })
    const error = await caught(api.signIn.session.query())
    expect(error).toMatchObject({ code, apiCode: code, httpStatus: status, retryable: status > 500 })
    expect(error.message).toMatch(/^[A-Z].*\.$/)
  })

  it('are recognised by their status alone, except those of gateways', () => {
    expect([402, 415, 428, 502, 503, 504].map(readHttpStatus)).toEqual([
      'PAYMENT_REQUIRED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PRECONDITION_REQUIRED',
      null,
      null,
      null,
    ])
  })
})

describe('Y19, Y23: an integer beyond 2^53', () => {
  it.each(['9007199254740992', '-9007199254740993', '123456789012345678901234567890'])(
    '%s fails its call, because it would be read as another number',
    async (number) => {
      const text = `{"result":{"data":{"a":[${number}]}}}`
      const { api } = await serve({ text, headers: { 'content-type': 'application/json' } })
      expect((await caught(api.signIn.session.query())).apiCode).toBe('PARSE_ERROR')
    },
  )

  it.each([
    '9007199254740991',
    '"12345678901234567890"',
    '"a\\"12345678901234567890"',
    '1.2345678901234567890',
    '12345678901234567890.5',
    '1e300',
    '0.30000000000000004',
  ])('%s does not fail its call', async (value) => {
    const { api } = await serve({
      text: `{"result":{"data":${value}}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(await api.signIn.session.query()).toEqual(JSON.parse(value))
  })
})

/** The row of the fault table, its code, and the status of that code in the specification. */
const ROWS: [row: string, code: TableCode, status: number][] = [
  ['I01', 'PARSE_ERROR', 400],
  ['I02', 'BAD_REQUEST', 400],
  ['I03', 'UNAUTHORIZED', 401],
  ['I04', 'FORBIDDEN', 403],
  ['I05', 'NOT_FOUND', 404],
  ['I06', 'METHOD_NOT_SUPPORTED', 405],
  ['I07', 'TIMEOUT', 408],
  ['I08', 'CONFLICT', 409],
  ['I09', 'PRECONDITION_FAILED', 412],
  ['I10', 'PAYLOAD_TOO_LARGE', 413],
  ['I11', 'UNPROCESSABLE_CONTENT', 422],
  ['I12', 'TOO_MANY_REQUESTS', 429],
  ['I13', 'CLIENT_CLOSED_REQUEST', 499],
  ['I14', 'INTERNAL_SERVER_ERROR', 500],
  ['I15', 'NOT_IMPLEMENTED', 501],
]

describe.each(ROWS)('API code %s: %s (%i)', (_, code, status) => {
  const [, number] = API_CODES[code]

  it.each(['http', 'batch', 'stream'] as const)(
    'keeps its code over %s, on a query and on a mutation',
    async (transport) => {
      const isBatch = transport === 'batch'
      const { api, server } = await serve(
        { status, json: isBatch ? [errorOf(code, status, number)] : errorOf(code, status, number) },
        { transport },
      )
      const calls = [
        () => api.signIn.session.query(),
        ...(isBatch ? [] : [() => api.signIn.verify.mutate(PROOF)]),
      ]
      for (const call of calls) {
        const error = await caught(call())
        expect(error).toMatchObject({ name: 'ApiError', code, apiCode: code, httpStatus: status })
        expect(error.retryable).toBe(RETRIED.includes(code))
        expect(error.message).toMatch(/^[A-Z].*\.$/)
        expect(error.message).not.toMatch(/Internal|secret/)
        expect(error.detail).toBe(`Internal: ${code}`)
      }
      expect(server.requests).toHaveLength(calls.length)
    },
  )

  it('is recognised by the status alone when there is no envelope', async () => {
    const { api } = await serve({ status, text: '<h1>Sorry</h1>' })
    expect((await caught(api.signIn.session.query())).apiCode).toBe(
      code === 'PARSE_ERROR' ? 'BAD_REQUEST' : code,
    )
  })
})

describe('an unusual answer of a server', () => {
  it.each([
    ['SOMETHING_ELSE', 502, 'NETWORK'],
    ['SOMETHING_ELSE', 409, 'CONFLICT'],
    ['__proto__', 404, 'NOT_FOUND'],
  ])('%s, %i: becomes %s', async (word, status, expected) => {
    const { api } = await serve({ status, json: errorOf(word, status) })
    expect((await caught(api.signIn.session.query())).apiCode).toBe(expected)
  })

  it('with a sign-in code as its reason gives the error that code', async () => {
    const { api } = await serve({
      status: 409,
      json: errorOf('CONFLICT', 409, -32009, { reason: 'nonce_used' }),
    })
    expect(await caught(api.signIn.verify.mutate(PROOF))).toMatchObject({
      code: 'nonce_used',
      apiCode: 'CONFLICT',
      message: 'This sign-in was used already. Sign in again.',
    })
  })

  it.each(['toString', '__proto__', 'user_rejected', 1, null])(
    'with an unknown reason (%s) does not change the error’s code',
    async (reason) => {
      const { api } = await serve({ status: 409, json: errorOf('CONFLICT', 409, -32009, { reason }) })
      expect((await caught(api.signIn.verify.mutate(PROOF))).code).toBe('CONFLICT')
    },
  )

  it.each([
    ['I16: 502 with a page', { status: 502, text: '<html>Bad gateway at 10.0.0.1</html>' }, 'NETWORK'],
    ['I16: 520 with nothing', { status: 520, text: '' }, 'NETWORK'],
    ['I17: an empty body', { text: '', headers: { 'content-type': 'application/json' } }, 'PARSE_ERROR'],
    ['I17: an empty object', { json: {} }, 'PARSE_ERROR'],
    ['I17: null', { json: null }, 'PARSE_ERROR'],
    ['I17: a list', { json: [] }, 'PARSE_ERROR'],
    ['I17: a text', { json: 'hello' }, 'PARSE_ERROR'],
    ['I17: a result that is none', { json: { result: 1 } }, 'PARSE_ERROR'],
    [
      'I17: cut JSON',
      { text: '{"result":{"da', headers: { 'content-type': 'application/json' } },
      'PARSE_ERROR',
    ],
    ['I18: 500 with a result', { status: 500, json: resultOf({ address: '0x' }) }, 'INTERNAL_SERVER_ERROR'],
    ['I18: 200 with an error', { json: errorOf('FORBIDDEN', 403, -32003) }, 'FORBIDDEN'],
    [
      'I18: 200 with an error that names no code',
      { json: { error: { message: 'no', code: -32003 } } },
      'FORBIDDEN',
    ],
    ['I18: 200 with an error of nothing', { json: { error: {} } }, 'INTERNAL_SERVER_ERROR'],
    ['I18: both', { json: { ...resultOf(1), ...errorOf('FORBIDDEN', 403) } }, 'FORBIDDEN'],
    ['204', { status: 204, text: '' }, 'PARSE_ERROR'],
    ['I31: 2 MB', { json: resultOf('x'.repeat(2_000_000)) }, 'PARSE_ERROR'],
    ['I31: an error of 2 MB', { status: 500, json: errorOf('x'.repeat(2_000_000), 500) }, 'PARSE_ERROR'],
  ] as [string, Reply, string][])('%s: becomes %s', async (_, reply, expected) => {
    const { api } = await serve(reply)
    const error = await caught(api.signIn.session.query())
    expect(error.apiCode).toBe(expected)
    expect(error.message).not.toMatch(/html|JSON|token|10\.0/i)
  })

  it.each(CLIENTS)('I16: that is an HTML page is thrown away unread (%s)', async (_, ask) => {
    const endless: Reply = (_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html; charset=utf-8' })
      response.write('<html>Bad gateway')
    }
    const server = await startServer(() => endless)
    stop.push(server.stop)
    expect(await caught(ask(server.url))).toMatchObject({ apiCode: 'NETWORK', httpStatus: 502 })
    await expect.poll(() => server.abandoned).toBeGreaterThan(0)
  })

  it('without data counts as undefined, as tRPC sends it', async () => {
    const { api } = await serve({ json: { result: {} } })
    expect(await api.signIn.signOut.mutate()).toBeUndefined()
  })

  it('with JSON but no content type is read as JSON', async () => {
    const { api } = await serve((_, response) => response.end(JSON.stringify(resultOf(null))))
    expect(await api.signIn.session.query()).toBeNull()
  })

  it.each(CLIENTS)(
    'I30: that redirects to a login page means that the visitor is signed out (%s)',
    async (_, ask) => {
      let isLogin = false
      const server = await startServer(() => {
        if (isLogin) return { text: '<form>Log in</form>' }
        isLogin = true
        return { status: 302, text: '', headers: { location: '/login' } }
      })
      stop.push(server.stop)
      const error = await caught(ask(server.url))
      expect(error.apiCode).toBe('UNAUTHORIZED')
      expect(error.message).not.toContain('form')
    },
  )
})
