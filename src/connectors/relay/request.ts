import type { SignClient } from '@walletconnect/sign-client'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { clearTimer, NativePromise, now, setTimer } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import type { Relayer } from './client-parts.js'
import type { PatchedClient } from './client-patches.js'
import type { RelayLimits } from './limits.js'
import type { Relay } from './relay.js'
import { createDeadline } from './request-deadline.js'
import { move, type PageRequest, type RequestStage } from './request-stage.js'

type Client = InstanceType<typeof SignClient>

type EndCode = 'relay_unreachable' | 'request_expired' | 'session_ended'

/** A request that the client knows. */
interface OpenRequest extends PageRequest {
  /** The request's parameters, in an object of their own that the client passes along unchanged. */
  readonly params: object
  /** The client's own id of the request, once it has one. */
  id?: number
}

/** The client's engine; its events settle the client's promises. */
interface Engine {
  events: {
    emit(event: string, payload: object): void
    once(event: string, listener: (...args: never[]) => void): unknown
  }
}

/** The client's record of its own requests. */
interface History {
  records: Map<number, { request: { params?: { request?: { params?: object } } } }>
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

/** The error of a request without an answer. The caller has to know whether the wallet may have the request. */
function ending(stage: RequestStage, code: EndCode, cause?: Error): WalletError {
  const mayHaveIt = stage !== 'waiting'
  if (code === 'session_ended')
    return new WalletError(code, mayHaveIt ? { cause: new WalletError('request_unconfirmed') } : {})
  if (code === 'request_expired' && stage === 'accepted') return new WalletError(code)
  return new WalletError(mayHaveIt ? 'request_unconfirmed' : 'relay_unreachable', cause ? { cause } : {})
}

/** Passes what the client publishes for a request of ours to `deliver`; the client sends everything else itself. */
function takeOver(
  { core }: Client,
  known: WeakMap<object, OpenRequest>,
  { deliver }: PatchedClient['outbox'],
) {
  const relayer = core.relayer as unknown as Relayer
  const { records } = core.history as unknown as History
  const publish = relayer.publish.bind(relayer)
  relayer.publish = async (topic, message, opts = {}) => {
    const { id, tvf, ttl, prompt, tag, attestation } = opts
    const number = tvf?.correlationId
    const request = known.get(records.get(number as number)?.request.params?.request?.params as object)
    if (!request || number === undefined) return publish(topic, message, opts)
    request.id = number
    const params = { topic, message, ttl, prompt, tag, attestation, tvf }
    await deliver(request, { id: id as string, method: 'irn_publish', params })
    // A message that a relay sends back is no message of the wallet: the client knows its own.
    await relayer.messages.set(topic, message, 'outbound')
  }
}

/**
 * Creates {@link Relay.request}. A request that the relay does not accept in time fails and is never sent
 * afterwards. The client itself would wait a minute and keep trying.
 */
export function createRequests(
  client: Client,
  { outbox, onRefused }: Pick<PatchedClient, 'outbox' | 'onRefused'>,
  limits: RelayLimits,
): Requests {
  const engine = client.engine as unknown as Engine
  refuseSameNumbers(engine)
  const open = new Map<OpenRequest, (code: EndCode) => void>()
  const known = new WeakMap<object, OpenRequest>()
  takeOver(client, known, outbox)

  const ask = async (chainId: string, method: string, request: OpenRequest): Promise<unknown> => {
    const { topic, params, life } = request
    // What has failed meanwhile is not sent.
    while (!life.signal.aborted) {
      try {
        return await client.request({ topic, chainId, request: { method, params } })
      } catch (error) {
        if (!(error instanceof SameNumber)) throw error
      }
      await wait(1)
    }
  }

  return {
    isOpen: () => open.size > 0,
    giveUp(topic) {
      for (const [request, fail] of open) if (request.topic === topic) fail('session_ended')
    },
    request: (topic, chainId, { method, params }, progress) =>
      new NativePromise((resolve, reject) => {
        const request: OpenRequest = {
          params: copy(params),
          topic,
          endsAt: now() + limits.life,
          stage: 'waiting',
          life: new AbortController(),
        }
        const end = () => {
          open.delete(request)
          move(request, 'end')
          clearTimer(sending)
          waiting.stop()
          stopRefused()
          progress?.signal.removeEventListener('abort', withdraw)
        }
        const settle = (error: WalletError) => {
          end()
          reject(error)
          // Settle the client's own promise, which nobody waits for any more.
          if (request.id !== undefined) engine.events.emit(`session_request:${request.id}`, { error })
        }
        const fail = (code: EndCode, cause?: Error) => settle(ending(request.stage, code, cause))
        const sending = setTimer(() => request.stage === 'accepted' || fail('relay_unreachable'), limits.send)
        const waiting = createDeadline(limits.life, () => fail('request_expired'), limits.grace)
        const stopRefused = onRefused((cause) => fail('relay_unreachable', cause))
        const withdraw = () => {
          if (request.stage !== 'waiting') return
          progress?.withdraw()
          settle(new UserRejectedRequestError())
        }
        progress?.signal.addEventListener('abort', withdraw)
        open.set(request, fail)
        known.set(request.params, request)
        ask(chainId, method, request).finally(end).then(resolve, reject)
      }),
  }
}
