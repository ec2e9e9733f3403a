import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startChromium, type TestBrowser, type TestPage } from '../../counterparts/chromium.js'
import { type PageServer, startPageServer } from '../../counterparts/servers.js'
import { startTrpcServer } from '../../unit/sign-in/trpc-server.js'

let browser: TestBrowser
let pages: PageServer
let api: Awaited<ReturnType<typeof startTrpcServer>>
let tab: TestPage

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: { client: fileURLToPath(new URL('../../../src/api/create-api-client.ts', import.meta.url)) },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/js',
    write: false,
    logLevel: 'error',
  })
  const files = new Map(outputFiles.map(({ path, contents }) => [path.split('/').at(-1) as string, contents]))
  pages = await startPageServer({ folders: { '/js/': async (path) => files.get(path) ?? null } })
  browser = await startChromium()
})

afterAll(async () => {
  await browser.close()
  await pages.stop()
})

beforeEach(async () => {
  api = await startTrpcServer()
  const url = pages.page(
    '/',
    '<script type="module">import { createApiClient } from "/js/client.js"; window.createApiClient = createApiClient</script>',
  )
  tab = await browser.open({ url })
  await tab.page.waitForFunction(() => 'createApiClient' in window)
})

afterEach(async () => {
  // SO1
  expect(tab.errors).toEqual([])
  await tab.close()
  await api.stop()
})

/** Runs calls in the page: `[procedure, verb, input]`; resolves with each result, or its code and detail. */
const call = (options: object, calls: [string, 'query' | 'mutate', unknown?][]): Promise<unknown[]> =>
  tab.page.evaluate(
    ([given, list]) => {
      type Client = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
      const client = (window as unknown as { createApiClient(options: object): Client }).createApiClient(
        given,
      )
      return Promise.all(
        list.map(([procedure, verb, input]) =>
          client[procedure]
            ?.[verb]?.(input)
            .catch((error) => ({ code: error.apiCode, detail: error.detail, text: error.message })),
        ),
      )
    },
    [options, calls] as const,
  )

describe('the API client in a browser, from another origin', () => {
  it.each(['http', 'batch', 'stream', 'ws'])('sends queries and mutations over %s', async (transport) => {
    const results = await call({ url: api.url, transport }, [
      ['echo', 'query', 'grün'],
      ['save', 'mutate', 'a'],
      ['refuse', 'mutate'],
    ])
    expect(results).toEqual(['grün', 'saved a', expect.objectContaining({ code: 'CONFLICT' })])
  })

  it('I29: reports a refusal by CORS as NETWORK, with a hint for the developer and none for the visitor', async () => {
    pages.route('/trpc/echo', {
      body: '{"result":{"data":"a"}}',
      headers: { 'content-type': 'application/json' },
    })
    const [error] = (await call({ url: `${pages.alias}/trpc` }, [['echo', 'query', 'a']])) as [
      { code: string; detail: string; text: string },
    ]
    expect(error.code).toBe('NETWORK')
    expect(error.detail).toContain(`allow ${pages.origin}: access-control-allow-origin`)
    expect(error.text).not.toContain('access-control')
    // The same answer to a page of its own origin.
    expect(await call({ url: '/trpc' }, [['echo', 'query', 'a']])).toEqual(['a'])
  })

  it('I22: lets a query wait for the connection when it is offline, and fails a mutation at once', async () => {
    await call({ url: api.url }, [['echo', 'query', 'first']])
    await tab.context.setOffline(true)
    const query = call({ url: api.url }, [['echo', 'query', 'later']])
    const [error] = await call({ url: api.url }, [['save', 'mutate', 'never']])
    expect(error).toMatchObject({ code: 'NETWORK' })
    await tab.context.setOffline(false)
    expect(await query).toEqual(['later'])
    expect(api.state.calls).toEqual(['echo first', 'echo later'])
  })

  it('I30: reads a redirect to a login page as a signed-out visitor', async () => {
    pages.route('/trpc/echo', { status: 302, headers: { location: '/login' } })
    pages.page('/login', '<form>Log in</form>')
    expect(await call({ url: '/trpc' }, [['echo', 'query', 'a']])).toEqual([
      expect.objectContaining({ code: 'UNAUTHORIZED' }),
    ])
  })
})
