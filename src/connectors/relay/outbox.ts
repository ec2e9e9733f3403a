import { NativePromise, now } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import type { Provider, RelayCall, Relayer } from './client-parts.js'
import type { RelayLimits } from './limits.js'
import type { SocketKeeper } from './socket-keeper.js'

/** A request of the page on its way to the relay. */
export interface Parcel {
  /** The request's parameters, in an object of their own that the client passes along unchanged. */
  readonly params: object
  readonly topic: string
  /** Epoch ms after which the request must not be sent any more. */
  readonly endsAt: number
  /** The client's own id of the request, once it has one. */
  id?: number
  /** How many sockets got the request without an answer from the relay. */
  unanswered: number
  /** The relay has the request. */
  taken: boolean
  /** The caller knows that the request failed: it must never leave this page. */
  over: boolean
  onTaken(): void
}

/** Decides which requests leave this page for the relay. */
export interface Outbox {
  /** Follows a request before the client gets it. */
  follow(parcel: Parcel): void
  /** Drops a request, wherever it is. A request that a socket already has cannot be taken back. */
  giveUp(parcel: Parcel): void
  /** Drops every other call that is still waiting to be sent. */
  takeBack(matches: (call: { method: string; topic?: string | undefined }) => boolean): void
  /** Gives the relay the sealed news that a session has ended. Resolves when the relay has it. */
  post(topic: string, message: string, signal: AbortSignal): Promise<void>
  /** A socket is about to be replaced: the next socket sends again what this socket has not delivered. */
  leave(provider: Provider): void
}

/** The client's record of its own requests. */
interface History {
  records: Map<number, { request: { params?: { request?: { params?: unknown } } } }>
}

/** How the protocol publishes the end of a session: it waits a day for the wallet (in s), and wakes nobody up. */
const SESSION_DELETE = { tag: 1_112, ttl: 86_400, prompt: false }

/** The client's event for a published message. */
const PUBLISHED = 'relayer_publish'

/** `readyState` of a socket (WHATWG WebSockets). */
const OPEN = 1

/** The socket was closed before the relay answered. */
class SocketClosed extends Error {}

const refusal = () => new Error('The request was given up')

/** Gives calls to sockets, and tells their callers when a socket has gone. */
function createWire() {
  /** What rejects the calls that a socket has not answered. */
  const onSocket = new WeakMap<Provider, Set<(error: Error) => void>>()

  /** Gives a call to a socket at once. Settles with the relay's answer, or rejects with {@link SocketClosed}. */
  function transmit(provider: Provider, call: RelayCall): Promise<unknown> {
    return new NativePromise((resolve, reject) => {
      // Without an open socket the client would open its own.
      if (provider.connection?.socket?.readyState !== OPEN) return reject(new SocketClosed())
      const known = onSocket.get(provider)
      const open = known ?? new Set()
      if (!known) {
        onSocket.set(provider, open)
        provider.on('disconnect', () => leave(provider))
      }
      open.add(reject)
      const done = () => void open.delete(reject)
      const sent = provider.request(call)
      sent.then(done, done)
      sent.then(resolve, reject)
    })
  }

  function leave(provider: Provider) {
    for (const reject of [...(onSocket.get(provider) ?? [])]) reject(new SocketClosed())
  }

  return { transmit, leave }
}

