import type { SignClient } from '@walletconnect/sign-client'
import { DEFAULT_RELAY } from '../../constants.js'
import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import type { Relayer } from './client-parts.js'
import { toRefusal } from './failures.js'
import type { RelayLimits } from './limits.js'
import { Outbox } from './outbox.js'
import { type Answers, refuseSecondWallets } from './second-answer.js'
import { SocketKeeper } from './socket-keeper.js'
import type { RelayPrefix } from './stored-sessions.js'

type Client = InstanceType<typeof SignClient>
/** The relay's client, with some of its behaviour replaced. */
export interface PatchedClient {
  readonly outbox: Outbox
  readonly answers: Answers
  /**
   * Restarts a client that sleeps: its heartbeat, and its attempts to reach the relay. The next attempt begins without a
   * pause.
   */
  wake(): void
  /** Stops the client's timer, and closes its socket. */
  sleep(): void
  /** Subscribes to a topic now, or at a heartbeat once the relay can be reached. */
  subscribe(topic: string): void
  /** Removes a topic from the subscriptions, on this page only. */
  unsubscribe(topic: string): void
  /** Calls `listener` when the relay refuses this page permanently. @returns the way to stop */
  onRefused(listener: (error: Error) => void): () => void
  /** Applies new settings: the page may have configured another relay or project id since. */
  apply(settings: { projectId: string; relayUrl: string | undefined }): void
}

/** When the relay closes a socket sooner than this after it was opened, it refused the socket, in ms. */
const SHORT_LIFE = 1_000

/** The code with which the relay closes a socket that it refuses; codes below it are the browser's own. */
const UNAUTHORISED_CLOSE = 3_000

/**
 * After this many refused sockets in a row, the relay refuses the page. After one or two it may only be moving its
 * clients.
 */
const MAX_SHORT_LIVES = 3

/** How many messages we remember, to recognise duplicates. */
const MAX_SEEN = 500

/** Corrects each socket that the client opens. @param refuse called when the relay refuses this page permanently */
function patchSockets(
  relayer: Relayer,
  keeper: SocketKeeper,
  outbox: Outbox,
  refuse: (reason: string) => void,
): void {
  let shortLives = 0
  const onClose = ({ code, reason }: { code: number; reason: string }, age: number | null) => {
    if (code < UNAUTHORISED_CLOSE) return
    shortLives = age !== null && age < SHORT_LIFE ? shortLives + 1 : 0
    if (code !== UNAUTHORISED_CLOSE && shortLives < MAX_SHORT_LIVES) return
    shortLives = 0
    refuse(reason || String(code))
  }
  const createProvider = relayer.createProvider.bind(relayer)
  relayer.createProvider = async () => {
    outbox.leave(relayer.provider)
    await createProvider()
    const { provider } = relayer
    // A socket that is not used any more has no other error listener, and would throw.
    provider.on('error', () => {})
    const readPayload = provider.onPayload.bind(provider)
    const close = provider.onClose.bind(provider)
    // A frame that is not JSON arrives as a string, and would make the socket's own handler throw.
    provider.onPayload = (payload) => {
      if (typeof payload === 'object' && payload !== null) readPayload(payload)
    }
    provider.onClose = (event) => {
      const age = keeper.readAge()
      close(event)
      if (event) onClose(event, age)
    }
  }
}

/** Ignores a message that the client cannot handle, or that the relay delivers again. */
function patchMessages(relayer: Relayer): void {
  const onProviderPayload = relayer.onProviderPayload.bind(relayer)
  // The client does not await it, so a failure would be an unhandled rejection.
  relayer.onProviderPayload = (payload) => onProviderPayload(payload).catch(() => {})
  // A relay delivers at least once. The client's own check misses duplicates that arrive at the same time.
  const seen = new Set<string>()
  const onMessageEvent = relayer.onMessageEvent.bind(relayer)
  relayer.onMessageEvent = async (event) => {
    const { topic, message } = event
    if (seen.has(message)) return
    seen.add(message)
    if (seen.size > MAX_SEEN) seen.delete(seen.values().next().value as string)
    if (await relayer.subscriber.isKnownTopic(topic)) await onMessageEvent(event)
    else seen.delete(message)
  }
}

/** The client's engine, as far as it reads how a wallet settles or ends a session. It is that of 2.21.8, which we pin. */
interface Engine {
  events: { emit(event: string, result: { error: Error }): void }
  pendingSessions: Map<number, { sessionTopic: string; proposalId: number }>
  isValidSessionSettleRequest(params: unknown): void
  onSessionSettleRequest(topic: string, payload: { params: unknown }): Promise<void>
  onSessionDeleteRequest(topic: string, payload: object): Promise<void>
  sendProposeSession(request: { proposal: { proposer: { publicKey: string } } }): Promise<unknown>
}

