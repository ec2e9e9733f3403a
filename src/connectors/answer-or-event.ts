import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { wait } from '../platform/time.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { Report } from './report.js'

/** The longest wait for a wallet to name its chain, in ms. */
export const CHAIN_TIMEOUT = 3_000

/** An answer comes this long after the event that says the same, in ms. */
const ANSWER_DELAY = 300

/**
 * Settles like a question to a wallet, or with what its events report when the answer is lost or late. A wallet that locks itself at
 * once may send nothing but events.
 *
 * @param readEvent what the events have reported so far; null for nothing
 * @param limit in ms; without it the visitor is being asked
 * @param isAnswer whether an error is an answer; after any other error an event may still come for a moment
 * @throws WalletError `wallet_timeout`, or `session_ended` when nobody listens to the wallet any more
 */
export async function answerOrEvent<T>(
  asked: Promise<T>,
  { signal, follow }: Report,
  readEvent: () => T | null,
  limit?: number,
  isAnswer: (error: unknown) => boolean = () => true,
): Promise<T> {
  const over = new AbortController()
  let stop = () => {}
  const event = new NativePromise<T>((resolve) => {
    const look = () => {
      const value = readEvent()
      if (value !== null) resolve(value)
    }
    stop = follow(look)
    look()
  })
  const fail = (error: unknown) => () => {
    throw error
  }
  const ways: Promise<T>[] = [
    asked.catch((error) => {
      if (isAnswer(error)) throw error
      return NativePromise.race([event, wait(ANSWER_DELAY, over.signal).then(fail(error))])
    }),
    event.then((value) => wait(ANSWER_DELAY, over.signal).then(() => value)),
  ]
  if (limit !== undefined) ways.push(wait(limit, over.signal).then(fail(new WalletError('wallet_timeout'))))
  try {
    return await untilAborted(NativePromise.race(ways), signal, () => new WalletError('session_ended'))
  } finally {
    over.abort()
    stop()
  }
}
