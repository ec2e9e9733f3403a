import type { StorageLike } from '../../platform/storage.js'
import { wait, within } from '../../platform/time.js'
import { dropEnded, readEnded } from './ended-sessions.js'
import type { RelayLimits } from './limits.js'
import type { Outbox } from './outbox.js'

/** Tells wallets that their sessions have ended, until the relay has the news. */
export interface Courier {
  /** Whether a wallet must still be told. */
  isBusy(): boolean
  /** Sends what is stored. Resolves after the first try, whether the relay was there or not. Never rejects. */
  deliver(): Promise<void>
  /** Another tab has stored something, and is going to send it. It is sent from here if that tab does not get that far. */
  standIn(): void
}

/** Creates the {@link Courier} of a store. @param rest called when every wallet has been told */
export function createCourier(
  { storage, store }: { storage: StorageLike; store: string },
  outbox: Pick<Outbox, 'post'>,
  limits: RelayLimits,
  rest: () => void,
): Courier {
  let sending: Promise<void> | null = null
  let isBusy = false

  /** Sends each message once, also those that are stored meanwhile. */
  const sendAll = async () => {
    const tried = new Set<string>()
    const next = () => readEnded(storage, store).find(({ topic }) => !tried.has(topic))
    for (let one = next(); one; one = next()) {
      const { topic, message } = one
      tried.add(topic)
      const over = new AbortController()
      const posting = outbox.post(topic, message, over.signal)
      // What the relay has not taken stays stored for the next try.
      await within(
        posting.then(
          () => dropEnded(storage, store, topic),
          () => {},
        ),
        limits.send,
        () => over.abort(),
      )
    }
  }
  const send = () =>
    (sending ??= sendAll().finally(() => {
      sending = null
    }))
  /** After the first try, tries again as long as something is stored, after pauses that grow. */
  const goOn = async (first: Promise<void>) => {
    if (isBusy) return
    isBusy = true
    await first
    for (let pause = limits.retry; readEnded(storage, store).length > 0; pause *= 2) {
      await wait(Math.min(pause, limits.maxRetry))
      await send()
    }
    isBusy = false
    rest()
  }
  return {
    isBusy: () => isBusy,
    deliver() {
      const first = send()
      void goOn(first)
      return first
    },
    standIn: () => void goOn(wait(limits.retry)),
  }
}
