import { readEventChain } from '../../chains/starknet-networks.js'
import { NativePromise } from '../../platform/natives.js'
import { type ChainId, readStarknetChainId } from '../../protocol/caip2.js'
import { parseStarknetEvent } from '../../protocol/starknet-events.js'
import type { SessionChange } from '../connector.js'
import { gatherChanges } from '../gather-changes.js'
import { hold as holdWallet } from '../held-wallets.js'
import { readStarknetAccounts } from './accounts.js'
import type { StarknetWallet } from './wallet-object.js'

/** What the wallet has last reported. */
export interface Known {
  accounts: string[]
  chainId: ChainId | null
}

/** A wallet's report that it has disconnected, while we hold it back. */
export interface HeldEnd {
  /** The wallet has sent such a report. */
  readonly isHeld: boolean
  /** From now on such reports count again; a report that was held back is dropped. */
  release(): void
}

/** The events of a wallet, from before the first request. */
export interface Feed {
  readonly known: Known
  /** False when the wallet accepts no listeners. */
  readonly liveUpdates: boolean
  /** The wallet has disconnected, or {@link Feed.stop} was called. */
  readonly ended: boolean
  /** Aborted when the feed has ended. */
  readonly signal: AbortSignal
  /** Sets the listener, which is called once for all changes of one task. */
  setListener(listener: (change: SessionChange) => void): void
  /** Takes over what was read from the wallet, and calls the listener when it is new. */
  update(known: Partial<Known>): void
  /** Takes over a network that was read, as an event of the wallet would. */
  move(chainId: ChainId): void
  /**
   * How many events with an account or a network have come. A read that began before the last event is older than it.
   */
  readonly heard: number
  /** The last network that the wallet has named is none that we know. */
  readonly isAway: boolean
  /** Holds back a disconnect that the wallet reports. */
  holdEnd(): HeldEnd
  /** Reports that the wallet has left the page. */
  end(): void
  /** Removes every listener from the wallet. */
  stop(): void
}

/** Registers one listener. @returns the way to remove it, or null when the wallet did not accept it */
export function listenToWallet(
  wallet: StarknetWallet,
  name: string,
  handler: (...args: unknown[]) => void,
): (() => void) | null {
  const event = parseStarknetEvent(name)
  const quiet = (method: 'on' | 'off'): boolean => {
    try {
      // Some wallets answer with a promise; that one rejects is as good as no answer.
      NativePromise.resolve(wallet[method](event, handler)).catch(() => {})
      return true
    } catch {
      return false
    }
  }
  return quiet('on') ? () => void quiet('off') : null
}

/**
 * Listens to a wallet (specification, section 4). An empty account or network is a disconnect; a network that we do not
 * know is an empty change; an event that cannot be read is ignored.
 *
 * @param allowed chains that the page has named besides the known chains
 * @param onMoved called for a new network without accounts (Keplr)
 * @param onEmpty called for a disconnect that nobody holds back; it ends the feed, or finds that the wallet is still there
 */
export function createFeed(
  wallet: StarknetWallet,
  allowed: readonly ChainId[],
  onMoved: () => void,
  onEmpty?: () => void,
): Feed {
  const known: Known = { accounts: [], chainId: null }
  let notify: ((change: SessionChange) => void) | null = null
  let reported = ''
  /** The unknown network that the wallet has named last. */
  let strange: ChainId | 'unreadable' | undefined
  let isTold = true
  const over = new AbortController()
  let heard = 0
  const letWalletGo = holdWallet(wallet)
  const holds = new Set<{ isHeld: boolean }>()

  const changes = gatherChanges(() => {
    if (!notify || feed.ended) return
    if (strange && !isTold) {
      isTold = true
      reported = `${known.accounts.join()} null`
      return notify({ type: 'change', chainId: null, ...(strange !== 'unreadable' && { unknown: strange }) })
    }
    const { accounts } = known
    const chainId = strange ? null : known.chainId
    const now = `${accounts.join()} ${chainId}`
    // Wallets repeat events; the listener is called once for each change.
    if (now === reported || !notify || feed.ended) return
    reported = now
    notify({ type: 'change', account: accounts[0] as string, accounts, ...(chainId && { chainId }) })
  })
  const schedule = () => {
    if (notify) changes.add()
  }
  const feed: Feed = {
    known,
    get liveUpdates() {
      return stops.length === 2
    },
    signal: over.signal,
    get ended() {
      return over.signal.aborted
    },
    setListener(listener) {
      // The wallet disconnected between its answer and now.
      if (feed.ended) return queueMicrotask(() => listener({ type: 'disconnect', reason: 'wallet' }))
      notify = listener
      reported = `${known.accounts.join()} ${known.chainId}`
    },
    get heard() {
      return heard
    },
    get isAway() {
      return !!strange
    },
    holdEnd() {
      const hold = { isHeld: false, release: () => void holds.delete(hold) }
      holds.add(hold)
      return hold
    },
    update(next) {
      Object.assign(known, next)
      schedule()
    },
    move: (chainId) => move(chainId),
    end() {
      const last = notify
      if (feed.ended) return
      feed.stop()
      last?.({ type: 'disconnect', reason: 'wallet' })
    },
    stop() {
      over.abort()
      notify = null
      letWalletGo()
      changes.stop()
      for (const stop of stops.splice(0)) stop()
    },
  }
  /** Handles the wallet's report that it has disconnected. */
  const leave = () => {
    for (const hold of holds) hold.isHeld = true
    if (holds.size > 0) return
    if (onEmpty) onEmpty()
    else feed.end()
  }
  const onAccounts = (value: unknown) => {
    const accounts = readStarknetAccounts(value)
    if (feed.ended || !accounts) return
    if (accounts.length === 0) return leave()
    heard++
    feed.update({ accounts })
  }
  const move = (value: unknown, accounts?: string[]) => {
    const chainId = readEventChain(value, allowed)
    if (!chainId) {
      strange = readStarknetChainId(value) ?? 'unreadable'
      isTold = false
      return schedule()
    }
    strange = undefined
    const moved = chainId !== known.chainId
    heard++
    feed.update({ chainId, ...(accounts && { accounts }) })
    if (moved && !accounts && notify) onMoved()
  }
  const onNetwork = (value: unknown, given: unknown) => {
    if (feed.ended) return
    if (value === undefined || value === null || value === '') return leave()
    const accounts = readStarknetAccounts(given)
    move(value, accounts?.length ? accounts : undefined)
  }
  const stops = [
    listenToWallet(wallet, 'accountsChanged', onAccounts),
    listenToWallet(wallet, 'networkChanged', onNetwork),
  ].filter((stop) => stop !== null)
  return feed
}
