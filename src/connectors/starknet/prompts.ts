import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise, now } from '../../platform/natives.js'

/** A connection prompt older than this counts as lost, and a new one may be opened, in ms. */
const PROMPT_LIFE = 60_000

/** The end of each wallet's line of prompts, whichever session they are of. */
const lines = new WeakMap<object, Promise<unknown>>()

/** The connection prompt that is open in each wallet. */
const connecting = new WeakMap<object, { since: number; answer: Promise<unknown> }>()

/** Settles like `promise`, or rejects with `session_ended` when `signal` is aborted first. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new NativePromise((resolve, reject) => {
    const stop = () => reject(new WalletError('session_ended'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    const done = () => signal.removeEventListener('abort', stop)
    promise.then(
      (value) => (done(), resolve(value)),
      (error) => (done(), reject(error)),
    )
  })
}

/**
 * Runs `action` when the wallet has no other prompt of this page open: wallets asked twice at once open a heap of windows.
 * An aborted action gives its place up.
 */
export function inTurn<T>(wallet: object, signal: AbortSignal, action: () => Promise<T>): Promise<T> {
  const before = lines.get(wallet) ?? NativePromise.resolve()
  const turn = before.then(() => {
    if (signal.aborted) throw new WalletError('session_ended')
    return untilAborted(action(), signal)
  })
  lines.set(
    wallet,
    turn.then(
      () => {},
      () => {},
    ),
  )
  return untilAborted(turn, signal)
}

/** Asks for accounts, or waits for the same question that is open in the wallet already. */
export function joinConnecting(wallet: object, ask: () => Promise<unknown>): Promise<unknown> {
  const open = connecting.get(wallet)
  if (open && now() - open.since < PROMPT_LIFE) return open.answer
  const entry = { since: now(), answer: ask() }
  connecting.set(wallet, entry)
  const done = () => {
    if (connecting.get(wallet) === entry) connecting.delete(wallet)
  }
  entry.answer.then(done, done)
  return entry.answer
}
