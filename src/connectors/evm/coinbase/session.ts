import { WalletError } from '../../../errors/wallet-error.js'
import { type ChainId, readEvmChainId } from '../../../protocol/caip2.js'
import type { ConnectorConfig } from '../../config.js'
import type { SessionChange, WalletSession } from '../../connector.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, listenTo } from '../provider.js'
import { createEvmRequests } from '../requests.js'

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
  /** Closes that window, because the visitor has given up the request in it. */
  giveUp?(): void
  /** Releases the wallet. @param forget also delete what is stored of the session */
  end(forget: boolean): Promise<void>
}

/** Opens a session on a provider that has shared its accounts. @throws WalletError `wallet_malformed` */
export async function openCoinbaseSession(input: CoinbaseSessionInput): Promise<WalletSession> {
  const { inner, outer, config, locks, focus, giveUp, end } = input
  let { accounts } = input
  let notify: ((change: SessionChange) => void) | null = null
  const readChain = async (): Promise<ChainId> => {
    const found = readEvmChainId(await ask(inner, 'eth_chainId'))
    if (!found) throw new WalletError('wallet_malformed')
    return found
  }
  let chainId = await readChain()
  let heard = 0
  const changed = () => {
    if (accounts.length) notify?.({ type: 'change', account: accounts[0] as string, accounts, chainId })
    else notify?.({ type: 'disconnect', reason: locks ? 'locked' : 'wallet' })
  }
  const moveTo = (next: ChainId) => {
    chainId = next
    changed()
  }
  const unsubscribe = listenTo(inner, {
    accountsChanged(payload) {
      heard++
      accounts = readAccounts(payload) ?? accounts
      changed()
    },
    chainChanged(payload) {
      const next = readEvmChainId(payload)
      heard++
      if (next) moveTo(next)
    },
    disconnect: () => notify?.({ type: 'disconnect' }),
  })
  const stop = () => {
    notify = null
    unsubscribe?.()
  }
  const account = () => accounts[0] ?? ''
  return {
    get account() {
      return account()
    },
    get accounts() {
      return accounts
    },
    get chainId() {
      return chainId
    },
    provider: outer,
    liveUpdates: unsubscribe !== null,
    ...(focus && { focus }),
    ...(giveUp && { giveUp }),
    ...createEvmRequests({
      provider: inner,
      getNetworks: () => config.networks,
      account,
      chainId: () => chainId,
      onSwitched: moveTo,
    }),
    watch(onChange) {
      notify = onChange
      changed()
      return () => {
        stop()
        void end(false)
      }
    },
    async refresh() {
      const before = heard
      const read = [readAccounts(await ask(inner, 'eth_accounts')) ?? accounts, await readChain()] as const
      // An event that came meanwhile is newer than the read.
      if (heard === before) [accounts, chainId] = read
      return account() ? { account: account(), accounts, chainId } : locks ? 'locked' : null
    },
    async disconnect() {
      stop()
      accounts = []
      await end(true)
    },
  }
}
