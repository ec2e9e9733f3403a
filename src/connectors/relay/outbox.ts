import { SECOND } from '../../constants.js'
import { NativePromise, now } from '../../platform/natives.js'
import { wait, within } from '../../platform/time.js'
import type { Provider, RelayCall, Relayer } from './client-parts.js'
import type { RelayLimits } from './limits.js'
import { move, type PageRequest } from './request-stage.js'
import { SESSION_DELETE } from './second-answer.js'
import type { SocketKeeper } from './socket-keeper.js'

/** `readyState` of a socket (WHATWG WebSockets). */
const OPEN = 1

/** The socket was closed before the relay answered. */
class SocketClosed extends Error {}

const refusal = () => new Error('The request was given up')

/** Sends calls on sockets, and rejects those that a closed socket has not answered. */
function createWire() {
  /** What rejects the calls that a socket has not answered. */
  const onSocket = new WeakMap<Provider, Set<(error: Error) => void>>()

  /** Calls `onSend` and sends a call on an open socket. Settles as the relay answers, or rejects with {@link SocketClosed}. */
  function transmit(provider: Provider, call: RelayCall, onSend = () => {}): Promise<unknown> {
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
      onSend()
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
 * Decides which of the client's calls are sent to the relay. It sends the page's requests by itself, because the client would keep them, and
 * send them when their callers have given up.
 */
export class Outbox {
  readonly #wire = createWire()
  /** The client's calls that were dropped. */
  readonly #dropped = new Set<string>()
  readonly #moving = new Map<
    string,
    { call: RelayCall; control: AbortController; sending: Promise<unknown> }
  >()

  constructor(
    private readonly relayer: Relayer,
    private readonly keeper: SocketKeeper,
    private readonly limits: RelayLimits,
  ) {
    const { publisher } = relayer
    const { queue } = publisher
    relayer.request = (call) => this.#request(call)
    queue.set = (id, entry) =>
      this.#dropped.has(String(id)) ? queue : Map.prototype.set.call(queue, id, entry)
    publisher.checkQueue = () => {
      // What could not be sent stays in the queue for the next beat, and its own promise rejects in time.
      for (const { request, opts } of queue.values()) publisher.rpcPublish(request, opts).catch(() => {})
    }
  }

  /** Sends a request of the page. Resolves when the relay has it; rejects when it is over before. */
  readonly deliver = async (request: PageRequest, call: RelayCall): Promise<void> => {
    const { signal } = request.life
    while (!signal.aborted) {
      try {
        await this.relayer.confirmOnlineStateOrThrow()
        await this.keeper.untilOpen(signal)
        const { provider } = this.relayer
        const there = await this.#isThere(provider, request.topic)
        if (signal.aborted || now() > request.endsAt) throw refusal()
        if (!there || provider !== this.relayer.provider) continue
        await this.#wire.transmit(provider, call, () => move(request, 'offer'))
        this.keeper.resetFailures()
        return move(request, 'accepted')
      } catch (error) {
        const isClosed = error instanceof SocketClosed
        move(request, isClosed ? 'closed' : 'refused')
        // The next socket gets it at once. A relay that refuses it, or a page that is offline, is tried again at the next beat.
        if (!isClosed) await wait(this.limits.pulse * SECOND, signal)
      }
    }
    throw refusal()
  }

  /** Drops calls of the client that are still waiting to be sent. */
  drop(matches: (call: { method: string; topic?: string | undefined }) => boolean): void {
    const waiting = [
      ...[...this.#moving.values()].map(({ call }) => call),
      ...[...this.relayer.publisher.queue.values()].map((one) => one.request),
    ]
    for (const { id, method, params } of waiting) {
      if (id === undefined || !matches({ method, topic: params?.topic })) continue
      const name = String(id)
      this.#dropped.add(name)
      this.relayer.publisher.queue.delete(name)
      this.#moving.get(name)?.control.abort(refusal())
    }
  }

  /** Sends the relay the sealed message that ends a session. Resolves when the relay has it. */
  async publishEnd(topic: string, message: string, signal: AbortSignal): Promise<void> {
    const params = { topic, message, ...SESSION_DELETE }
    await this.#send({ method: 'irn_publish', params }, signal)
  }

  /** A socket is about to be replaced: what it has not delivered is sent again on the next one. */
  leave(provider: Provider): void {
    this.#wire.leave(provider)
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

  async #send(call: RelayCall, signal: AbortSignal): Promise<unknown> {
    await this.keeper.untilOpen(signal)
    return this.#wire.transmit(this.relayer.provider, call)
  }

  /** Serves the client's calls. */
  #request(call: RelayCall): Promise<unknown> {
    const id = call.id === undefined ? '' : String(call.id)
    if (this.#dropped.has(id)) return NativePromise.reject(refusal())
    const known = this.#moving.get(id)
    // At each heartbeat the client sends its pending requests again.
    if (known) return known.sending
    const control = new AbortController()
    const sending = this.relayer
      .confirmOnlineStateOrThrow()
      .then(() => this.#send(call, control.signal))
      .finally(() => this.#moving.delete(id))
    if (id) this.#moving.set(id, { call, control, sending })
    return sending
  }
}
