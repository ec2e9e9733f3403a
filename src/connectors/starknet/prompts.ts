import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { withFirstAbort } from '../../platform/first-abort.js'
import { NativePromise, ticks } from '../../platform/natives.js'
import { untilReturn } from '../../platform/page.js'
import { createQueue, type Queue } from '../../platform/queue.js'
import { wait } from '../../platform/time.js'
import { untilAborted } from '../../platform/until-aborted.js'
import type { RequestProgress } from '../requests.js'
import { STARKNET_PROMPT_PAUSE } from './prompt-pause.js'
import { lockPrompts } from './prompt-tabs.js'
import type { StarknetWallet } from './wallet-object.js'

/** A connection prompt older than this counts as lost, so that a new prompt may open, in ms. */
const PROMPT_LIFE = 60_000

/** What is known of the prompts of one wallet object, whichever of the page's stores asks. */
interface Prompts {
  enqueue: Queue
  /** The question for accounts that is open. */
  connecting: { since: number; answer: Promise<unknown> } | null
  /** When the last window will be closed, on the clock of `ticks`. */
  closed: number
}

const known = new WeakMap<object, Prompts>()

function promptsOf(wallet: object): Prompts {
  const found = known.get(wallet) ?? { enqueue: createQueue(), connecting: null, closed: 0 }
  known.set(wallet, found)
  return found
}

/** Settles like `promise`, or rejects with `session_ended` when `signal` is aborted first. */
export const untilEnded = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  untilAborted(promise, signal, () => new WalletError('session_ended'))

/** What a prompt belongs to. */
interface Owner {
  wallet: StarknetWallet
  /** Aborted when the session ends, or the attempt to connect. */
  signal: AbortSignal
}

/** A prompt that waits in the queue. */
export interface Prompt extends Owner {
  /** The page's request, where it can be given up. Then the prompt that the wallet has goes on until its answer. */
  progress?: RequestProgress | undefined
  /** The wallet can open the next prompt while one that its visitor has lost is still open. */
  takesMore?: boolean
  /**
   * When the visitor last used this page, in epoch ms, for a wallet that serves all tabs of this origin. It must have one prompt only:
   * Argent X accepts requests without an id, so two tabs that sign at once would get the same signature.
   */
  lastUse?: (() => number) | undefined
  /** Called when the prompt has to wait. */
  onWait?: (() => void) | undefined
}

/** @throws WalletError `user_rejected` or `session_ended` when nobody waits for the prompt any more */
function checkWanted(signal: AbortSignal, progress: RequestProgress | undefined): void {
  if (progress?.signal.aborted) throw new UserRejectedRequestError()
  if (signal.aborted) throw new WalletError('session_ended')
}

/**
 * Runs `action` when the visitor has no other prompt of this wallet to answer, because a wallet that gets two requests at
 * once opens many windows. A prompt leaves the queue with its answer, and also when the visitor has come back from it without one, has given
 * it up, or its session has ended: then it may still be open, and the next one is asked all the same.
 */
export function queuePrompt<T>(prompt: Prompt, action: () => Promise<T>): Promise<T> {
  const { wallet, signal, progress, takesMore, lastUse, onWait } = prompt
  const answered = promptsOf(wallet).enqueue(
    ({ release }) =>
      withFirstAbort([signal, progress?.signal], async (over) => {
        if (lastUse) await lockPrompts(wallet, lastUse, over, () => untilClosed(wallet))
        checkWanted(signal, progress)
        if (takesMore) void untilReturn(over).then(release)
        else over.addEventListener('abort', () => release())
        return action()
      }),
    onWait,
  )
  return progress ? answered : untilEnded(answered, signal)
}

const timeToClose = (wallet: object): number => promptsOf(wallet).closed - ticks()

/** Whether the wallet's last window may still be closing. */
export const isClosing = (wallet: object): boolean => timeToClose(wallet) > 0

/** Resolves when the wallet's last window has had time to close, or `signal` is aborted. */
export async function untilClosed(wallet: object, signal?: AbortSignal): Promise<void> {
  if (isClosing(wallet)) await wait(timeToClose(wallet), signal)
}

/** Sends a request that opens a window, and remembers when the wallet has answered it. */
export async function inWindow<T>(wallet: object, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } finally {
    promptsOf(wallet).closed = ticks() + STARKNET_PROMPT_PAUSE
  }
}

/** Sends a request that opens a window, once the wallet's last window has had time to close. It opens none for nobody. */
export async function askInWindow<T>(
  { wallet, signal }: Owner,
  progress: RequestProgress,
  action: () => Promise<T>,
): Promise<T> {
  await untilClosed(wallet, signal)
  checkWanted(signal, progress)
  return inWindow(wallet, action)
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
  const prompts = promptsOf(wallet)
  const open = prompts.connecting as { since: number; answer: Promise<T> } | null
  if (open && ticks() - open.since < PROMPT_LIFE) {
    const seen = look().catch(() => null)
    const found = await NativePromise.race([open.answer, seen])
    if (found === null) return open.answer
    if (prompts.connecting === open) prompts.connecting = null
    return found
  }
  const entry = { since: ticks(), answer: ask() }
  prompts.connecting = entry
  const done = () => {
    if (prompts.connecting === entry) prompts.connecting = null
  }
  entry.answer.then(done, done)
  return entry.answer
}
