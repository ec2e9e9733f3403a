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

/**
 * Decides which requests leave this page for the relay. It stands between the client and its sockets, and stops every
 * request that has already failed for its caller.
 */
export class Outbox {
  readonly #wire = createWire()
  readonly #byParams = new WeakMap<object, Parcel>()
  readonly #byId = new Map<string, Parcel>()
  readonly #refused = new Set<string>()
  /** What ends the client's own wait for the news that a request was published. */
  readonly #hearing = new Map<Parcel, () => void>()
  readonly #moving = new Map<
    string,
    { call: RelayCall; control: AbortController; sending: Promise<unknown> }
  >()

  constructor(
    private readonly relayer: Relayer,
    private readonly history: History,
    private readonly keeper: SocketKeeper,
    private readonly limits: RelayLimits,
  ) {
    const { publisher } = relayer
    const { queue } = publisher
    relayer.request = (call) => this.#request(call)
    const publish = relayer.publish.bind(relayer)
    relayer.publish = (topic, message, opts) =>
      this.#publish(() => publish(topic, message, opts), opts?.id, opts?.tvf?.correlationId)
    queue.set = (id, entry) =>
      this.#refused.has(String(id)) ? queue : Map.prototype.set.call(queue, id, entry)
    publisher.checkQueue = () => {
      // What could not be sent stays in the queue for the next beat, and its own promise rejects in time.
      for (const { request, opts } of queue.values()) publisher.rpcPublish(request, opts).catch(() => {})
    }
  }

  /** Follows a request before the client gets it. */
  follow(parcel: Parcel): void {
    this.#byParams.set(parcel.params, parcel)
  }

  /** Drops a request, wherever it is. A request that a socket already has cannot be taken back. */
  giveUp(parcel: Parcel): void {
    parcel.over = true
    for (const [id, one] of this.#byId) {
      if (one !== parcel) continue
      this.#byId.delete(id)
      if (!parcel.taken) this.#refuse(id)
    }
    if (!parcel.taken) this.#hearing.get(parcel)?.()
    this.#hearing.delete(parcel)
  }

  /** Drops every other call that is still waiting to be sent. */
  takeBack(matches: (call: { method: string; topic?: string | undefined }) => boolean): void {
    const waiting = [
      ...[...this.#moving.values()].map(({ call }) => call),
      ...[...this.relayer.publisher.queue.values()].map((one) => one.request),
    ]
    for (const { id, method, params } of waiting) {
      if (id !== undefined && matches({ method, topic: params?.topic })) this.#refuse(String(id))
    }
  }

  /** Gives the relay the sealed news that a session has ended. Resolves when the relay has it. */
  async post(topic: string, message: string, signal: AbortSignal): Promise<void> {
    await this.keeper.untilOpen(signal)
    const params = { topic, message, ...SESSION_DELETE }
    await this.#wire.transmit(this.relayer.provider, { method: 'irn_publish', params })
  }

  /** A socket is about to be replaced: the next socket sends again what this socket has not delivered. */
  leave(provider: Provider): void {
    this.#wire.leave(provider)
  }

  #refuse(id: string): void {
    this.#refused.add(id)
    this.relayer.publisher.queue.delete(id)
    this.#moving.get(id)?.control.abort(refusal())
  }

  /** Whether the relay answers. A relay that hangs could deliver a request at some later time. */
  async #isThere(provider: Provider, topic: string): Promise<boolean> {
    const asked = this.#wire.transmit(provider, { method: 'irn_subscribe', params: { topic } }).then(
      () => true,
      (error) => !(error instanceof SocketClosed),
    )
    return within(asked, this.limits.probe, () => {
      this.keeper.replace(provider)
      return false
    })
  }

  async #sendParcel(call: RelayCall, parcel: Parcel, signal: AbortSignal): Promise<unknown> {
    for (;;) {
      await this.keeper.untilOpen(signal)
      const { provider } = this.relayer
      const there = await this.#isThere(provider, parcel.topic)
      if (signal.aborted || parcel.over) throw refusal()
      if (now() > parcel.endsAt) throw refusal()
      if (!there || provider !== this.relayer.provider) continue
      parcel.unanswered += 1
      try {
        const answer = await this.#wire.transmit(provider, call)
        parcel.taken = true
        this.keeper.praise()
        parcel.onTaken()
        return answer
      } catch (error) {
        // A refusal is an answer: the relay does not have the request.
        if (!(error instanceof SocketClosed)) parcel.unanswered -= 1
        throw error
      }
    }
  }

  async #send(call: RelayCall, signal: AbortSignal): Promise<unknown> {
    await this.relayer.confirmOnlineStateOrThrow()
    const parcel = this.#byId.get(String(call.id))
    if (parcel) return this.#sendParcel(call, parcel, signal)
    await this.keeper.untilOpen(signal)
    return this.#wire.transmit(this.relayer.provider, call)
  }

  /** Serves the client's calls. */
  #request(call: RelayCall): Promise<unknown> {
    const id = call.id === undefined ? '' : String(call.id)
    if (this.#refused.has(id)) return NativePromise.reject(refusal())
    const known = this.#moving.get(id)
    // At each heartbeat the client sends its pending requests again.
    if (known) return known.sending
    const control = new AbortController()
    const sending = this.#send(call, control.signal).finally(() => this.#moving.delete(id))
    if (id) this.#moving.set(id, { call, control, sending })
    return sending
  }

  /** Recognises a followed request by the client's ids, and lets it be published unless it is over. */
  async #publish(run: () => Promise<void>, id?: string, correlation?: number): Promise<void> {
    const record = correlation === undefined ? undefined : this.history.records.get(correlation)
    const parcel = this.#byParams.get(record?.request.params?.request?.params as object)
    if (parcel && id !== undefined) {
      if (parcel.over) return
      Object.assign(parcel, { id: correlation })
      this.#byId.set(String(id), parcel)
    }
    const { events } = this.relayer
    const before = new Set(events.listeners(PUBLISHED))
    const publishing = run()
    // The client would wait a minute for its `published` event, and keep its listener for ever.
    const added = events.listeners(PUBLISHED).find((listener) => !before.has(listener))
    if (parcel && added) this.#hearing.set(parcel, () => (added as (call: object) => void)({ id }))
    return publishing
  }
}
