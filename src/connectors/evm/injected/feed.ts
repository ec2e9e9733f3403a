import { readErrorCode } from '../../../errors/normalise.js'
import { TRY_AGAIN_LATER } from '../../../errors/rpc-codes.js'
import { NativePromise } from '../../../platform/natives.js'
import { wait } from '../../../platform/time.js'
import { type ChainId, readEvmChainId } from '../../../protocol/caip2.js'
import type { SessionChange } from '../../connector.js'
import { gatherChanges } from '../../gather-changes.js'
import { hold } from '../../held-wallets.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, type HeldProvider, listenTo } from '../provider.js'

/** The wallet shows no account any more. An EVM wallet does not say whether it is locked or has ended the session. */
const GONE: SessionChange = { type: 'disconnect', reason: 'locked' }

/** A wallet that has lost its chain gets this long to reconnect, in ms. */
const RECONNECT_PAUSE = 1_000

/** What a wallet has said last; null when it has said nothing yet. */
export interface Known {
  accounts: string[] | null
  chainId: ChainId | null
}

/** The events of a wallet, see {@link createFeed}. */
export type Feed = ReturnType<typeof createFeed>

/**
 * Listens to a wallet before the first request, so that no event between two reads is lost. Until a listener is set,
 * events only update `known`; afterwards all events of one task make one change (`gather-changes.ts`).
 */
export function createFeed(provider: Eip1193Provider, held: HeldProvider) {
  const known: Known = { accounts: null, chainId: null }
  const lost = new AbortController()
  const letGo = hold(provider)
  let notify: ((change: SessionChange) => void) | null = null
  let heard = 0
  let isAway = false
  const changes = gatherChanges(() => {
    const { accounts, chainId } = known
    if (!accounts?.length) notify?.(GONE)
    else notify?.({ type: 'change', account: accounts[0] as string, accounts, ...(chainId && { chainId }) })
  })
  const changed = () => {
    if (notify) changes.add()
  }
  async function readAgain() {
    if (!isAway || lost.signal.aborted) return
    const before = heard
    const [shown, chain] = await NativePromise.all([
      ask(held, 'eth_accounts').catch(() => []),
      ask(held, 'eth_chainId').catch(() => null),
    ])
    // An event that came meanwhile is newer.
    if (heard !== before || lost.signal.aborted) return
    if (!readAccounts(shown)?.length) return notify?.(GONE)
    const chainId = readEvmChainId(chain)
    if (!chainId) return
    isAway = false
    if (chainId === known.chainId) return
    known.chainId = chainId
    changed()
  }
  const unsubscribe = listenTo(provider, {
    accountsChanged(payload) {
      const accounts = readAccounts(payload)
      if (!accounts) return
      heard++
      known.accounts = accounts
      changed()
    },
    chainChanged(payload) {
      const chainId = readEvmChainId(payload)
      if (!chainId) return
      heard++
      known.chainId = chainId
      changed()
    },
    disconnect(error) {
      if (readErrorCode(error) !== TRY_AGAIN_LATER) return notify?.({ type: 'disconnect', reason: 'lost' })
      isAway = true
      // If the wallet reconnects to its chain within a second, the page hears nothing of it.
      void wait(RECONNECT_PAUSE, lost.signal).then(readAgain)
    },
    // The wallet may have come back on another chain, without another event (EIP-1193).
    connect: () => void readAgain(),
  })
  return {
    known,
    /** How many events with accounts or a chain have come. A read that began before the last event is older than it. */
    get heard() {
      return heard
    },
    liveUpdates: unsubscribe !== null,
    changed,
    setListener(listener: (change: SessionChange) => void) {
      notify = listener
      // Report the events that came since the session was accepted.
      changed()
    },
    stop() {
      notify = null
      letGo()
      changes.stop()
      lost.abort()
      unsubscribe?.()
    },
  }
}
