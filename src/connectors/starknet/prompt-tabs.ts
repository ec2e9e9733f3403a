import { STORAGE_PREFIX } from '../../constants.js'
import { findLocks } from '../../platform/locks.js'
import { NativePromise, now } from '../../platform/natives.js'
import { untilReturn } from '../../platform/page.js'
import { wait } from '../../platform/time.js'
import { untilHidden, untilUsed } from '../../platform/visitor.js'
import { STARKNET_PROMPT_PAUSE } from './prompt-pause.js'
import type { StarknetWallet } from './wallet-object.js'

/** A request that comes within this time after a click comes of the click, in ms. */
const FRESH = 1_000

/** The name of the lock of the tab in which the visitor has a prompt of this wallet to answer. */
const nameLock = ({ id }: StarknetWallet) => `${STORAGE_PREFIX}:prompt:${id}`

/** The beginning of the names of its open prompts, also of those that the visitor has lost; when each was opened follows, in epoch ms. */
const nameOpen = ({ id }: StarknetWallet) => `${STORAGE_PREFIX}:open:${id}:`

const readStart = (wallet: StarknetWallet, name: string) =>
  Number.parseInt(name.slice(nameOpen(wallet).length), 10)

/** The prompts of this tab that are open. */
const own = new Set<string>()

/** The locks of the prompts that other tabs have open; none where nobody can tell. Never rejects. */
async function findOthers(locks: LockManager, wallet: StarknetWallet): Promise<string[]> {
  const read = async () => (await locks.query()).held ?? []
  const names = (await read().catch(() => [])).map(({ name = '' }) => name)
  return names.filter((name) => name.startsWith(nameOpen(wallet)) && !own.has(name))
}

/** Acquires a lock, then calls `untilDone` and keeps the lock until that settles. @returns when the lock is acquired */
const acquire = (
  locks: LockManager,
  name: string,
  untilDone: () => Promise<unknown>,
  options: LockOptions = {},
): Promise<void> =>
  new NativePromise((resolve, reject) => {
    const locking = locks.request(name, options, () => {
      resolve()
      return untilDone()
    })
    locking.catch(reject)
  })

const untilOver = (over: AbortSignal): Promise<void> =>
  new NativePromise((resolve) => {
    if (over.aborted) resolve()
    over.addEventListener('abort', () => resolve())
  })

/**
 * Resolves when the visitor has no prompt of this wallet to answer in another tab of this origin, if the browser has locks. Until the
 * prompt is answered, other tabs then wait in the same way. A visitor who has used this page since the other prompt was opened has lost
 * that one, and need not wait for it.
 *
 * @param lastUse when the visitor last used this page, in epoch ms
 * @param over aborted when the prompt has its answer, or nobody waits for it any more
 * @param untilClosed waits for the window of an answered prompt
 */
export async function lockPrompts(
  wallet: StarknetWallet,
  lastUse: () => number,
  over: AbortSignal,
  untilClosed: () => Promise<void>,
): Promise<void> {
  const locks = findLocks()
  if (!locks) return
  const isClosed = untilOver(over).then(untilClosed)
  /** Called when the prompt opens. An answered one keeps its lock until its window has closed. */
  const untilLeft = async () => {
    await NativePromise.race([untilReturn(over), untilHidden(over)])
    if (over.aborted) await isClosed
  }
  const lock = nameLock(wallet)
  try {
    const isFresh = now() - lastUse() < FRESH
    /** Whether the visitor has used this tab after those prompts of other tabs: then they are lost. */
    const isAfter = (others: readonly string[]): boolean => {
      const used = lastUse()
      return others.every((one) => readStart(wallet, one) <= used)
    }
    const waiting = new AbortController()
    const untilHere = async () => {
      const others = await findOthers(locks, wallet)
      const isHere = isFresh || (others.length > 0 && isAfter(others))
      // The window of an answered prompt may still be closing; a lost one keeps its lock longer.
      if (isHere) await wait(STARKNET_PROMPT_PAUSE, over)
      // Another tab may have opened a prompt meanwhile.
      if (!isHere || !isAfter(await findOthers(locks, wallet))) await untilUsed(over)
      waiting.abort()
    }
    void untilHere()
    await acquire(locks, lock, untilLeft, { signal: waiting.signal }).catch(async () => {
      if (!over.aborted) await acquire(locks, lock, untilLeft, { steal: true })
    })
    const open = `${nameOpen(wallet)}${now()}:${Math.random()}`
    own.add(open)
    const isOver = isClosed.then(() => own.delete(open))
    void acquire(locks, open, () => isOver).catch(() => {})
  } catch {
    // A sandboxed frame has no locks; the prompts of this tab still queue.
  }
}

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
  const isAsking = [...own].some((name) => name.startsWith(nameOpen(wallet)))
  if (!locks || isAsking) {
    then(false)
    return
  }
  const untilFree = async () => {
    const others = await findOthers(locks, wallet)
    for (const name of others) await locks.request(name, { signal }, () => {})
    // This tab's own requests wait until it knows where the wallet is.
    if (others.length) await locks.request(nameLock(wallet), { signal }, () => then(true))
    return others.length > 0
  }
  // A sandboxed frame has no locks, and an aborted wait needs no answer.
  untilFree().then(
    (wasAsked) => wasAsked || then(false),
    () => signal.aborted || then(false),
  )
}
