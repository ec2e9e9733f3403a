import { WalletError } from '../errors/wallet-error.js'
import { wait } from '../platform/time.js'
import { RECEIPT_INTERVAL } from './limits.js'

/**
 * Asks every second what has become of what was sent, until there is an answer.
 *
 * @param ask resolves with null while nothing is known
 * @throws WalletError `session_ended` once `signal` is aborted; what `ask` throws
 */
export async function pollChain<T>(ask: () => Promise<T | null>, signal: AbortSignal): Promise<T> {
  while (!signal.aborted) {
    const answer = await ask()
    if (answer !== null) return answer
    await wait(RECEIPT_INTERVAL, signal)
  }
  throw new WalletError('session_ended')
}