/** Stands between the client and its sockets, and stops every request that has already failed for its caller. */
export function createOutbox(
  relayer: Relayer,
  history: History,
  keeper: SocketKeeper,
  limits: RelayLimits,
): Outbox {
  const { publisher } = relayer
  const { queue } = publisher
  const byParams = new WeakMap<object, Parcel>()
  const byId = new Map<string, Parcel>()
  const refused = new Set<string>()
  const hearing = new Map<Parcel, () => void>()
  const moving = new Map<string, { call: RelayCall; control: AbortController; sending: Promise<unknown> }>()
  const { transmit, leave } = createWire()

  /** Whether the relay answers. A relay that hangs could deliver a request at some later time. */
  async function isThere(provider: Provider, topic: string): Promise<boolean> {
    const asked = transmit(provider, { method: 'irn_subscribe', params: { topic } }).then(
      () => true,
      (error) => !(error instanceof SocketClosed),
    )
    return within(asked, limits.probe, () => {
      keeper.replace(provider)
      return false
    })
  }

  async function sendParcel(call: RelayCall, parcel: Parcel, signal: AbortSignal): Promise<unknown> {
    for (;;) {
      await keeper.untilOpen(signal)
      const { provider } = relayer
      const there = await isThere(provider, parcel.topic)
      if (signal.aborted || parcel.over) throw refusal()
      if (now() > parcel.endsAt) throw refusal()
      if (!there || provider !== relayer.provider) continue
      parcel.unanswered += 1
      try {
        const answer = await transmit(provider, call)
        parcel.taken = true
        keeper.praise()
        parcel.onTaken()
        return answer
      } catch (error) {
        // A refusal is an answer: the relay does not have the request.
        if (!(error instanceof SocketClosed)) parcel.unanswered -= 1
        throw error
      }
    }
  }

  async function send(call: RelayCall, signal: AbortSignal): Promise<unknown> {
    await relayer.confirmOnlineStateOrThrow()
    const parcel = byId.get(String(call.id))
    if (parcel) return sendParcel(call, parcel, signal)
    await keeper.untilOpen(signal)
    return transmit(relayer.provider, call)
  }

  relayer.request = (call) => {
    const id = call.id === undefined ? '' : String(call.id)
    if (refused.has(id)) return NativePromise.reject(refusal())
    const known = moving.get(id)
    // At each heartbeat the client sends its pending requests again.
    if (known) return known.sending
    const control = new AbortController()
    const sending = send(call, control.signal).finally(() => moving.delete(id))
    if (id) moving.set(id, { call, control, sending })
    return sending
  }

  const publish = relayer.publish.bind(relayer)
  relayer.publish = async (topic, message, opts) => {
    const correlation = opts?.tvf?.correlationId
    const record = correlation === undefined ? undefined : history.records.get(correlation)
    const parcel = byParams.get(record?.request.params?.request?.params as object)
    if (parcel && opts?.id !== undefined) {
      if (parcel.over) return
      Object.assign(parcel, { id: correlation })
      byId.set(String(opts.id), parcel)
    }
    const before = new Set(relayer.events.listeners(PUBLISHED))
    const publishing = publish(topic, message, opts)
    // The client would wait a minute for its `published` event, and keep its listener for ever.
    const added = relayer.events.listeners(PUBLISHED).find((listener) => !before.has(listener))
    if (parcel && added) hearing.set(parcel, () => (added as (call: object) => void)({ id: opts?.id }))
    return publishing
  }

  queue.set = (id, entry) => (refused.has(String(id)) ? queue : Map.prototype.set.call(queue, id, entry))
  publisher.checkQueue = () => {
    // What could not be sent stays in the queue for the next beat, and its own promise rejects in time.
    for (const { request, opts } of queue.values()) publisher.rpcPublish(request, opts).catch(() => {})
  }

  const refuse = (id: string) => {
    refused.add(id)
    queue.delete(id)
    moving.get(id)?.control.abort(refusal())
  }

  return {
    follow(parcel) {
      byParams.set(parcel.params, parcel)
    },
    giveUp(parcel) {
      parcel.over = true
      for (const [id, one] of byId) {
        if (one !== parcel) continue
        byId.delete(id)
        if (!parcel.taken) refuse(id)
      }
      if (!parcel.taken) hearing.get(parcel)?.()
      hearing.delete(parcel)
    },
    takeBack(matches) {
      const waiting = [
        ...[...moving.values()].map(({ call }) => call),
        ...[...queue.values()].map((one) => one.request),
      ]
      for (const { id, method, params } of waiting) {
        if (id !== undefined && matches({ method, topic: params?.topic })) refuse(String(id))
      }
    },
    async post(topic, message, signal) {
      await keeper.untilOpen(signal)
      const params = { topic, message, ...SESSION_DELETE }
      await transmit(relayer.provider, { method: 'irn_publish', params })
    },
    leave,
  }
}
