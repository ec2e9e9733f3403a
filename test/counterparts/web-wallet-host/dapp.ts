import { basename } from 'node:path'
import { build } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../../../scripts/launch-chromium.mjs'
import { installLedger, type Ledger } from '../chromium-ledger.js'
import { inPackage } from '../package-root.js'
import { type PageServer, startPageServer } from '../servers.js'
import type { Dapp, Outcome } from './dapp-page.js'

/** Starts a Chromium that blocks popups without a click, as every visitor's browser does. */
export const launchBlocking = (): Promise<Browser> =>
  launchChromium({ without: ['--disable-popup-blocking'] })

let files: Promise<Map<string, Uint8Array>> | undefined

function buildFiles(): Promise<Map<string, Uint8Array>> {
  files ??= build({
    entryPoints: [inPackage('test/counterparts/web-wallet-host/dapp-page.ts')],
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    outdir: '/',
    chunkNames: '[name]-[hash]',
    external: ['starknet'],
    define: { __WCB_PARTS__: 'undefined', __WCB_VERSION__: '"0"', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  }).then(({ outputFiles }) => new Map(outputFiles.map((one) => [basename(one.path), one.contents])))
  return files
}

/** The server of a page that uses the e-mail wallet. */
export interface DappServer {
  readonly server: PageServer
  /** Serves the page. @returns its address */
  page(config: object, options?: { headers?: Record<string, string>; token?: string; html?: string }): string
  /** Holds back the parts that are loaded on demand, until the returned function is called. */
  holdChunks(): () => void
  stop(): Promise<void>
}

/** Starts a {@link DappServer}. */
export async function startDappServer(): Promise<DappServer> {
  let gate: Promise<void> = Promise.resolve()
  const server = await startPageServer({
    folders: {
      '/app/': async (path) => {
        if (path !== 'dapp-page.js') await gate
        return (await buildFiles()).get(path) ?? null
      },
    },
  })
  let count = 0
  return {
    server,
    page(config, { headers, token = '0x1', html = '' } = {}) {
      const content = JSON.stringify({ config, token }).replaceAll('"', '&quot;')
      return server.page(
        `/dapp${++count}`,
        `<!doctype html><title>Dapp</title><meta name="dapp" content="${content}"><body>${html}<script type="module" src="/app/dapp-page.js"></script>`,
        headers ? { headers } : {},
      )
    },
    holdChunks() {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return open
    },
    stop: () => server.stop(),
  }
}

/** A visitor on a page with the e-mail wallet. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Uncaught errors in any window (SO1). */
  readonly errors: readonly string[]
  readonly console: readonly string[]
  /** The requests on the wire, in every window. */
  readonly wire: readonly SeenMessage[]
  /** Addresses of all requests. */
  readonly requests: readonly string[]
  /** Clicks a call's button. */
  click(name: string): Promise<void>
  /** Clicks a button, and returns the window that opens. */
  open(name: string): Promise<Page>
  /** The outcome of the call that ends next, or of one that has ended since the last call of `next`. */
  next(): Promise<Outcome>
  outcomes(): Promise<Outcome[]>
  events(): Promise<string[]>
  ledger(): Promise<Ledger>
}

/** A request that reached a window, as the page there saw it. */
export interface SeenMessage {
  /** The window's own address. */
  at: string
  from: string
  id: number
  path: string
  input?: unknown
}

/** Runs on each page: reports every request of the wire that arrives. */
function reportMessages(): void {
  addEventListener('message', ({ data, origin, isTrusted }) => {
    if (!isTrusted) return
    const { id, method, params } = data?.trpc ?? {}
    if (method) console.debug(`wire ${JSON.stringify({ at: location.href, from: origin, id, ...params })}`)
  })
}

/** Opens the page in its own profile. */
export async function visitDapp(
  browser: Browser,
  url: string,
  initScripts: readonly (() => void)[] = [],
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const errors: string[] = []
  const lines: string[] = []
  context.on('weberror', (webError) => errors.push(String(webError.error())))
  const wire: SeenMessage[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (text.startsWith('wire ')) wire.push(JSON.parse(text.slice(5)))
    else lines.push(`${message.type()}: ${text}`)
  })
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  await context.addInitScript(installLedger)
  await context.addInitScript(reportMessages)
  for (const script of initScripts) await context.addInitScript(script)
  const page = await context.newPage()
  await prepare(page)
  await page.goto(url)
  let seen = 0
  const outcomes = () => page.evaluate(() => (window as unknown as { dapp: Dapp }).dapp.outcomes)
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  return {
    page,
    context,
    errors,
    console: lines,
    wire,
    requests,
    click,
    async open(name) {
      // A window that has just answered would be reused for the next request.
      for (const old of context.pages().slice(1)) if (!old.isClosed()) await old.waitForEvent('close')
      const [popup] = await Promise.all([context.waitForEvent('page'), click(name)])
      return popup
    },
    async next() {
      await page.waitForFunction(
        (count) => (window as unknown as { dapp: Dapp }).dapp.outcomes.length > count,
        seen,
        { polling: 20 },
      )
      return (await outcomes())[seen++] as Outcome
    },
    outcomes,
    events: () => page.evaluate(() => (window as unknown as { dapp: Dapp }).dapp.events),
    ledger: () => page.evaluate(() => window.pageLedger.read()),
  }
}
