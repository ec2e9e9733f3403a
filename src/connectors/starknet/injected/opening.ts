import type { ChainId } from '../../../protocol/caip2.js'
import { allChains, type ConnectorConfig } from '../../config.js'
import type { Dialect } from '../dialect.js'
import { Feed } from '../feed.js'
import { afterOtherTabs } from '../prompts.js'
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

/** The wallet's object with the members that extensions put on the window. */
export function toWalletObject(source: FoundWallet): StarknetWallet {
  if (source.kind === 'standard') return adaptStandardWallet(source)
  return source.kind === 'snap' ? adaptSnap(source) : (source.object as StarknetWallet)
}

/** Listens to a wallet, before it is asked anything. */
export function begin(source: InjectedSource, config: ConnectorConfig): Opening {
  const wallet = toWalletObject(source)
  const named = allChains(config)
  let dialect: Dialect | null = null
  const readMoved = () => {
    const at = feed.known.chainId
    void dialect?.readAccounts().then(
      (accounts) => {
        if (accounts && !feed.ended && feed.known.chainId === at) feed.update({ accounts })
      },
      () => {
        // The wallet's next event, or the page's next request, says what it shows.
      },
    )
  }
  let isLeaving = false
  // Argent X tells all tabs that it has left the network which one of them switches, and asks that one for permission.
  const leave = () => {
    if (isLeaving) return
    isLeaving = true
    afterOtherTabs(wallet, feed.signal, async (wasAsked) => {
      isLeaving = false
      if (!wasAsked || !dialect) return feed.end()
      const accounts = await lookAtAccounts(dialect, feed.signal)
      const chainId = accounts && (await dialect.readChainId().catch(() => null))
      if (feed.ended) return
      if (accounts && chainId) feed.update({ accounts, chainId })
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
