import { WalletError } from '../../../errors/wallet-error.js'
import { type ChainId, readEvmChainId } from '../../../protocol/caip2.js'
import type { ConnectorConfig } from '../../config.js'
import type { WalletSession } from '../../connector.js'
import { Report } from '../../report.js'
import { withReport } from '../../session-report.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, listenTo } from '../provider.js'
import { createEvmRequests } from '../requests.js'
import type { EvmSessionContext } from '../session-context.js'

/** What {@link openCoinbaseSession} needs. */
export interface CoinbaseSessionInput {
  /** The provider for our own requests; it rejects with what the wallet or its window throws. */
  inner: Eip1193Provider
  /** The provider for the page. */
  outer: Eip1193Provider
  accounts: readonly string[]
  config: ConnectorConfig
  /** An empty list of accounts does not end the session, because the wallet is in the page and has locked itself. */
  locks?: boolean
  /** Brings the wallet's window to the front, when a window is open. */
  focus?(): void
  /** As `inner.request`, for a request that the page may give up. */
  carry?: EvmSessionContext['carry']
  /** Releases the wallet. @param forget also delete what is stored of the session */
  end(forget: boolean): Promise<void>
}

/** Opens a session on a provider that has shared its accounts. @throws WalletError `wallet_malformed` */
export async function openCoinbaseSession(input: CoinbaseSessionInput): Promise<WalletSession> {
  const { inner, outer, accounts, config, locks, focus, carry, end } = input
  const readChain = async (): Promise<ChainId> => {
    const found = readEvmChainId(await ask(inner, 'eth_chainId'))
    if (!found) throw new WalletError('wallet_malformed')
    return found
  }
  const report = new Report(locks ? 'locked' : 'wallet')
  report.open({ accounts, chainId: await readChain() })
  const unsubscribe = listenTo(inner, {
    accountsChanged: (payload) => report.hear({ accounts: readAccounts(payload) }),
    chainChanged: (payload) => report.hear({ chainId: readEvmChainId(payload) }),
    disconnect: () => report.isWatched && report.end(),
  })
  report.signal.addEventListener('abort', () => unsubscribe?.())
  return withReport(report, {
    provider: outer,
    liveUpdates: unsubscribe !== null,
    ...(focus && { focus }),
    ...createEvmRequests({
      provider: inner,
      ...(carry && { carry }),
      getNetworks: () => config.networks,
      report,
    }),
    watch(onChange) {
      const stop = report.watch(onChange)
      return () => {
        stop()
        void end(false)
      }
    },
    async refresh() {
      await report.read(async () => ({
        accounts: readAccounts(await ask(inner, 'eth_accounts')),
        chainId: await readChain(),
      }))
      return report.place ?? (locks ? 'locked' : null)
    },
    async disconnect() {
      report.hear({ accounts: [] })
      report.leave()
      await end(true)
    },
  })
}
