import type { SignClient } from '@walletconnect/sign-client'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise, now } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import { createTurns } from '../../platform/turns.js'
import type { PatchedClient } from './client-patches.js'
import type { RelayLimits } from './limits.js'
import type { Parcel } from './outbox.js'
import type { Relay } from './relay.js'
import { createDeadline } from './request-deadline.js'

type EndCode = 'relay_unreachable' | 'request_expired' | 'session_ended'

/**
 * The shortest time from one request to the next, in ms. The client makes a request's id of the millisecond and a random number below
 * 1,000, so two requests of one millisecond could have the same id, and one would get the other's answer.
 */
const APART = 3

/** The client's engine; its events settle the client's promises. */
interface Engine {
  events: { emit(event: string, payload: object): void }
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
  const { events } = client.engine as unknown as Engine
  const open = new Map<Parcel, (error: WalletError) => void>()
  const inTurn = createTurns()

  /** The error of a request without an answer. The caller has to know whether the wallet may have the request. */
  const ending = (parcel: Parcel, code: EndCode, cause?: Error): WalletError => {
    const mayHaveIt = parcel.taken || parcel.unanswered > 0
    if (code === 'session_ended')
      return new WalletError(code, mayHaveIt ? { cause: new WalletError('request_unconfirmed') } : {})
    if (code === 'request_expired' && parcel.taken) return new WalletError(code)
    return new WalletError(mayHaveIt ? 'request_unconfirmed' : 'relay_unreachable', cause ? { cause } : {})
  }

  return {
    isOpen: () => open.size > 0,
    giveUp(topic) {
      for (const [parcel, fail] of open) if (parcel.topic === topic) fail(ending(parcel, 'session_ended'))
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
        void inTurn(async () => {
          // What has failed meanwhile is not sent.
          if (parcel.over) return
          const asked = client.request({ topic, chainId, request: { method, params: parcel.params } })
          asked.finally(done).then(resolve, reject)
          await wait(APART)
        })
      }),
  }
}