/** A settlement that cannot be used fails the pairing. The client refuses it too, and lets the pairing wait. */
function patchSettlements(engine: Engine): void {
  const check = engine.isValidSessionSettleRequest
  engine.isValidSessionSettleRequest = (params) => {
    check(params)
    if (!readField(readField(params, 'controller'), 'metadata'))
      throw new Error('The wallet does not describe itself')
  }
  const settle = engine.onSessionSettleRequest
  engine.onSessionSettleRequest = async (topic, payload) => {
    const pending = [...engine.pendingSessions.values()].find(({ sessionTopic }) => sessionTopic === topic)
    await settle(topic, payload)
    // A settlement that was accepted is no longer pending.
    if (!pending || !engine.pendingSessions.delete(pending.proposalId)) return
    const error = new WalletError('session_incompatible')
    engine.events.emit(`session_connect:${pending.proposalId}`, { error })
  }
}

/**
 * A wallet ends a session that this page has just ended. The client checks whether it still has the session, does not wait for
 * that check, and so leaves its failure unhandled.
 */
function patchEnds(engine: Engine, { session }: Client): void {
  const end = engine.onSessionDeleteRequest
  engine.onSessionDeleteRequest = async (topic, payload) => {
    if (session.keys.includes(topic)) await end(topic, payload)
  }
}

/** The client keeps the key of a proposal that the relay did not accept: it is deleted here. */
function patchProposals(engine: Engine, { core }: Client): void {
  const send = engine.sendProposeSession
  engine.sendProposeSession = async (request) => {
    try {
      return await send(request)
    } catch (error) {
      await core.crypto.deleteKeyPair(request.proposal.proposer.publicKey).catch(() => {})
      throw error
    }
  }
}

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
  // Otherwise another copy of the client on this page would use our core.
  for (const name of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`]) delete page[name]

  // The verify frame asks a third party about every request, and costs 5 s each time it cannot be reached.
  core.verify.register = async () => undefined as never
  const answers = refuseSecondWallets(client)

  /** It beats while it has a timer, from when the client is initialised. */
  const heartbeat: typeof core.heartbeat & { intervalRef?: unknown } = core.heartbeat
  heartbeat.interval = limits.pulse
  publisher.initialPublishTimeout = limits.send
  const keeper = new SocketKeeper(relayer, limits, isAwaited, () => publisher.checkQueue())
  const outbox = new Outbox(relayer, keeper, limits)
  // A socket that cannot be closed is closed already.
  const close = () => void relayer.transportClose().catch(() => {})
  patchSockets(relayer, keeper, outbox, (reason) => {
    keeper.block()
    close()
    for (const listener of [...listeners]) listener(toRefusal(reason))
  })
  patchMessages(relayer)
  const engine = client.engine as unknown as Engine
  patchSettlements(engine)
  patchEnds(engine, client)
  patchProposals(engine, client)

  return {
    outbox,
    answers,
    wake() {
      relayer.transportExplicitlyClosed = false
      keeper.wake()
      // It starts a timer, and does not reject.
      if (heartbeat.intervalRef === undefined) void heartbeat.init()
    },
    sleep() {
      heartbeat.stop()
      heartbeat.intervalRef = undefined
      close()
    },
    subscribe(topic) {
      const options = { transportType: 'relay' } as const
      // The client itself notes a topic only when its socket is open, so that it loses one of a page that is offline.
      subscriber.pending.set(topic, { topic, relay: { protocol: 'irn' }, ...options })
      core.relayer.subscribe(topic, options).catch(() => {})
    },
    unsubscribe(topic) {
      for (const id of subscriber.topicMap.get(topic)) subscriber.subscriptions.delete(id)
      subscriber.topicMap.delete(topic)
      subscriber.pending.delete(topic)
      subscriber.cached = subscriber.cached.filter((one) => one.topic !== topic)
      // What it has stored is subscribed to again on its next socket. Storing never rejects: it is this page's memory.
      void subscriber.persist()
    },
    onRefused(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    apply({ projectId, relayUrl = DEFAULT_RELAY }) {
      if (relayer.projectId === projectId && relayer.relayUrl === relayUrl) return
      Object.assign(relayer, { projectId, relayUrl })
      if (relayer.connected) close()
    },
  }
}
