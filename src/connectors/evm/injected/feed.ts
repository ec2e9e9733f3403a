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

/** What {@link watchReturn} needs of a feed. */
interface Returning {
  /** Aborted when nobody listens to the wallet any more. */
  signal: AbortSignal
  /** How many events have come. */
  readHeard(): number
  onGone(): void
  onChange(): void
}

/** Reads a wallet again that has lost its chain: it may come back with another account, or on another chain, without an event. */
function watchReturn(
  held: HeldProvider,
  known: Known,
  { signal, readHeard, onGone, onChange }: Returning,
): { leave(): void; look(): void } {
  let isAway = false
  let readings = 0
  /** @param isOver the wallet has had its time to come back */
  async function read(isOver: boolean) {
    if (!isAway || signal.aborted) return
    readings++
    const [own, before] = [readings, readHeard()]
    const [shown, chain] = await NativePromise.all([
      ask(held, 'eth_accounts').catch(() => null),
      ask(held, 'eth_chainId').catch(() => null),
    ])
    // A later read, or an event that came meanwhile, is newer.
    if (own !== readings || readHeard() !== before || signal.aborted) return
    const accounts = readAccounts(shown)
    const chainId = readEvmChainId(chain)
    if (!accounts?.length) return isOver ? onGone() : undefined
    if (!chainId) return
    isAway = false
    if (`${accounts} ${chainId}` === `${known.accounts} ${known.chainId}`) return
    Object.assign(known, { accounts, chainId })
    onChange()
  }
  return {
    // If the wallet reconnects to its chain within a second, the page hears nothing of it.
    leave() {
      isAway = true
      void wait(RECONNECT_PAUSE, signal).then(() => read(true))
    },
    look: () => void read(false),
  }
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
  const changes = gatherChanges(() => {
    const { accounts, chainId } = known
    if (!accounts?.length) notify?.(GONE)
    else notify?.({ type: 'change', account: accounts[0] as string, accounts, ...(chainId && { chainId }) })
  })
  const changed = () => {
    if (notify) changes.add()
  }
  const comeBack = watchReturn(held, known, {
    signal: lost.signal,
    readHeard: () => heard,
    onGone: () => notify?.(GONE),
    onChange: changed,
  })
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
      comeBack.leave()
    },
    // The wallet may have come back on another chain, without another event (EIP-1193).
    connect: comeBack.look,
  })
  return {
    known,
    /** How many events with accounts or a chain have come. A read that began before the last event is older than it. */
    get heard() {
      return heard
    },
    /** Aborted when nobody listens to the wallet any more. */
    signal: lost.signal,
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
