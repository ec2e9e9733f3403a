import type { ChainId } from '../../../protocol/caip2.js'
import { allChains, type ConnectorConfig } from '../../config.js'
import type { Dialect } from '../dialect.js'
import { Feed } from '../feed.js'
import { afterOtherTabs } from '../prompt-tabs.js'
import { lookAtAccounts } from '../unlock.js'
import type { FoundWallet, StarknetWallet } from '../wallet-object.js'
import { adaptSnap } from './snap-wallet.js'
import { adaptStandardWallet } from './standard-adapter.js'

/** A wallet that was found, and whether it is still in the page. */
export interface InjectedSource extends FoundWallet {
  isPresent(): boolean
}

/** What connecting and restoring need before they ask the wallet anything. */
export interface Opening {
  wallet: StarknetWallet
  feed: Feed
  named: readonly ChainId[]
  setDialect(dialect: Dialect): void
}

/** One object per wallet that has no such object itself, so that two sessions can see that they use the same wallet. */
const adapted = new WeakMap<object, StarknetWallet>()

/** The wallet's object with the members that extensions put on the window. */
export function toWalletObject(source: FoundWallet): StarknetWallet {
  const { kind, object } = source
  if (kind === 'window') return object as StarknetWallet
  const wallet = adapted.get(object) ?? (kind === 'standard' ? adaptStandardWallet : adaptSnap)(source)
  adapted.set(object, wallet)
  return wallet
}

/** Listens to a wallet, before it is asked anything. */
export function begin(source: InjectedSource, config: ConnectorConfig): Opening {
  const wallet = toWalletObject(source)
  const named = allChains(config)
  let dialect: Dialect | null = null
  const readMoved = () => {
    // Without an answer the wallet's next event, or the page's next request, says what it shows.
    feed.read(async () => ({ accounts: await dialect?.readAccounts() })).catch(() => {})
  }
  let isLeaving = false
  // When one tab switches the network, Argent X reports to all tabs that it has left the old one, and asks that tab's visitor for permission.
  const leave = () => {
    if (isLeaving) return
    isLeaving = true
    afterOtherTabs(wallet, feed.signal, async (wasAsked) => {
      isLeaving = false
      if (!wasAsked || !dialect) return feed.end()
      const question = feed.ask()
      const accounts = await lookAtAccounts(dialect, feed.signal)
      const chainId = accounts && (await dialect.readChainId().catch(() => null))
      if (accounts && chainId) question.answer({ accounts, chainId })
      else feed.end()
    })
  }
  const feed = new Feed(wallet, named, readMoved, leave)
  return {
    wallet,
    feed,
    named,
    setDialect(chosen) {
      dialect = chosen
    },
  }
}
