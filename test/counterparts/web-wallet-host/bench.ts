import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { ETH_TOKEN, type StarknetTestNode, startStarknetNode } from '../starknet-node.js'
import { type DappServer, launchBlocking, startDappServer, type Visit, visitDapp } from './dapp.js'
import { startWebWalletHost, type WebWalletHost } from './start.js'

/** The chain of a host on this machine (specification: localhost uses testnet). */
export const SEPOLIA = 'starknet:SN_SEPOLIA'

/** How a dapp page is opened. */
export interface OpenDapp {
  /** Fields that are added to the host's configuration, or replace it. */
  config?: object
  headers?: Record<string, string>
  html?: string
  initScripts?: (() => void)[]
  prepare?(page: Page): Promise<unknown>
}

/** What the tests of a file use. */
export interface WebWalletBench {
  readonly node: StarknetTestNode
  readonly host: WebWalletHost
  readonly dapps: DappServer
  readonly visit: Visit
  open(options?: OpenDapp): Promise<Visit>
}

/** Starts one browser, node and dapp server for a file; each test has its own host and visitor. */
export function useWebWallet(): WebWalletBench {
  let browser: Browser
  let node: StarknetTestNode
  let dapps: DappServer
  let host: WebWalletHost
  let visit: Visit | undefined
  beforeAll(async () => {
    ;[browser, node, dapps] = await Promise.all([
      launchBlocking(),
      startStarknetNode({ chain: 'SN_SEPOLIA' }),
      startDappServer(),
    ])
  })
  beforeEach(async () => {
    host = await startWebWalletHost(node)
  })
  afterEach(async () => {
    await visit?.context.close()
    visit = undefined
    await host.stop()
  })
  afterAll(async () => {
    await browser?.close()
    await dapps?.stop()
    await node?.close()
  })
  return {
    get node() {
      return node
    },
    get host() {
      return host
    },
    get dapps() {
      return dapps
    },
    get visit() {
      if (!visit) throw new Error('Nobody has opened the page yet')
      return visit
    },
    async open({ config, headers, html, initScripts, prepare } = {}) {
      const full = {
        chains: SEPOLIA,
        webWalletUrl: host.origin,
        networks: [{ chainId: SEPOLIA, rpcUrls: [node.url] }],
        ...config,
      }
      const url = dapps.page(full, { token: ETH_TOKEN, ...(headers && { headers }), ...(html && { html }) })
      visit = await visitDapp(browser, url, initScripts, prepare)
      return visit
    },
  }
}

/** A window that shows the wallet's page: a popup, or the frame of a page. */
type WalletView = Pick<Page, 'getByLabel' | 'getByRole'>

/** Logs in on the wallet's page. */
export async function logIn(wallet: WalletView, email = 'ada@example.com'): Promise<void> {
  await wallet.getByLabel('E-mail').fill(email)
  await wallet.getByRole('button', { name: 'Continue' }).click()
}

/** Presses a button of the wallet's page. */
export const press = (wallet: WalletView, name: string): Promise<void> =>
  wallet.getByRole('button', { name, exact: true }).click()

/** Connects a visitor in a popup. @returns the account */
export async function connect(visit: Visit, email?: string): Promise<string> {
  await logIn(await visit.open('connect'), email)
  const { value, code } = await visit.next()
  if (code) throw new Error(code)
  return (value as { wallet: { account: string } }).wallet.account
}
