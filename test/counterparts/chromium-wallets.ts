import type { BrowserContext } from 'playwright-core'
import type * as testing from '../../src/exports/testing.js'
import type {
  ProviderRpcError,
  RpcRequest,
  ScriptedEvmWallet,
  ScriptedEvmWalletOptions,
} from '../../src/exports/testing.js'
import { askOverHttp } from '../../src/testing/evm/node.js'
import { buildTestingScript } from './testing-script.js'

/**
 * A scripted wallet that stands on the page before its first script, as an extension does.
 *
 * Options travel as JSON; what JSON lacks, such as an error that is `undefined`, is set on `window.evmWallets` afterwards.
 */
export interface InjectedEvmWallet extends Omit<ScriptedEvmWalletOptions, 'approve' | 'askNode' | 'target'> {
  approve?: 'always' | 'never' | 'manual'
  /** Announced so many ms after the page began. */
  after?: number
  /** Not announced, but set as `window.ethereum`. */
  legacy?: boolean
}

interface NodeAnswer {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

declare global {
  interface Window {
    /** The exports of wallet-connect-button/testing. */
    wcbTesting: typeof testing
    /** The injected wallets, in the order they were given. */
    evmWallets: ScriptedEvmWallet[]
    askNodeFromTest(url: string, request: RpcRequest): Promise<NodeAnswer>
  }
}

/** Runs on each page: makes the wallets, and has their nodes asked from outside, where no policy of the page counts. */
function install(wallets: InjectedEvmWallet[]): void {
  const askNode = async (url: string, request: RpcRequest) => {
    const { result, error } = await window.askNodeFromTest(url, request)
    if (error) throw window.wcbTesting.createRpcError(error.code, error.message, error.data)
    return result
  }
  window.evmWallets = wallets.map(({ after, legacy, ...options }) => {
    const wallet = window.wcbTesting.createScriptedEvmWallet({ ...options, askNode })
    if (legacy) wallet.installLegacy()
    else wallet.announce(after === undefined ? {} : { after })
    return wallet
  })
  window.pageLedger?.begin()
}

/** Adds the testing exports and the wallets to every page of a context. */
export async function injectEvmWallets(
  context: BrowserContext,
  wallets: readonly InjectedEvmWallet[],
): Promise<void> {
  await context.exposeFunction(
    'askNodeFromTest',
    async (url: string, request: RpcRequest): Promise<NodeAnswer> => {
      try {
        return { result: await askOverHttp(url, request) }
      } catch (error) {
        const { code, message, data } = error as ProviderRpcError
        return { error: { code, message, data } }
      }
    },
  )
  await context.addInitScript(`if (window === window.top) {
${await buildTestingScript()}
;(${install.toString()})(${JSON.stringify(wallets)})
}`)
}
