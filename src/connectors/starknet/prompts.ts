import { STORAGE_PREFIX } from '../../constants.js'
import { WalletError } from '../../errors/wallet-error.js'
import { findLocks } from '../../platform/environment.js'
import { NativePromise, ticks } from '../../platform/natives.js'
import { untilReturn } from '../../platform/page.js'
import { wait } from '../../platform/time.js'
import { createTurns, type Turns } from '../../platform/turns.js'
import { untilAborted } from '../../platform/until-aborted.js'
import { STARKNET_PROMPT_PAUSE } from './prompt-pause.js'
import type { StarknetWallet } from './wallet-object.js'

/** A connection prompt older than this counts as lost, so that a new prompt may open, in ms. */
const PROMPT_LIFE = 60_000

/** The prompts of each wallet, across all sessions. */
const lines = new WeakMap<object, Turns>()

/** Lets the prompts of each wallet pass that wait behind the open one. */
const passes = new WeakMap<object, () => void>()

/** When the last window of each wallet will be closed, on the clock of `ticks`. */
const closed = new WeakMap<object, number>()

/** The connection prompt that is open in each wallet. */
const connecting = new WeakMap<object, { since: number; answer: Promise<unknown> }>()

/** Settles like `promise`, or rejects with `session_ended` when `signal` is aborted first. */
export const untilEnded = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  untilAborted(promise, signal, () => new WalletError('session_ended'))

/**
 * Runs `action` when the wallet has no other prompt of this page open, because a wallet that gets two requests at once
 * opens many windows, or when the visitor has come back from that prompt without an answer. An aborted action gives up its
 * turn.
 *
 * @param action its argument says whether the prompt before it is still open
 */
export function inTurn<T>(
  wallet: object,
  signal: AbortSignal,
  action: (isPassed: boolean) => Promise<T>,
): Promise<T> {
  const line = lines.get(wallet) ?? createTurns()
  lines.set(wallet, line)
  const turn = line(async ({ isPassed, pass }) => {
    if (signal.aborted) throw new WalletError('session_ended')
    const answered = new AbortController()
    passes.set(wallet, pass)
    void untilReturn(answered.signal).then(pass)
    try {
      return await untilEnded(action(isPassed), signal)
    } finally {
      answered.abort()
    }
  })
  return untilEnded(turn, signal)
}

/** The visitor has given up the wallet's open prompt, so the next one need not wait for it. */
export const passOpenPrompt = (wallet: object): void => passes.get(wallet)?.()

/** Whether the wallet's last window may still be closing. */
export const isClosing = (wallet: object): boolean => (closed.get(wallet) ?? 0) > ticks()

/** Resolves when the wallet's last window has had time to close, or `signal` is aborted. */
export async function untilClosed(wallet: object, signal: AbortSignal): Promise<void> {
  if (isClosing(wallet)) await wait((closed.get(wallet) ?? 0) - ticks(), signal)
}

/** Sends a request that opens a window, and remembers when the wallet has answered it. */
export async function inWindow<T>(wallet: object, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } finally {
    closed.set(wallet, ticks() + STARKNET_PROMPT_PAUSE)
  }
}

/** Sends a request that opens a window, once the wallet's last window has had time to close. */
export async function askInWindow<T>(
  wallet: object,
  signal: AbortSignal,
  action: () => Promise<T>,
): Promise<T> {
  await untilClosed(wallet, signal)
  if (signal.aborted) throw new WalletError('session_ended')
  return inWindow(wallet, action)
}

/** The lock that a tab holds while a prompt of this wallet is open. */
const nameLock = (wallet: StarknetWallet) => `${STORAGE_PREFIX}:prompt:${wallet.id}`

/** The locks that this tab holds. */
const held = new Set<string>()

/**
 * Runs `then` when no other tab of this origin has a prompt of this wallet open any more: at once if none has one, or if
 * nobody can tell.
 *
 * @param then its argument says whether another tab had one
 */
export function afterOtherTabs(
  wallet: StarknetWallet,
  signal: AbortSignal,
  then: (wasAsked: boolean) => unknown,
): void {
  const locks = findLocks()
  const name = nameLock(wallet)
  if (!locks || held.has(name)) {
    then(false)
    return
  }
  const untilFree = async () => {
    const { held: all = [] } = await locks.query()
    if (!all.some((lock) => lock.name === name)) return false
    // This tab's own requests wait until it knows where the wallet is.
    await locks.request(name, { signal }, () => then(true))
    return true
  }
  // A sandboxed frame has no locks, and an aborted wait needs no answer.
  untilFree().then(
    (wasAsked) => wasAsked || then(false),
    () => signal.aborted || then(false),
  )
}

/**
 * Runs `action` when no other tab of this origin has a prompt of this wallet open, if the browser has locks. Argent X
 * accepts requests without an id, so two tabs that sign at once would get the same signature. A visitor who uses this page
 * instead of answering the other prompt has lost it, and need not wait for it.
 *
 * @param action must settle when `signal` is aborted
 */
export function aloneInOrigin<T>(
  wallet: StarknetWallet,
  signal: AbortSignal,
  action: () => Promise<T>,
): Promise<T> {
  const locks = findLocks()
  const name = nameLock(wallet)
  if (!locks) return action()
  return new NativePromise((resolve, reject) => {
    let isGranted = false
    const waiting = new AbortController()
    const stop = () => waiting.abort()
    signal.addEventListener('abort', stop, { signal: waiting.signal })
    void untilReturn(waiting.signal).then(stop)
    const refused = (error: unknown) => {
      if (isGranted) return
      if (signal.aborted) return reject(new WalletError('session_ended', { cause: error }))
      // The other prompt is lost, or a sandboxed frame has no locks; the prompts of this tab still queue.
      action().then(resolve, reject)
    }
    try {
      locks
        .request(name, { signal: waiting.signal }, async () => {
          isGranted = true
          stop()
          held.add(name)
          const answer = action()
          answer.then(resolve, reject)
          const rest = () => untilClosed(wallet, signal)
          await answer.then(rest, rest)
          held.delete(name)
        })
        .catch(refused)
    } catch (error) {
      refused(error)
    }
  })
}

/**
 * Asks for accounts, or waits for the same request if it is open in the wallet already.
 *
 * @param look reads what the wallet shows meanwhile, because the answer to that request may be lost; null for nothing
 */
export async function joinConnecting<T>(
  wallet: object,
  ask: () => Promise<T>,
  look: () => Promise<T | null>,
): Promise<T> {
  const open = connecting.get(wallet) as { since: number; answer: Promise<T> } | undefined
  if (open && ticks() - open.since < PROMPT_LIFE) {
    const seen = look().catch(() => null)
    const found = await NativePromise.race([open.answer, seen])
    if (found === null) return open.answer
    if (connecting.get(wallet) === open) connecting.delete(wallet)
    return found
  }
  const entry = { since: ticks(), answer: ask() }
  connecting.set(wallet, entry)
  const done = () => {
    if (connecting.get(wallet) === entry) connecting.delete(wallet)
  }
  entry.answer.then(done, done)
  return entry.answer
}
