import type { BrowserContext } from 'playwright-core'
import type * as testing from '../../src/exports/testing.js'
import type {
  ProviderRpcError,
  RpcRequest,
  ScriptedEvmWallet,
  ScriptedEvmWalletOptions,
} from '../../src/exports/testing.js'
import { askOverHttp } from '../../src/testing/evm/node.js'
import { buildEvmScript } from './testing-script.js'

/**
 * A scripted wallet on the page before its first script, like an extension's.
 *
 * Options are passed as JSON. A value that JSON lacks, such as an `undefined` error, is set on `window.evmWallets`
 * afterwards.
 */
export interface InjectedEvmWallet extends Omit<ScriptedEvmWalletOptions, 'approve' | 'askNode' | 'target'> {
  approve?: 'always' | 'never' | 'manual'
  /** It announces itself this many ms after the page began. */
  after?: number
  /** It does not announce itself, and is set as `window.ethereum`. */
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
    /** The injected wallets, in their given order. */
    evmWallets: ScriptedEvmWallet[]
    askNodeFromTest(url: string, request: RpcRequest): Promise<NodeAnswer>
  }
}

/**
 * Runs on each page: creates the wallets. Requests to their nodes go through the test, where no policy of the page
 * applies.
 */
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

/** Adds the testing exports for EVM wallets, and the wallets, to every page of a context. */
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
${await buildEvmScript()}
;(${install.toString()})(${JSON.stringify(wallets)})
}`)
}
