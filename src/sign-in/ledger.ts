import type { SignInDetail } from '../client/wallet-client.js'
import { NativePromise } from '../platform/natives.js'
import { isHidden } from '../platform/visibility.js'
import type { SignInAdapter } from './adapter.js'
import { checkProof, type SentProof } from './check-proof.js'
import type { Account, Session } from './server-call.js'
import { askSession, endSession, isAnswerLost, isSession, lookAtSession } from './server-call.js'

/** A store of the page, as the ledger of its server knows it. */
export interface Holder {
  /** Whether a sign-in of the store runs. */
  isSigningIn(): boolean
  /** A session in the spelling of the store's account; null where that is not connected. */
  find(session: SignInDetail): SignInDetail | null
  /** Whether a wallet of this namespace is connected. */
  uses(namespace: string): boolean
  /** Called when the ledger believes something else. */
  follow(ledger: Ledger, before: Known, now: Known): void
  /** Tells the other pages of the origin that this page has changed the session. */
  tellOthers(): void
}

/**
 * What a page believes of a server: that it has not answered yet, that it has nobody's session, or whose it has. A session
 * belongs to at most one store of the page: to none where its account is not connected, or when its store has left it and the server is
 * to end it.
 */
export type Known =
  | { readonly is: 'unknown' | 'nobody' }
  | { readonly is: 'somebody'; readonly session: SignInDetail; readonly of: Holder | 'leaving' | null }

const UNKNOWN: Known = { is: 'unknown' }
const NOBODY: Known = { is: 'nobody' }

/** A question that is open. */
interface Question {
  /** The changes before it was asked; null before that. */
  changes: Promise<unknown> | null
  /** Whether the server has answered. */
  answer?: Promise<boolean>
}

const isHeld = (known: Known): known is Known & { is: 'somebody'; of: Holder } =>
  known.is === 'somebody' && !!known.of && known.of !== 'leaving'

/** The session that a store has. */
export const sessionOf = (known: Known, holder: Holder): SignInDetail | null =>
  known.is === 'somebody' && known.of === holder ? known.session : null

/**
 * Who is signed in at one server. Every question and every change of the session by this page passes through here: changes in turn, and
 * what the server has answered to a question counts unless a change, or a newer question, came after it.
 */
export class Ledger {
  /** The page's stores with this server. */
  readonly holders = new Set<Holder>()
  /** Gets the server's adapter. A page's own adapter may be another object whenever the page renders. */
  reach: () => Promise<SignInAdapter>
  /** Whether the server is at an address, so that it has a session, and ends that of the account that a sign-out names. */
  readonly #isAddress: boolean
  #known: Known = UNKNOWN
  #changes: Promise<unknown> = NativePromise.resolve()
  #question: Question | null = null

  constructor(reach: () => Promise<SignInAdapter>, isAddress: boolean) {
    this.reach = reach
    this.#isAddress = isAddress
  }

  get known(): Known {
    return this.#known
  }

  /** A store leaves. */
  leave(holder: Holder): void {
    this.holders.delete(holder)
    if (this.holders.size === 0) this.#known = UNKNOWN
  }

