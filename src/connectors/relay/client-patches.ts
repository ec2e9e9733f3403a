import type { SignClient } from '@walletconnect/sign-client'
import { DEFAULT_RELAY } from '../../constants.js'
import { now } from '../../platform/natives.js'
import type { Relayer } from './client-parts.js'
import { toRefusal } from './failures.js'
import type { RelayLimits } from './limits.js'
import { createOutbox, type Outbox } from './outbox.js'
import { refuseSecondWallets } from './second-answer.js'
import { keepSocket } from './socket-keeper.js'
import type { RelayPrefix } from './stored-sessions.js'

type Client = InstanceType<typeof SignClient>
/** The relay's client with the parts of its behaviour replaced that this package does not want. */
export interface PatchedClient {
  readonly outbox: Outbox
  /** Starts what a client at rest has stopped: its pulse, its attempts to reach the relay. The next attempt begins without a pause. */
  wake(): void
  /** Takes a topic out of what is subscribed to, here only. */
  unsubscribe(topic: string): void
  /** Calls `listener` when the relay refuses this page for good. @returns the way to stop */
  onRefused(listener: (error: Error) => void): () => void
  /** The page may have configured another relay or project id since. */
  apply(settings: { projectId: string; relayUrl: string | undefined }): void
}

/** A socket that the relay closes sooner than this after it was opened was not wanted, in ms. */
const SHORT_LIFE = 1_000

/** The code with which the relay closes a socket that it refuses; codes below it are the browser's own. */
const UNAUTHORISED_CLOSE = 3_000

/** So many unwanted sockets in a row are a refusal; one or two are a relay that moves its clients about. */
const MAX_SHORT_LIVES = 3

/** Messages remembered for telling duplicates. */
const MAX_SEEN = 500

/**
 * Patches a client before it is initialised.
 *
 * @param isAwaited whether somebody waits for an answer over the relay
 */
export function patchClient(
  client: Client,
  prefix: RelayPrefix,
  limits: RelayLimits,
  isAwaited: () => boolean,
): PatchedClient {
  const { core } = client
  const relayer = core.relayer as unknown as Relayer
  const { publisher, subscriber } = relayer
  const listeners = new Set<(error: Error) => void>()
  const page = globalThis as Record<string, unknown>
  // Another copy of the client on this page would be given this one.
  for (const name of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`]) delete page[name]

  // The verify frame asks a third party about every request, and costs 5 s each where it cannot be reached.
  core.verify.register = async () => undefined as never
  refuseSecondWallets(client)

  core.heartbeat.interval = limits.pulse
  publisher.initialPublishTimeout = limits.send
  const keeper = keepSocket(relayer, limits, isAwaited, () => publisher.checkQueue())
  const outbox = createOutbox(relayer, core.history as never, keeper, limits)

  let beating = true
  let openedAt = 0
  let shortLives = 0
  const refuse = (reason: string) => {
    shortLives = 0
    keeper.block()
    // A socket that cannot be closed is closed already.
    void relayer.transportClose().catch(() => {})
    for (const listener of [...listeners]) listener(toRefusal(reason))
  }
  core.relayer.on('relayer_connect', () => {
    openedAt = now()
  })

  const createProvider = relayer.createProvider.bind(relayer)
  relayer.createProvider = async () => {
    outbox.leave(relayer.provider)
    await createProvider()
    const { provider } = relayer
    // A socket that is not in use any more has no other listener for errors, and would throw.
    provider.on('error', () => {})
    const onPayload = provider.onPayload.bind(provider)
    const onClose = provider.onClose.bind(provider)
    // A frame that is no JSON reaches it as a string, and would throw in the socket's own handler.
    provider.onPayload = (payload) => {
      if (typeof payload === 'object' && payload !== null) onPayload(payload)
    }
    provider.onClose = (event) => {
      onClose(event)
      if (!event || event.code < UNAUTHORISED_CLOSE) return
      shortLives = now() - openedAt < SHORT_LIFE ? shortLives + 1 : 0
      if (event.code === UNAUTHORISED_CLOSE || shortLives >= MAX_SHORT_LIVES)
        refuse(event.reason || String(event.code))
    }
  }
  const onProviderPayload = relayer.onProviderPayload.bind(relayer)
  // Nobody awaits it: a message that the client cannot handle would go unhandled.
  relayer.onProviderPayload = (payload) => onProviderPayload(payload).catch(() => {})
  // Relays deliver at least once. The client's own check lets duplicates through that come at the same time.
  const seen = new Set<string>()
  const onMessageEvent = relayer.onMessageEvent.bind(relayer)
  relayer.onMessageEvent = async (event) => {
    const { topic, message } = event
    if (seen.has(message)) return
    seen.add(message)
    if (seen.size > MAX_SEEN) seen.delete(seen.values().next().value as string)
    if (await subscriber.isKnownTopic(topic)) await onMessageEvent(event)
    else seen.delete(message)
  }
  const stop = core.heartbeat.stop.bind(core.heartbeat)
  core.heartbeat.stop = () => {
    beating = false
    stop()
  }

  return {
    outbox,
    wake() {
      relayer.transportExplicitlyClosed = false
      keeper.wake()
      if (beating) return
      beating = true
      // It starts a timer, and does not reject.
      void core.heartbeat.init()
    },
    unsubscribe(topic) {
      for (const id of subscriber.topicMap.get(topic)) subscriber.subscriptions.delete(id)
      subscriber.topicMap.delete(topic)
      subscriber.pending.delete(topic)
      subscriber.cached = subscriber.cached.filter((one) => one.topic !== topic)
    },
    onRefused(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    apply({ projectId, relayUrl = DEFAULT_RELAY }) {
      if (relayer.projectId === projectId && relayer.relayUrl === relayUrl) return
      Object.assign(relayer, { projectId, relayUrl })
      // A socket that cannot be closed is closed already.
      if (relayer.connected) void relayer.transportClose().catch(() => {})
    },
  }
}
