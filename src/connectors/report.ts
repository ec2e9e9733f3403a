import { WalletError } from '../errors/wallet-error.js'
import { callSafely } from '../platform/call-safely.js'
import type { ChainId } from '../protocol/caip2.js'
import { gatherChanges } from './gather-changes.js'
import type { SessionChange } from './session.js'

/** Accounts and network of a wallet, as far as they are known. A field that is missing or null says nothing. */
export interface Said {
  readonly accounts?: readonly string[] | null | undefined
  readonly chainId?: ChainId | null | undefined
  /** A network that has no name here, in the place of `chainId`; its namespace alone (`starknet:`) when it cannot be read. */
  readonly unknown?: ChainId | undefined
}

/** A question that the wallet has been asked. What was said after it is newer than its answer. */
export interface Question {
  /** Nothing was asked or said since. */
  readonly isNewest: boolean
  /** Stores the answer, but no field of which something newer is known. */
  answer(said: Said): void
  /** What has been said since the question; null for nothing. */
  since<Field extends 'accounts' | 'chainId'>(field: Field): NonNullable<Said[Field]> | null
}

/** A question for account and chain together. */
export interface Look {
  /** The wallet has not named its accounts since, and no later look was begun. */
  readonly isOpen: boolean
  /** The wallet has answered; null when it does not say where it is. */
  answer(place: Place | null): void
}

/** What a session says of its place. */
type Place = Partial<Extract<SessionChange, { type: 'change' }>>

/** Why a session ends without the page. */
export type EndReason = NonNullable<Extract<SessionChange, { type: 'disconnect' }>['reason']>

/**
 * Reads what a session says of its place. The account in use is the first.
 *
 * @param before the account in use, where the session names none
 */
export function toSaid({ account, accounts, chainId, unknown }: Place, before = ''): Said {
  const current = account || before
  return {
    accounts: [current, ...(accounts ?? []).filter((one) => one !== current)],
    ...(chainId === null ? { unknown: unknown ?? 'starknet:' } : { chainId }),
  }
}

/** A text that changes with everything that a listener is called for. */
const print = ({ accounts, chainId, unknown }: Said): string => `${accounts} ${unknown ?? chainId}`

/**
 * What a wallet has said last: the one owner of account and chain, from before the first request to the end of the session. An event is
 * newer than every question so far, and an answer is as old as its question, so no answer that comes late undoes what is newer.
 */
export class Report {
  /** False when the wallet sends no events. */
  liveUpdates = true
  #said: Said = {}
  /** When each was said. */
  readonly #times = { accounts: 0, chainId: 0 }
  /** Counts events and questions. */
  #time = 0
  /** When the last look was begun; 0 once the wallet has answered it, or has named its accounts since. */
  #look = 0
  /** What the listener knows. */
  #reported = ''
  #listener: ((change: SessionChange) => void) | null = null
  #reason: EndReason = 'wallet'
  readonly #over = new AbortController()
  readonly #followers = new Set<() => void>()
  readonly #changes = gatherChanges(() => this.#notify())

  /** @param none why a session ends whose wallet shows no account any more */
  constructor(private readonly none: EndReason = 'wallet') {}

  get said(): Said {
    return this.#said
  }

  /** The account in use; an empty string for none. */
  get account(): string {
    return this.accounts[0] ?? ''
  }

  get accounts(): readonly string[] {
    return this.#said.accounts ?? []
  }

  /** The last chain with a name; known once a session is open. */
  get chainId(): ChainId {
    return this.#said.chainId as ChainId
  }

  /** Where the wallet is; null when it shows no account. */
  get place(): { account: string; accounts: readonly string[]; chainId: ChainId } | null {
    const { account, accounts, chainId } = this
    return account ? { account, accounts, chainId } : null
  }

  /** Aborted when nobody listens to the wallet any more. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  get ended(): boolean {
    return this.signal.aborted
  }

  get isWatched(): boolean {
    return this.#listener !== null
  }

  /** The wallet was asked where it is and has not answered, so it may be elsewhere by now. */
  get isUnsure(): boolean {
    return this.#look > 0
  }

