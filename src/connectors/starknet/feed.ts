import { readEventChain } from '../../chains/starknet-networks.js'
import { type ChainId, readStarknetChainId } from '../../protocol/caip2.js'
import { Report, type Said } from '../report.js'
import { use } from '../wallets-in-use.js'
import { readStarknetAccounts } from './accounts.js'
import { listenToWallet } from './listen-to-wallet.js'
import type { StarknetWallet } from './wallet-object.js'

/** Defers a wallet's event that it has disconnected. */
export interface DeferredEnd {
  /** The wallet has sent such an event. */
  readonly isReported: boolean
  /** From now on such events count again; one that was deferred is dropped. */
  release(): void
}

/**
 * The events of a wallet, from before the first request (specification, section 4). An empty account or network is a
 * disconnect; a network that we do not know is an empty change; an event that cannot be read is ignored.
 */
export class Feed extends Report {
  readonly #deferred = new Set<{ isReported: boolean }>()

  /**
   * @param allowed chains that the page has named besides the known chains
   * @param onMoved called for a new network without accounts (Keplr)
   * @param onEmpty called for a disconnect that nobody defers; it ends the feed, or finds that the wallet is still
   * there
   */
  constructor(
    wallet: StarknetWallet,
    private readonly allowed: readonly ChainId[],
    private readonly onMoved: () => void,
    private readonly onEmpty = () => this.end(),
  ) {
    super()
    const release = use(wallet)
    const stops = [
      listenToWallet(wallet, 'accountsChanged', (value) => this.#onAccounts(value)),
      listenToWallet(wallet, 'networkChanged', (value, accounts) => this.#onNetwork(value, accounts)),
    ]
    this.liveUpdates = !stops.includes(null)
    this.signal.addEventListener('abort', () => {
      release()
      for (const stop of stops) stop?.()
    })
  }

  /**
   * Takes in a network that the wallet has named, with the accounts there if they are known.
   *
   * @param take as {@link Report.hear}, for the answer to a question
   */
  move(network: unknown, accounts?: readonly string[] | null, take = (said: Said) => this.hear(said)): void {
    const before = this.chainId
    const read = readStarknetChainId(network)
    // A wallet may have been connected on a network that we do not know.
    const chainId = readEventChain(network, this.allowed) ?? (read === before ? read : null)
    if (chainId) take({ chainId, accounts })
    // Before the wallet has named a network that we know, there is none that it could have left.
    else if (before) take({ unknown: read ?? 'starknet:' })
    if (this.chainId !== before && !accounts && this.isWatched) this.onMoved()
  }

  /** Defers a disconnect that the wallet reports, until `release` is called. */
  deferEnd(): DeferredEnd {
    const end = { isReported: false, release: () => void this.#deferred.delete(end) }
    this.#deferred.add(end)
    return end
  }

  #onAccounts(value: unknown) {
    const accounts = readStarknetAccounts(value)
    if (this.ended || !accounts) return
    if (accounts.length === 0) this.#leave()
    else this.hear({ accounts })
  }

  #onNetwork(value: unknown, list: unknown) {
    if (this.ended) return
    if (value === undefined || value === null || value === '') return this.#leave()
    const accounts = readStarknetAccounts(list)
    this.move(value, accounts?.length ? accounts : null)
  }

  /** Handles the wallet's report that it has disconnected. */
  #leave(): void {
    for (const end of this.#deferred) end.isReported = true
    if (this.#deferred.size === 0) this.onEmpty()
  }
}
