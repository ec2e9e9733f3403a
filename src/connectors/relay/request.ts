import type { SignClient } from '@walletconnect/sign-client'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { NativePromise, now } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import type { PatchedClient } from './client-patches.js'
import type { RelayLimits } from './limits.js'
import type { Parcel } from './outbox.js'
import type { Relay } from './relay.js'
import { createDeadline } from './request-deadline.js'

type EndCode = 'relay_unreachable' | 'request_expired' | 'session_ended' | 'user_rejected'

/** The client's engine; its events settle the client's promises. */
interface Engine {
  events: {
    emit(event: string, payload: object): void
    once(event: string, listener: (...args: never[]) => void): unknown
  }
}

/** The client drew a number that a request has already. */
class SameNumber extends Error {}

/**
 * Refuses a number that was drawn before. The client makes a request's number of the clock's millisecond and a random number below
 * 1,000: two requests could have the same one, and one would get the other's answer. Before it sends anything, it begins to listen
 * for the answer to the number. A number is never free again, because a phone remembers it too.
 */
function refuseSameNumbers({ events }: Engine): void {
  const once = events.once.bind(events)
  const drawn = new Set<string>()
  events.once = (event, listener) => {
    if (event.startsWith('session_request')) {
      if (drawn.has(event)) throw new SameNumber()
      drawn.add(event)
    }
    return once(event, listener)
  }
}

/** The open requests of one relay client. */
export interface Requests extends Pick<Relay, 'request' | 'giveUp'> {
  isOpen(): boolean
}

/** Copies the parameters into a new object, by which we recognise the request inside the client. */
function copy(params: unknown): object {
  if (Array.isArray(params)) return [...params]
  const isPlain = typeof params === 'object' && params !== null
  return isPlain ? { ...params } : Object(params)
}

/**
 * Creates {@link Relay.request}. A request that the relay does not take in time fails and never leaves the page
 * afterwards. The client itself would wait a minute and keep trying.
 */
export function createRequests(
  client: InstanceType<typeof SignClient>,
  { outbox, onRefused }: Pick<PatchedClient, 'outbox' | 'onRefused'>,
  limits: RelayLimits,
): Requests {
  const engine = client.engine as unknown as Engine
  const { events } = engine
  refuseSameNumbers(engine)
  const open = new Map<Parcel, (error: WalletError) => void>()

  /** The error of a request without an answer. The caller has to know whether the wallet may have the request. */
  const ending = (parcel: Parcel, code: EndCode, cause?: Error): WalletError => {
    const mayHaveIt = parcel.taken || parcel.unanswered > 0
    const unconfirmed = () => new WalletError('request_unconfirmed')
    if (code === 'user_rejected') return new UserRejectedRequestError(mayHaveIt ? unconfirmed() : undefined)
    if (code === 'session_ended') return new WalletError(code, mayHaveIt ? { cause: unconfirmed() } : {})
    if (code === 'request_expired' && parcel.taken) return new WalletError(code)
    return new WalletError(mayHaveIt ? 'request_unconfirmed' : 'relay_unreachable', cause ? { cause } : {})
  }

  return {
    isOpen: () => open.size > 0,
    giveUp(topic, code = 'session_ended') {
      for (const [parcel, fail] of open) if (parcel.topic === topic) fail(ending(parcel, code))
    },
    request: (topic, chainId, { method, params }) =>
      new NativePromise((resolve, reject) => {
        const parcel: Parcel = {
          params: copy(params),
          topic,
          endsAt: now() + limits.life,
          unanswered: 0,
          taken: false,
          over: false,
          onTaken: () => sending.stop(),
        }
        const sending = createDeadline(limits.send, () => fail(ending(parcel, 'relay_unreachable')))
        const waiting = createDeadline(
          limits.life,
          () => fail(ending(parcel, 'request_expired')),
          limits.grace,
        )
        const stopRefused = onRefused((cause) => fail(ending(parcel, 'relay_unreachable', cause)))
        const done = () => {
          open.delete(parcel)
          outbox.giveUp(parcel)
          sending.stop()
          waiting.stop()
          stopRefused()
        }
        const fail = (error: WalletError) => {
          done()
          reject(error)
          // Settle the client's own promise, which nobody waits for any more.
          if (parcel.id !== undefined) events.emit(`session_request:${parcel.id}`, { error })
        }
        open.set(parcel, fail)
        outbox.follow(parcel)
        const ask = async (): Promise<unknown> => {
          try {
            return await client.request({ topic, chainId, request: { method, params: parcel.params } })
          } catch (error) {
            if (!(error instanceof SameNumber)) throw error
          }
          await wait(1)
          // What has failed meanwhile is not sent.
          return parcel.over ? undefined : ask()
        }
        ask().finally(done).then(resolve, reject)
      }),
  }
}
