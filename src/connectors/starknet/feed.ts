import { readEventChain } from '../../chains/starknet-networks.js'
import { type ChainId, readStarknetChainId } from '../../protocol/caip2.js'
import { callListener } from '../call-listener.js'
import type { SessionChange } from '../connector.js'
import { gatherChanges } from '../gather-changes.js'
import { hold } from '../held-wallets.js'
import { readStarknetAccounts } from './accounts.js'
import { listenToWallet } from './listen-to-wallet.js'
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

/**
 * The events of a wallet, from before the first request (specification, section 4). An empty account or network is a
 * disconnect; a network that we do not know is an empty change; an event that cannot be read is ignored.
 */
export class Feed {
  readonly known: Known = { accounts: [], chainId: null }
  readonly #over = new AbortController()
  readonly #letWalletGo: () => void
  readonly #changes = gatherChanges(() => this.#report())
  readonly #holds = new Set<{ isHeld: boolean }>()
  readonly #followers = new Set<() => void>()
  /** The ways to remove our listeners from the wallet. */
  readonly #stops: (() => void)[]
  #notify: ((change: SessionChange) => void) | null = null
  /** The accounts and the chain that the listener knows. */
  #reported = ''
  #heard = 0
  /** The unknown network that the wallet has named last. */
  #strange: ChainId | 'unreadable' | undefined
  /** The listener knows of the unknown network. */
  #isTold = true

  /**
   * @param allowed chains that the page has named besides the known chains
   * @param onMoved called for a new network without accounts (Keplr)
   * @param onEmpty called for a disconnect that nobody holds back; it ends the feed, or finds that the wallet is still
   * there
   */
  constructor(
    wallet: StarknetWallet,
    private readonly allowed: readonly ChainId[],
    private readonly onMoved: () => void,
    private readonly onEmpty = () => this.end(),
  ) {
    this.#letWalletGo = hold(wallet)
    this.#stops = [
      listenToWallet(wallet, 'accountsChanged', (value) => this.#onAccounts(value)),
      listenToWallet(wallet, 'networkChanged', (value, accounts) => this.#onNetwork(value, accounts)),
    ].filter((stop) => stop !== null)
  }

  /** False when the wallet accepts no listeners. */
  get liveUpdates(): boolean {
    return this.#stops.length === 2
  }

  /** Aborted when the feed has ended. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** The wallet has disconnected, or {@link Feed.stop} was called. */
  get ended(): boolean {
    return this.signal.aborted
  }

  /**
   * How many events with an account or a network have come. A read that began before the last event is older than it.
   */
  get heard(): number {
    return this.#heard
  }

  /** The network that the wallet has named last, when that is none that we know; `starknet:` when it cannot be read. */
  get away(): ChainId | undefined {
    return this.#strange === 'unreadable' ? 'starknet:' : this.#strange
  }

  /** Sets the listener, which is called once for all changes of one task. */
  setListener(listener: (change: SessionChange) => void) {
    // The wallet disconnected between its answer and now.
    if (this.ended) return queueMicrotask(() => listener({ type: 'disconnect', reason: 'wallet' }))
    this.#notify = listener
    this.#reported = `${this.known.accounts.join()} ${this.known.chainId}`
  }

  /** Takes over what was read from the wallet, and calls the listener when it is new. */
  update(known: Partial<Known>): void {
    Object.assign(this.known, known)
    if (known.chainId) this.#strange = undefined
    this.#schedule()
    for (const follower of [...this.#followers]) callListener(follower, undefined)
  }

  /** Calls back when accounts or network may be others. @returns the way to stop */
  follow(run: () => void): () => void {
    this.#followers.add(run)
    return () => void this.#followers.delete(run)
  }

  /** Takes over a network that the wallet has named, or that was read, with the accounts there if they are known. */
  move(network: unknown, accounts?: string[]) {
    const read = readStarknetChainId(network)
    // A wallet may have been connected on a network that we do not know.
    const chainId = readEventChain(network, this.allowed) ?? (read === this.known.chainId ? read : null)
    if (!chainId) {
      const strange = read ?? 'unreadable'
      if (strange === this.#strange) return
      this.#strange = strange
      this.#isTold = false
      return this.#schedule()
    }
    const hasMoved = chainId !== this.known.chainId
    this.#heard++
    this.update({ chainId, ...(accounts && { accounts }) })
    if (hasMoved && !accounts && this.#notify) this.onMoved()
  }

  /** Holds back a disconnect that the wallet reports. */
  holdEnd(): HeldEnd {
    const held = { isHeld: false, release: () => void this.#holds.delete(held) }
    this.#holds.add(held)
    return held
  }

  /** Reports that the wallet has left the page. */
  end(): void {
    const last = this.#notify
    if (this.ended) return
    this.stop()
    last?.({ type: 'disconnect', reason: 'wallet' })
  }

  /** Removes every listener from the wallet. */
  stop(): void {
    this.#over.abort()
    this.#notify = null
    this.#letWalletGo()
    this.#changes.stop()
    this.#followers.clear()
    for (const stop of this.#stops.splice(0)) stop()
  }

  #onAccounts(value: unknown) {
    const accounts = readStarknetAccounts(value)
    if (this.ended || !accounts) return
    if (accounts.length === 0) return this.#leave()
    this.#heard++
    this.update({ accounts })
  }

  #onNetwork(value: unknown, given: unknown) {
    if (this.ended) return
    if (value === undefined || value === null || value === '') return this.#leave()
    const accounts = readStarknetAccounts(given)
    this.move(value, accounts?.length ? accounts : undefined)
  }

  /** Handles the wallet's report that it has disconnected. */
  #leave(): void {
    for (const held of this.#holds) held.isHeld = true
    if (this.#holds.size === 0) this.onEmpty()
  }

  #schedule(): void {
    if (this.#notify) this.#changes.add()
  }

  /** Calls the listener. Wallets repeat events; the listener is called once for each change. */
  #report(): void {
    if (!this.#notify || this.ended) return
    const { accounts } = this.known
    const strange = this.#strange
    const chainId = strange ? null : this.known.chainId
    const now = `${accounts.join()} ${chainId}`
    if (now === this.#reported && (!strange || this.#isTold)) return
    this.#isTold = true
    this.#reported = now
    this.#notify({
      type: 'change',
      account: accounts[0] as string,
      accounts,
      ...(strange ? { chainId: null } : chainId && { chainId }),
      ...(strange && strange !== 'unreadable' && { unknown: strange }),
    })
  }
}
