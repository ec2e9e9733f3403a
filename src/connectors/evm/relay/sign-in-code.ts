import type { AuthTypes } from '@walletconnect/types'
import type { ChainId } from '../../../chains/caip2.js'
import { SECOND } from '../../../constants.js'
import { readErrorCode, readField } from '../../../errors/normalise.js'
import { USER_REJECTED } from '../../../errors/rpc-codes.js'
import { NativePromise, now } from '../../../platform/natives.js'
import { digest } from '../../../protocol/digest.js'
import { readHex } from '../../../protocol/evm-signature.js'
import type { OnePrompt, OnePromptFields } from '../../../protocol/one-prompt.js'
import { MAX_MESSAGE } from '../../../protocol/siwe/message.js'
import { createRecap, tellAbilities } from '../../../protocol/siwe/recap.js'
import type { ConnectorConfig } from '../../config.js'
import { USER_DISCONNECTED } from '../../relay/failures.js'
import type { CodeContext, SignInCode, SignInCodes } from '../../relay/sign-in-codes.js'
import type { StoredSession } from '../../relay/stored-sessions.js'
import { evmChains } from './grant.js'
import { type AskedMessage, readAnswer } from './read-answer.js'

const METHOD = 'wc_sessionAuthenticate'

/** Where the relay's client looks for the key of an answer. */
const KEY_NAME = 'wc@1.5:auth::PUB_KEY'

/** How long the relay keeps the request, in s: as long as a code is valid. */
const REQUEST_LIFE = 300

/** How long a session lives, in s. */
const SESSION_LIFE = 604_800

/**
 * What the message allows the page to ask for. The person reads each name, so those are missing that a page can do without:
 * older ones, and what the page's provider answers itself.
 */
const METHODS = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'wallet_addEthereumChain',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_showCallsStatus',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
]

/** The internals of the relay's client that send the request and receive its answer. They are those of 2.21.8, which we pin. */
interface Engine {
  events: {
    once(event: string, listener: (answer: Answer) => void): void
    off(event: string, listener: (answer: Answer) => void): void
  }
  sendRequest(request: object): Promise<number>
}

interface Answer {
  result?: unknown
  error?: unknown
}

/** The person has refused (CAIP-25, EIP-1193); any other error means that the wallet cannot. */
const isRefusal = (error: unknown): boolean => {
  const code = readErrorCode(error) ?? 0
  return code === USER_REJECTED || (code >= 5_000 && code < 5_100)
}

/** The chains to ask for, the wanted chain first. */
function chooseChains(config: ConnectorConfig, wanted: ChainId | undefined): ChainId[] {
  const chains = evmChains(config)
  return wanted && chains.includes(wanted) ? [...new Set([wanted, ...chains])] : chains
}

/** Whether the longest message that a wallet may make of it is short enough to be read. */
function fits({ statement, resources = [] }: OnePromptFields, chains: readonly ChainId[]): boolean {
  // Each method is then limited to all of the chains.
  const recap = createRecap(METHODS, { chains })
  const rest = 700
  return [tellAbilities(statement, recap), recap, ...resources].join('\n- ').length + rest <= MAX_MESSAGE
}

/** The request's parameters (CAIP-222). */
function toPayload(fields: OnePromptFields, chains: readonly ChainId[]): AuthTypes.PayloadParams {
  const {
    statement = '',
    uri,
    domain,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources = [],
  } = fields
  return {
    type: 'caip122',
    chains: [...chains],
    statement,
    aud: uri,
    domain,
    version: '1',
    nonce,
    iat: issuedAt,
    ...(expirationTime && { exp: expirationTime }),
    ...(notBefore && { nbf: notBefore }),
    ...(requestId && { requestId }),
    resources: [...resources, createRecap(METHODS)],
  }
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

/** Creates the session that a wallet has opened by its answer. Unlike the client's own, it expires. */
const toSession = (
  { client }: CodeContext,
  topic: string,
  keys: { own: string; pairing: string },
  { namespaces, responder }: ReturnType<typeof readAnswer>,
): StoredSession => ({
  topic,
  acknowledged: true,
  self: { publicKey: keys.own, metadata: client.metadata },
  peer: responder,
  controller: responder.publicKey,
  expiry: Math.floor(now() / SECOND) + SESSION_LIFE,
  requiredNamespaces: {},
  optionalNamespaces: {},
  relay: { protocol: 'irn' },
  pairingTopic: keys.pairing,
  namespaces,
  transportType: 'relay',
})

async function createCode(
  context: CodeContext,
  authPayload: AuthTypes.PayloadParams,
  asked: AskedMessage,
  onRead: (read: ReturnType<typeof readAnswer>) => void,
): Promise<SignInCode> {
  const { client, outbox, unsubscribe, answers } = context
  const { core } = client
  const engine = client.engine as unknown as Engine
  const { topic: pairing, uri } = await core.pairing.create({
    methods: [METHOD],
    internal: { skipSubscribe: true },
  })
  // The client adds a proposal to this pairing only if it looks used.
  await core.pairing.pairings.update(pairing, { active: true })
  const own = await core.crypto.generateKeyPair()
  const topic = digest('sha256', readHex(`0x${own}`) as Uint8Array)
  await client.auth.authKeys.set(KEY_NAME, { responseTopic: topic, publicKey: own })
  // As the client's own ids are: epoch microseconds.
  const id = now() * 1_000 + Math.floor(Math.random() * 1_000)
  const event = `session_request:${id}`
  const endsAt = now() + REQUEST_LIFE * SECOND
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

  async function open(read: ReturnType<typeof readAnswer>): Promise<void> {
    const session = await core.crypto.generateSharedKey(own, read.responder.publicKey)
    if (isClosed) return void (await core.crypto.deleteSymKey(session))
    opened = session
    await core.relayer.subscribe(session, { transportType: 'relay' })
    if (isClosed) return
    const stored = toSession(context, session, { own, pairing }, read)
    await client.session.set(session, stored)
    core.expirer.set(session, stored.expiry)
    onRead(read)
    resolve(stored)
  }

  /** Ends a session that came too late. */
  async function end(session: string): Promise<void> {
    if (client.session.keys.includes(session))
      await client.disconnect({ topic: session, reason: USER_DISCONNECTED })
    await core.crypto.deleteSymKey(session)
  }

  function hear({ result, error }: Answer): void {
    if (error) {
      if (isRefusal(error)) reject(error)
      else giveUp()
      return
    }
    const wallet = readField(readField(result, 'responder'), 'publicKey')
    try {
      const read = readAnswer(result, asked)
      answers.claim(id, { own, wallet: read.responder.publicKey, endsAt })
      open(read).catch(reject)
    } catch (wrong) {
      if (typeof wallet === 'string') answers.refuse(own, wallet)
      reject(wrong)
    }
  }
  engine.events.once(event, hear)

  const sending = [
    core.relayer.subscribe(topic, { transportType: 'relay' }),
    engine.sendRequest({
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
  ]
  const sent = NativePromise.all(sending).then(() => {})
  sent.catch(() => {})

  return {
    topic: pairing,
    uri,
    sent,
    answer,
    unable,
    close(taken) {
      if (isClosed) return
      isClosed = true
      engine.events.off(event, hear)
      if (taken && taken === opened) return
      // What is left when this fails is this page's memory: it is never stored.
      if (opened) void end(opened).catch(() => {})
      if (taken) return answers.claim(id, { own, wallet: '', endsAt })
      outbox.takeBack((call) => call.topic === topic)
      unsubscribe(topic)
      if (!opened) void core.crypto.deleteKeyPair(own).catch(() => {})
    },
  }
}
