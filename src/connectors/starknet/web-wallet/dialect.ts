import type { WalletErrorCode } from '../../../errors/catalogue.js'
import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import type { ChainId } from '../../../protocol/caip2.js'
import type { FeltCall, FeltExecuteOptions } from '../../../protocol/starknet-transaction.js'
import type { StarknetTypedData } from '../../../protocol/starknet-typed-data.js'
import type { RequestProgress } from '../../requests.js'
import type { Dialect } from '../dialect.js'
import type { DeploymentData } from './answers.js'
import { isLoggedOut, toWebWalletError } from './errors.js'
import { call, isPreauthorized, type Login } from './login.js'
import { DEFAULT, REVIEW, SESSION, SESSION_ENTRYPOINT, SIGN, SIGN_SESSION } from './routes.js'
import type { Surface } from './surface.js'

/** The dialect of the web wallet, with what only this wallet has. */
export interface WebDialect extends Dialect {
  execute(
    calls: readonly FeltCall[],
    options: FeltExecuteOptions,
    progress?: RequestProgress,
    abis?: readonly unknown[],
  ): Promise<string>
  getDeploymentData(): Promise<DeploymentData>
  /**
   * Whether the visitor is logged in and the site pre-authorised, without a window; null when only a window could tell, or the
   * wallet says nothing.
   */
  askPreauthorized(): Promise<boolean | null>
}

const notImplemented = async (): Promise<never> => {
  throw new WalletError('not_implemented')
}

/** Session keys of the provider's own SDK are signed on a special page that explains them. */
const isSessionKeys = ({ primaryType, domain }: StarknetTypedData): boolean =>
  primaryType === 'Session' && readField(domain, 'name') === 'SessionAccount.session'

/**
 * Speaks one of the two dialects of the e-mail wallet. Each request opens its own page, and is posted once.
 *
 * @param onLoggedOut called when the wallet says that nobody is logged in any more
 */
export function createWebDialect(
  surface: Surface,
  { dialect, accounts }: Login,
  chainId: ChainId,
  onLoggedOut: () => void,
): WebDialect {
  const isNewer = dialect === 'v3'

  const failing = async <T>(fallback: WalletErrorCode, asking: Promise<T>): Promise<T> => {
    try {
      return await asking
    } catch (error) {
      if (isLoggedOut(error)) onLoggedOut()
      throw toWebWalletError(error, fallback)
    }
  }

  const askPreauthorized = async () => {
    const ask = await surface.askSilently()
    return ask && isPreauthorized(ask)
  }

  return {
    takesOptions: !isNewer,
    requestAccounts: async () => accounts,
    async readAccounts() {
      // We never open a popup that nobody has asked for. The login counts until a request says otherwise.
      return (await askPreauthorized()) === false ? null : accounts
    },
    isLocked: async () => false,
    isRevoked: async () => (await askPreauthorized()) === false,
    readChainId: async () => chainId,
    signTypedData(typedData, progress) {
      const route = isNewer && isSessionKeys(typedData) ? SIGN_SESSION : SIGN
      return failing(
        'sign_failed',
        surface.visit(
          route,
          (ask) => call(ask, isNewer ? 'signTypedData' : 'signMessage', [typedData]),
          progress,
        ),
      )
    },
    execute(calls, options, progress, abis) {
      if (isNewer) {
        const input = calls.map(({ contractAddress, entrypoint, calldata }) => ({
          contract_address: contractAddress,
          entry_point: entrypoint,
          calldata,
        }))
        return failing(
          'execute_failed',
          surface.visit(REVIEW, (ask) => call(ask, 'addInvokeTransaction', input), progress),
        )
      }
      // Only the older dialect had the page for session transactions.
      const route = calls[0]?.entrypoint === SESSION_ENTRYPOINT ? SESSION : REVIEW
      const details = Object.keys(options).length > 0 ? options : undefined
      return failing(
        'execute_failed',
        surface.visit(route, (ask) => call(ask, 'execute', [calls, abis, details]), progress),
      )
    },
    getDeploymentData() {
      if (!isNewer) return notImplemented()
      return failing(
        'wallet_failed',
        surface.visit(DEFAULT, (ask) => call(ask, 'deploymentData')),
      )
    },
    askPreauthorized,
    // The wallet's pages declare these procedures and never answer them (specification, section 7).
    switchChain: notImplemented,
    addChain: notImplemented,
    watchAsset: notImplemented,
  }
}
