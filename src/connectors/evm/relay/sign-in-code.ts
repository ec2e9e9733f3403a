import type { AuthTypes } from '@walletconnect/types'
import type { ChainId } from '../../../chains/caip2.js'
import { SECOND } from '../../../constants.js'
import { readErrorCode, readField } from '../../../errors/normalise.js'
import { USER_REJECTED } from '../../../errors/rpc-codes.js'
import { NativePromise, now } from '../../../platform/natives.js'
import { digest } from '../../../protocol/digest.js'
import { readHex } from '../../../protocol/evm-signature.js'
import type { OnePrompt } from '../../../protocol/one-prompt.js'
import type { ConnectorConfig } from '../../config.js'
import { USER_DISCONNECTED } from '../../relay/failures.js'
import { IDS_PER_MS } from '../../relay/limits.js'
import type { CodeContext, SignInCode, SignInCodes } from '../../relay/sign-in-codes.js'
import type { StoredSession } from '../../relay/stored-sessions.js'
import { type AskedMessage, type ReadAnswer, readAnswer } from './read-answer.js'
import { chooseChains, fits, METHODS, toPayload } from './sign-in-request.js'

const METHOD = 'wc_sessionAuthenticate'

/** Where the relay's client looks for the key of an answer. */
const KEY_NAME = 'wc@1.5:auth::PUB_KEY'

/** How long the relay keeps the request, in s: as long as a code is valid. */
const REQUEST_LIFE = 300

/** How long a session lives, in s. */
const SESSION_LIFE = 604_800

/** The internals of the relay's client that send the request and receive its answer. They are those of 2.21.8, which we pin. */
interface Engine {
  events: {
    once(event: string, listener: (answer: Answer) => void): void
    off(event: string, listener: (answer: Answer) => void): void
  }
  sendRequest(request: object): Promise<number>
}

type Client = CodeContext['client']

const engineOf = (client: Client) => client.engine as unknown as Engine

interface Answer {
  result?: unknown
  error?: unknown
}

/** The numbers of the protocol for what a person has refused, from the first to the one after the last. */
const REFUSALS = [5_000, 5_100] as const

/** The person has refused; any other error means that the wallet cannot. */
const isRefusal = (error: unknown): boolean => {
  const code = readErrorCode(error) ?? 0
  return code === USER_REJECTED || (code >= REFUSALS[0] && code < REFUSALS[1])
}

/** Creates the codes of an attempt. */
export function createSignInCodes(
  prompt: OnePrompt,
  config: ConnectorConfig,
  wanted: ChainId | undefined,
): SignInCodes {
  const chains = chooseChains(config, wanted)
  let chainId: ChainId | undefined
  return {
    get chainId() {
      return chainId
    },
    async create(context) {
      const fields = await prompt.write(chains, METHODS)
      if (!fields || !fits(fields, chains)) return null
      const asked = { chains, methods: METHODS }
      return createCode(context, toPayload(fields, chains), asked, (read) => {
        chainId = read.chainId
        prompt.take(read.proofs)
      })
    },
  }
}

/** A request on its way: the topics of its pairing and its answer, and the page's key for it. */
interface Sent {
  id: number
  uri: string
  pairing: string
  topic: string
  own: string
  /** Epoch ms. */
  endsAt: number
  /** Whether the relay has it. */
  isSent: boolean
}

/** Creates a pairing, and a key and a topic for the answer. */
async function prepare({ client }: CodeContext): Promise<Sent> {
  const { core } = client
  const { topic: pairing, uri } = await core.pairing.create({
    methods: [METHOD],
    internal: { skipSubscribe: true },
  })
  // The client adds a proposal to this pairing only if it looks used.
  await core.pairing.pairings.update(pairing, { active: true })
  const own = await core.crypto.generateKeyPair()
  const topic = digest('sha256', readHex(`0x${own}`) as Uint8Array)
  await client.auth.authKeys.set(KEY_NAME, { responseTopic: topic, publicKey: own })
  const id = now() * IDS_PER_MS + Math.floor(Math.random() * IDS_PER_MS)
  return { id, uri, pairing, topic, own, endsAt: now() + REQUEST_LIFE * SECOND, isSent: false }
}