  /** Resolves when the changes so far are over. */
  async untilFree(): Promise<void> {
    for (let seen: unknown; seen !== this.#changes; await seen) seen = this.#changes
  }

  /** The server has answered something: it is not unknown any more. @param isOver it has nobody's session, as a form without its proof */
  hear(isOver = this.#known.is === 'unknown'): void {
    if (isOver) this.#believe(NOBODY)
  }

  /** Asks the server who is signed in, and believes it. @returns whether it has answered */
  ask(): Promise<boolean> {
    const own: Question = { changes: null }
    this.#question = own
    own.answer = this.#ask(own)
    return own.answer
  }

  /** Gives a session that no store has to one whose account it is, unless a sign-in runs, which decides. */
  claim(): void {
    const known = this.#known
    if (known.is !== 'somebody' || known.of) return
    const holders = [...this.holders]
    if (holders.some((each) => each.isSigningIn())) return
    const of = holders.find((each) => each.find(known.session))
    const session = of?.find(known.session)
    if (of && session) this.#believe({ is: 'somebody', session, of })
  }

  /**
   * Lets the server check a proof. A session for another account, or one that begins too late, is ended at once; so is one
   * that begins although the call has failed.
   *
   * @throws WalletError `signature_invalid`, `account_mismatch`, `session_not_kept`, and the server's errors
   */
  prove(sent: SentProof, holder: Holder): Promise<void> {
    return this.#change(() => this.#prove(sent, holder).finally(holder.tellOthers))
  }

  /** Ends the session for the visitor, whoever has it: nobody is signed in any more. @throws WalletError */
  signOut(holder: Holder): Promise<void> {
    return this.#change(async () => {
      await this.#end(await this.reach(), holder)
    })
  }

  /**
   * Ends the session of a store whose account has left, or one that no store has. The page counts it as ended at once.
   *
   * @param isDoubted whether another page may have signed in since
   * @throws WalletError
   */
  async release(holder: Holder, isDoubted = false): Promise<void> {
    const { session: ended, of } = { session: null, of: null, ...this.#known }
    if (!ended || (of && of !== holder)) return
    this.#believe({ is: 'somebody', session: ended, of: 'leaving' })
    // A server may not read which account is meant. The page that is on screen has seen the session last, unless it is asking.
    const mayBeOther = isDoubted || isHidden() || this.#question?.changes === this.#changes
    await this.#change(async () => {
      const known = this.#known
      // Another account has signed in here since, and the server has ended the session before.
      if (known.is === 'nobody' || (known.is === 'somebody' && !isSession(known.session, ended))) return
      const adapter = await this.reach()
      const session = mayBeOther ? await askSession(adapter) : undefined
      if (session === undefined || (session && isSession(session, ended)))
        await this.#end(adapter, holder, ended)
      else this.#answer(session)
    })
  }

  #believe(now: Known): void {
    const before = this.#known
    const owner = isHeld(now) ? now.of : null
    // Where no store is left, nobody hears what other pages do.
    this.#known = owner || this.holders.size > 0 ? now : UNKNOWN
    // Whose session has ended hears it first. A listener of the page may change what is known.
    for (const holder of [...this.holders])
      if (holder !== owner && this.#known === now) holder.follow(this, before, now)
    if (this.#known === now) owner?.follow(this, before, now)
  }

  /** Runs a call that changes the session after those before it. */
  #change<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#changes.then(run)
    // The next call runs even when this one failed; its own caller gets the failure.
    this.#changes = done.catch(() => {})
    return done
  }

  async #ask(own: Question): Promise<boolean> {
    try {
      const adapter = await this.reach()
      for (;;) {
        await this.untilFree()
        const { known } = this
        own.changes = this.#changes
        const session = await askSession(adapter)
        await this.untilFree()
        if (this.#question !== own) return (await this.#question?.answer) ?? true
        if (own.changes === this.#changes) this.#answer(session)
        // A sign-in has decided meanwhile. A named sign-out says of one account alone that it has no session.
        else if (known === this.#known || !isHeld(this.#known)) continue
        return true
      }
    } catch {
      return false
    } finally {
      if (this.#question === own) this.#question = null
    }
  }

  #answer(session: Session | null | undefined): void {
    const known = this.#known
    if (session === undefined) this.hear()
    else if (!session) this.#believe(NOBODY)
    else if (!isHeld(known) || !isSession(known.session, session))
      this.#believe({ is: 'somebody', session: { ...session, verified: true } as SignInDetail, of: null })
    this.claim()
  }

  async #prove(sent: SentProof, holder: Holder): Promise<void> {
    const { adapter, proof, signal } = sent
    // Nobody waits for the answer any more, and the server has no new session.
    if (signal.aborted) return
    const verified = (async () => adapter.verify(proof))()
    // The visitor may cancel or disconnect meanwhile: then the machine has ended the sign-in, and here its session ends.
    const fault = await checkProof(sent, verified, this.#isAddress).catch((error) => {
      if (isAnswerLost(error)) this.#undo(sent, holder, verified)
      throw error
    })
    this.#believe(fault ? NOBODY : { is: 'somebody', session: sent.detail, of: holder })
    if (fault) throw fault
  }

  /** Ends the session that a proof may have begun although its answer was lost: now, and again when the answer comes after all. */
  #undo({ adapter, proof }: SentProof, holder: Holder, verified: Promise<unknown>): void {
    const end = (isBegun: boolean) => this.#change(() => this.#endUnheld(adapter, holder, proof, isBegun))
    // Without an answer of the server nothing can be ended.
    end(false).catch(() => {})
    verified.then((late) => late && end(true)).catch(() => {})
  }

  /** Ends an account's session unless a store has it. @param isBegun whether the server has said that it has begun */
  async #endUnheld(
    adapter: SignInAdapter,
    holder: Holder,
    account: Account,
    isBegun: boolean,
  ): Promise<void> {
    const known = this.#known
    // A later sign-in of this account has begun the session that the server has now.
    if (isHeld(known) && isSession(known.session, account)) return
    const session = await lookAtSession(adapter)
    if (session ? isSession(session, account) : session === undefined && isBegun && !isHeld(known))
      return this.#end(adapter, holder, account)
    this.#answer(session)
  }

  async #end(adapter: SignInAdapter, holder: Holder, account?: Account): Promise<void> {
    await endSession(adapter, account)
    this.#believe(NOBODY)
    holder.tellOthers()
  }
}
