import { basename } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Anvil, startAnvil } from '../anvil.js'
import type { OpenOptions, TestPage } from '../chromium.js'
import { useChromium } from '../chromium-hooks.js'
import { inPackage } from '../package-root.js'
import { type PageServer, startPageServer } from '../servers.js'
import type { Dapp, DappConfig, Outcome } from './dapp-page.js'
import { type CoinbasePopupSite, startCoinbasePopup } from './server.js'

let files: Promise<Map<string, Uint8Array>> | undefined

/** Bundles the page's scripts from the sources, with the package's own chunks. */
const buildFiles = () => {
  files ??= build({
    entryPoints: [inPackage('test/counterparts/coinbase-popup/dapp-page.ts')],
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: '/',
    chunkNames: '[name]-[hash]',
    define: { __WCB_PARTS__: 'undefined', __WCB_VERSION__: '"0"', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  }).then(({ outputFiles }) => new Map(outputFiles.map((one) => [basename(one.path), one.contents])))
  return files
}

/** How a page is opened. */
export interface VisitOptions extends OpenOptions {
  /** Faults, appended to the wallet's address. */
  query?: string
  /** Replaces the test's own configuration. */
  config?: Partial<DappConfig>
  headers?: Readonly<Record<string, string>>
  csp?: string
}

/** A visitor on a page that uses the wallet. */
export interface Visit extends TestPage {
  /** Clicks the page's button, which runs `run` in the page, and returns the window that opens. */
  ask(run: (dapp: Dapp) => unknown): Promise<Page>
  /** The same when no window should open. */
  press(run: (dapp: Dapp) => unknown): Promise<void>
  /** The outcome of the next call. */
  next(): Promise<Outcome>
  heard(): Promise<Dapp['heard']>
}

/** What the tests of a file share: two chains, the wallet's site, the page's server. */
export interface CoinbaseBench {
  readonly chains: readonly [Anvil, Anvil]
  readonly site: CoinbasePopupSite
  readonly server: PageServer
  open(options?: VisitOptions): Promise<Visit>
  /** Writes a page for a test's own browser. @returns its address */
  addressOf(options: VisitOptions): string
}

/** Presses a button in the wallet's window once it asks for a method. */
export async function answer(
  popup: Page,
  method: string,
  button: 'approve' | 'reject' = 'approve',
): Promise<void> {
  await popup.locator('#method', { hasText: method }).waitFor()
  // Click inside the page, later: the window may close before a click from outside has finished.
  await popup.evaluate((id) => void setTimeout(() => document.getElementById(id)?.click()), button)
}

/** Starts everything once for a file of tests, and a new page for each visit. */
export function useCoinbase(): CoinbaseBench {
  const launch = useChromium()
  let chains: [Anvil, Anvil]
  let site: CoinbasePopupSite
  let server: PageServer
  let count = 0
  let visits: Visit[] = []

  beforeAll(async () => {
    chains = await Promise.all([startAnvil({ chainId: 31337 }), startAnvil({ chainId: 31338 })])
    site = await startCoinbasePopup(Object.fromEntries(chains.map(({ chainId, url }) => [chainId, url])))
    server = await startPageServer({
      folders: { '/app/': async (path) => (await buildFiles()).get(path) ?? null },
    })
  })
  afterEach(() => {
    const ended = visits
    visits = []
    for (const { errors } of ended) expect(errors, 'SO1: errors on the page').toEqual([])
  })
  afterAll(() => Promise.all([server?.stop(), site?.stop(), ...(chains ?? []).map((chain) => chain.stop())]))

  const addressOf: CoinbaseBench['addressOf'] = ({ query = '', config, headers, csp }) => {
    const whole: DappConfig = {
      keysUrl: site.keysUrl + query,
      chains: 'eip155:31337 eip155:31338',
      networks: chains.map(({ chainId, url }) => ({ chainId, name: `Chain ${chainId}`, rpcUrls: [url] })),
      ...config,
    }
    const address = server.page(
      `/shop-${++count}`,
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><script type="module" src="/app/dapp-page.js"></script></head><body></body></html>',
      { ...(headers && { headers }), ...(csp && { csp }) },
    )
    return `${address}#${encodeURIComponent(JSON.stringify(whole))}`
  }

  return {
    get chains() {
      return chains
    },
    get site() {
      return site
    },
    get server() {
      return server
    },
    addressOf,
    async open({ query = '', config, headers, csp, ...options } = {}) {
      const url = addressOf({
        query,
        ...(config && { config }),
        ...(headers && { headers }),
        ...(csp && { csp }),
      })
      const opened = await launch({ ...options, url })
      const { page, context } = opened
      await page.waitForFunction(() => 'dapp' in window)
      let told = 0
      const press: Visit['press'] = async (run) => {
        await page.evaluate(`dapp.next = () => Promise.resolve((${run.toString()})(dapp))`)
        await page.click('#do')
      }
      const visit: Visit = {
        ...opened,
        press,
        async ask(run) {
          const [popup] = await Promise.all([context.waitForEvent('page'), press(run)])
          return popup
        },
        async next() {
          const index = told++
          const handle = await page.waitForFunction((at) => window.dapp.outcomes[at], index)
          return (await handle.jsonValue()) as Outcome
        },
        heard: () => page.evaluate(() => window.dapp.heard),
      }
      visits.push(visit)
      return visit
    },
  }
}
