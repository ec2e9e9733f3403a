import type { AuthTypes } from '@walletconnect/types'
import { SECOND } from '../../../constants.js'
import { NativePromise, now } from '../../../platform/natives.js'
import { digest } from '../../../protocol/digest.js'
import { readHex } from '../../../protocol/evm-signature.js'
import { IDS_PER_MS } from '../../relay/limits.js'
import { dropPairing } from '../../relay/shown-code.js'
import type { CodeContext } from '../../relay/sign-in-codes.js'

const METHOD = 'wc_sessionAuthenticate'

/** How long the relay keeps the request, in s: as long as a code is valid. */
const REQUEST_LIFE = 300

/** The internals of the relay's client that send the request and receive its answer. They are those of 2.21.8, which we pin. */
interface Engine {
  events: {
    once(event: string, listener: (answer: Answer) => void): void
    off(event: string, listener: (answer: Answer) => void): void
  }
  sendRequest(request: object): Promise<number>
}

export type Client = CodeContext['client']

export const engineOf = (client: Client) => client.engine as unknown as Engine

/** A wallet's answer. */
export interface Answer {
  result?: unknown
  error?: unknown
}

/** A request on its way: the topics of its pairing and its answer, and the page's key for it. */
export interface Sent {
  id: number
  uri: string
  pairing: string
  topic: string
  own: string
  /** Epoch ms. */
  endsAt: number
  /** On its way to the relay; the relay has it; or nobody reads its answers any more. */
  stage: 'sending' | 'sent' | 'forgotten'
  /** Stops reading answers. */
  stop(): void
}

/** Creates a pairing, and a key and a topic for the answer. */
export async function prepare({ client, answers }: CodeContext): Promise<Sent> {
  const { core } = client
  const { topic: pairing, uri } = await core.pairing.create({
    methods: [METHOD],
    internal: { skipSubscribe: true },
  })
  // The client adds a proposal to this pairing only if it looks used.
  await core.pairing.pairings.update(pairing, { active: true })
  const own = await core.crypto.generateKeyPair()
  const topic = digest('sha256', readHex(`0x${own}`) as Uint8Array)
  const stop = answers.read(topic, own)
  const id = now() * IDS_PER_MS + Math.floor(Math.random() * IDS_PER_MS)
  return { id, uri, pairing, topic, own, endsAt: now() + REQUEST_LIFE * SECOND, stage: 'sending', stop }
}

/** Sends the request, and listens for its answer. Resolves when the relay has it. */
export async function send(
  { client, unsubscribe }: CodeContext,
  request: Sent,
  authPayload: AuthTypes.PayloadParams,
): Promise<void> {
  const { id, pairing, topic, own, endsAt } = request
  await NativePromise.all([
    client.core.relayer.subscribe(topic, { transportType: 'relay' }).then(() => {
      if (request.stage === 'forgotten') unsubscribe(topic)
    }),
    engineOf(client).sendRequest({
      topic: pairing,
      method: METHOD,
      params: {
        authPayload,
        requester: { publicKey: own, metadata: client.metadata },
        expiryTimestamp: Math.floor(endsAt / SECOND),
      },
      expiry: REQUEST_LIFE,
      throwOnFailedPublish: true,
      clientRpcId: id,
    }),
  ])
  if (request.stage === 'sending') request.stage = 'sent'
}

/**
 * Stops reading answers, and drops what is left of a request: this page's memory, which is never stored.
 *
 * @param hasSession the page's key belongs to a session now
 */
export function forget(
  { client, outbox, unsubscribe }: CodeContext,
  request: Sent,
  hasSession: boolean,
): void {
  const { topic, own, pairing } = request
  request.stage = 'forgotten'
  request.stop()
  outbox.drop((call) => call.topic === topic)
  for (const one of [topic, pairing]) unsubscribe(one)
  void dropPairing(client, pairing)
  if (!hasSession) void client.core.crypto.deleteKeyPair(own).catch(() => {})
}
