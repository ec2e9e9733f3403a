import type { StorageLike } from '../../platform/storage.js'
import { wait, within } from '../../platform/time.js'
import { dropEnded, readEnded } from './ended-sessions.js'
import type { RelayLimits } from './limits.js'
import type { Outbox } from './outbox.js'

/** Sends wallets the messages that end their sessions, until the relay has them. */
export interface EndDelivery {
  /** Whether a message has still to be sent. */
  isBusy(): boolean
  /** Sends what is stored. Resolves after the first try, whether it has succeeded or not. Never rejects. */
  deliver(): Promise<void>
  /** Another tab has stored a message, and is going to send it. This page sends it after a pause if it is still stored. */
  deliverLater(): void
}

/** `idle`: nothing has to be sent. `pausing`: the next try follows a pause. A promise: the try that runs. */
type Stage = 'idle' | 'pausing' | Promise<void>

/** Creates the {@link EndDelivery} of a store. @param rest called when the relay has every message */
export function createEndDelivery(
  { storage, store }: { storage: StorageLike; store: string },
  outbox: Pick<Outbox, 'publishEnd'>,
  limits: RelayLimits,
  rest: () => void,
): EndDelivery {
  let stage: Stage = 'idle'

  /** Sends each message once, also those that are stored meanwhile. */
  const sendAll = async () => {
    const tried = new Set<string>()
    const next = () => readEnded(storage, store).find(({ topic }) => !tried.has(topic))
    for (let one = next(); one; one = next()) {
      const { topic, message } = one
      tried.add(topic)
      const over = new AbortController()
      const sending = outbox.publishEnd(topic, message, over.signal)
      // What the relay has not accepted stays stored for the next try.
      await within(
        sending.then(
          () => dropEnded(storage, store, topic),
          () => {},
        ),
        limits.send,
        () => over.abort(),
      )
    }
  }
  /** Begins a try, or joins the one that runs. */
  const send = (): Promise<void> => {
    if (typeof stage === 'object') return stage
    const own = sendAll().finally(() => {
      if (stage === own) stage = 'pausing'
    })
    stage = own
    return own
  }
  /** After the first try, tries again as long as something is stored, after pauses that grow. */
  const retry = async (first: Promise<void>) => {
    await first
    for (let pause = limits.retry; readEnded(storage, store).length > 0; pause *= 2) {
      await wait(Math.min(pause, limits.maxRetry))
      await send()
    }
    stage = 'idle'
    rest()
  }
  return {
    isBusy: () => stage !== 'idle',
    deliver() {
      const wasIdle = stage === 'idle'
      const first = send()
      if (wasIdle) void retry(first)
      return first
    },
    deliverLater() {
      if (stage !== 'idle') return
      stage = 'pausing'
      void retry(wait(limits.retry))
    },
  }
}