/** Sends the request, and listens for its answer. Resolves when the relay has it. */
async function send(
  { client }: CodeContext,
  request: Sent,
  authPayload: AuthTypes.PayloadParams,
): Promise<void> {
  const { id, pairing, topic, own, endsAt } = request
  await NativePromise.all([
    client.core.relayer.subscribe(topic, { transportType: 'relay' }),
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
  request.isSent = true
}

/** Creates the session that a wallet has opened by its answer. Unlike the client's own, it expires. */
const toSession = (
  client: Client,
  { own, pairing }: Sent,
  topic: string,
  { namespaces, responder }: ReadAnswer,
): StoredSession => ({
  topic,
  acknowledged: true,
  self: { publicKey: own, metadata: client.metadata },
  peer: responder,
  controller: responder.publicKey,
  expiry: Math.floor(now() / SECOND) + SESSION_LIFE,
  requiredNamespaces: {},
  optionalNamespaces: {},
  relay: { protocol: 'irn' },
  pairingTopic: pairing,
  namespaces,
  transportType: 'relay',
})

/** Ends a session that came too late. */
async function end(client: Client, topic: string): Promise<void> {
  if (client.session.keys.includes(topic)) await client.disconnect({ topic, reason: USER_DISCONNECTED })
  await client.core.crypto.deleteSymKey(topic)
}

/** Stops listening for answers, and drops what is left of a request: this page's memory, which is never stored. */
function forget({ client, outbox, unsubscribe }: CodeContext, { topic, own }: Sent): void {
  outbox.takeBack((call) => call.topic === topic)
  unsubscribe(topic)
  void client.core.crypto.deleteKeyPair(own).catch(() => {})
}

async function createCode(
  context: CodeContext,
  authPayload: AuthTypes.PayloadParams,
  asked: AskedMessage,
  onRead: (read: ReadAnswer) => void,
): Promise<SignInCode> {
  const { client, answers } = context
  const { core } = client
  const request = await prepare(context)
  const { id, own, endsAt } = request
  const event = `session_request:${id}`
  let isClosed = false
  let opened: string | undefined
  let resolve = (_: StoredSession) => {}
  let reject = (_: unknown) => {}
  let giveUp = () => {}
  const answer = new NativePromise<StoredSession>((...settle) => {
    ;[resolve, reject] = settle
  })
  // Nobody may wait for it when it rejects.
  answer.catch(() => {})
  const unable = new NativePromise<void>((settle) => {
    giveUp = settle
  })

  async function open(read: ReadAnswer): Promise<void> {
    const session = await core.crypto.generateSharedKey(own, read.responder.publicKey)
    if (isClosed) return void (await core.crypto.deleteSymKey(session))
    opened = session
    await core.relayer.subscribe(session, { transportType: 'relay' })
    if (isClosed) return
    const stored = toSession(client, request, session, read)
    await client.session.set(session, stored)
    core.expirer.set(session, stored.expiry)
    onRead(read)
    resolve(stored)
  }

  function hear({ result, error }: Answer): void {
    if (error) {
      if (isRefusal(error)) reject(error)
      else giveUp()
      return
    }
    try {
      const read = readAnswer(result, asked)
      answers.claim(id, { own, wallet: read.responder.publicKey, endsAt })
      open(read).catch(reject)
    } catch (wrong) {
      const wallet = readField(readField(result, 'responder'), 'publicKey')
      if (typeof wallet === 'string') answers.refuse(own, wallet)
      reject(wrong)
    }
  }
  engineOf(client).events.once(event, hear)
  const sent = send(context, request, authPayload)
  sent.catch(() => {})

  return {
    topic: request.pairing,
    uri: request.uri,
    sent,
    answer,
    unable,
    close(taken) {
      if (isClosed) return
      isClosed = true
      engineOf(client).events.off(event, hear)
      if (taken && taken === opened) return
      // What is left when this fails is this page's memory: it is never stored.
      if (opened) void end(client, opened).catch(() => {})
      // Whoever signs from now on is told that it is over, also for a code that was withdrawn.
      const drop = () => forget(context, request)
      if (taken || request.isSent) answers.claim(id, { own, wallet: '', endsAt, onOver: drop })
      else drop()
    },
  }
}
