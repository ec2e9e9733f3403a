import type { RequestMethod, RequestProgress, WalletSession } from '../connectors/connector.js'
import type { WalletErrorCode } from '../errors/catalogue.js'
import { toWalletError } from '../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import type { Core } from './core.js'
import type { LiveConnection } from './live-connection.js'
import { readAgain } from './read-anew.js'
import type { RequestKind, RunOptions } from './request-queue.js'

/** What a failure without a meaning of its own is called: a page's own connector may throw anything. */
const FAILURES: Partial<Record<RequestKind, WalletErrorCode>> = {
  sign: 'sign_failed',
  execute: 'execute_failed',
}

/** Options of {@link ask}. */
interface AskOptions<T> extends Omit<RunOptions<T>, 'ready'> {
  /** What the connector gets of the request. */
  toProgress?(progress: RequestProgress): RequestProgress
  /** Brings the wallet to the right chain, once the queue has reached the request. */
  prepare?(progress: RequestProgress): Promise<void>
}

/**
 * Calls a method of a session that asks the visitor. For a session that does not say when the wallet gets the request, the wallet
 * has it from the call on.
 */
export const handOver = <T>(
  { tellsSending }: WalletSession,
  progress: RequestProgress,
  call: () => Promise<T>,
): Promise<T> => (tellsSending ? call() : progress.send(call))

/**
 * Checks the arguments at once, and asks the wallet when the queue has reached the request. It asks only for the account of the call.
 *
 * @throws WalletError also `account_mismatch`, when the wallet has changed while the request waited, and what `options.prepare` throws
 */
export async function ask<T>(
  live: LiveConnection,
  kind: RequestKind,
  method: RequestMethod,
  args: unknown[],
  { signal, toProgress = (progress) => progress, prepare, onLate }: AskOptions<T> = {},
): Promise<T> {
  const run = live.session[method] as ((...args: unknown[]) => Promise<T>) | undefined
  if (!run) {
    throw new WalletError(
      method === 'switchChain' ? 'network_switching_only_supported_in_wallet' : 'not_implemented',
    )
  }
  const { account } = live.shown
  const isBound = kind === 'sign' || kind === 'execute'
  const askNow = (progress: RequestProgress) => {
    if (progress.signal.aborted) throw new UserRejectedRequestError()
    if (live.report.account !== account && isBound) throw new WalletError('account_mismatch')
    return handOver(live.session, progress, () => run.apply(live.session, [...args, toProgress(progress)]))
  }
  // A check that is being loaded must not change the order of the requests, nor wait for those before it.
  const checked = live.session.check?.(method, args)
  const answered = live.queue.run(
    kind,
    async (progress) => {
      // Nothing is signed for an account that a lost answer may have left behind.
      if (live.report.isUnsure && isBound) await readAgain(live)
      if (prepare) await prepare(progress)
      return askNow(progress)
    },
    { ready: checked, signal, ...(onLate && { onLate }) },
  )
  try {
    // A check that has failed is reported at once, not when the queue has reached the request.
    return await NativePromise.race([answered, NativePromise.resolve(checked).then(() => answered)])
  } catch (error) {
    const fallback = FAILURES[kind]
    throw toWalletError(error, fallback ?? 'wallet_failed', !!fallback)
  }
}

/**
 * Runs a request. Emits its error unless nobody waits for the request any more, and rejects with a
 * WalletError.
 */
export async function report<T>(core: Core, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await run()
  } catch (caught) {
    const error = toWalletError(caught, 'wallet_failed')
    if (!signal?.aborted && !core.disposed.aborted)
      core.events.emit('error', { code: error.code, message: error.message, error })
    throw error
  }
}