  /** Stores what the wallet says by itself. */
  hear(said: Said): void {
    this.ask().answer(said)
  }

  /** Begins a question to the wallet. */
  ask(): Question {
    const time = ++this.#time
    const isNewest = () => time === this.#time
    return {
      get isNewest() {
        return isNewest()
      },
      answer: (said) => this.#update(said, time),
      since: (field) => (this.#times[field] > time ? (this.#said[field] ?? null) : null),
    }
  }

  /** Begins a look at the wallet: until it has an answer, nobody knows where the wallet is. */
  look(): Look {
    const { answer } = this.ask()
    const time = this.#time
    const isOpen = () => this.#look === time
    this.#look = time
    return {
      get isOpen() {
        return isOpen()
      },
      answer: (place) => {
        if (place) answer(toSaid(place, this.account))
        if (isOpen()) this.#look = 0
      },
    }
  }

  /** Asks the wallet, and stores what it answers. @throws what `question` throws; then nothing has changed */
  async read(question: () => Promise<Said>): Promise<void> {
    const { answer } = this.ask()
    answer(await question())
  }

  /** Calls back when something has changed. @returns the way to stop */
  readonly follow = (run: () => void): (() => void) => {
    this.#followers.add(run)
    return () => void this.#followers.delete(run)
  }

  /**
   * A session begins. Its page knows what has been said so far.
   *
   * @param said what is known in addition
   * @throws WalletError `wallet_malformed` without a chain, `session_ended` when the wallet shows no account any more
   */
  open(said: Said = {}): void {
    this.hear(said)
    if (!this.#said.chainId) throw new WalletError('wallet_malformed')
    if (this.ended || !this.account) throw new WalletError('session_ended')
    // A page that connects sees the last chain with a name. An unknown network has to be reported to it.
    this.#reported = print({ ...this.#said, unknown: undefined })
  }

  /** Reports what has changed since the session was opened, once for all changes of one task. @returns the way to stop */
  watch(listener: (change: SessionChange) => void): () => void {
    this.#listener = listener
    if (this.ended) queueMicrotask(() => this.#listener?.({ type: 'disconnect', reason: this.#reason }))
    else this.#changes.add()
    return this.leave
  }

  /** The session ends without the page. */
  end(reason: EndReason = 'wallet'): void {
    if (this.ended) return
    const listener = this.#listener
    this.#reason = reason
    this.leave()
    listener?.({ type: 'disconnect', reason })
  }

  /** Nobody listens any more, and nothing changes any more. */
  readonly leave = (): void => {
    this.#listener = null
    this.#changes.stop()
    this.#followers.clear()
    this.#over.abort()
  }

  #update({ accounts, chainId, unknown }: Said, time: number): void {
    const isNewer = (field: 'accounts' | 'chainId', said: unknown): boolean => {
      if (!said || this.ended || this.#times[field] > time) return false
      this.#times[field] = time
      return true
    }
    const before = this.#said
    if (isNewer('accounts', accounts)) {
      this.#said = { ...this.#said, accounts }
      // A network alone does not say which account is in use.
      if (time >= this.#look) this.#look = 0
    }
    if (isNewer('chainId', chainId ?? unknown))
      this.#said = { ...this.#said, chainId: chainId ?? this.#said.chainId, unknown }
    if (this.#said === before) return
    if (this.#listener) this.#changes.add()
    for (const run of [...this.#followers]) callSafely(run)
  }

  #notify(): void {
    const { place } = this
    const { unknown } = this.#said
    const now = print(this.#said)
    if (now === this.#reported) return
    this.#reported = now
    // A network without a name is an empty change.
    const strange = unknown && { chainId: null, ...(!unknown.endsWith(':') && { unknown }) }
    if (place) this.#listener?.({ type: 'change', ...place, ...strange })
    else this.end(this.none)
  }
}
