import type { AuthTypes } from '@walletconnect/types'
import { SECOND } from '../../../constants.js'
import { readErrorCode, readField } from '../../../errors/normalise.js'
import { USER_REJECTED } from '../../../errors/rpc-codes.js'
import { NativePromise, now } from '../../../platform/natives.js'
import type { ChainId } from '../../../protocol/caip2.js'
import type { OnePrompt } from '../../../protocol/one-prompt.js'
import type { ConnectorConfig } from '../../config.js'
import { USER_DISCONNECTED } from '../../relay/failures.js'
import type { CodeContext, SignInCode, SignInCodes } from '../../relay/sign-in-codes.js'
import type { StoredSession } from '../../relay/stored-sessions.js'
import { type AskedMessage, type ReadAnswer, readAnswer } from './read-answer.js'
import { type Answer, type Client, engineOf, forget, prepare, type Sent, send } from './sent-request.js'
import { chooseChains, fits, METHODS, toPayload } from './sign-in-request.js'

/** How long a session lives, in s. */
const SESSION_LIFE = 604_800

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

/** No wallet has signed yet; a wallet has signed, and its session has this topic; or the attempt goes on without the code. */
type Stage = 'open' | 'closed' | { readonly session: string }

/** Ends a session that came too late. */
async function end(client: Client, topic: string): Promise<void> {
  if (client.session.keys.includes(topic)) await client.disconnect({ topic, reason: USER_DISCONNECTED })
  await client.core.crypto.deleteSymKey(topic)
}

/** How a code may end: a wallet has signed or refused, or is unable to sign. */
function createEnds() {
  let [resolve, reject, giveUp] = [(_: StoredSession) => {}, (_: unknown) => {}, () => {}]
  const answer = new NativePromise<StoredSession>((...settle) => {
    ;[resolve, reject] = settle
  })
  // Nobody may wait for it when it rejects.
  answer.catch(() => {})
  const unable = new NativePromise<void>((settle) => {
    giveUp = settle
  })
  return { answer, unable, resolve, reject, giveUp }
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
  let stage: Stage = 'open'
  const isClosed = () => stage === 'closed'
  const { answer, unable, resolve, reject, giveUp } = createEnds()

  async function open(read: ReadAnswer): Promise<void> {
    const session = await core.crypto.generateSharedKey(own, read.responder.publicKey)
    if (isClosed()) return void (await core.crypto.deleteSymKey(session))
    stage = { session }
    await core.relayer.subscribe(session, { transportType: 'relay' })
    if (isClosed()) return context.unsubscribe(session)
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
      const onOver = () => forget(context, request, true)
      answers.claim(id, { own, wallet: read.responder.publicKey, endsAt, onOver })
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
    stored: { id, topic: request.topic, own },
    sent,
    answer,
    unable,
    close(session) {
      if (stage === 'closed') return
      const opened = stage === 'open' ? undefined : stage.session
      stage = 'closed'
      engineOf(client).events.off(event, hear)
      if (session && session === opened) return
      // What is left when this fails is in this page's memory: it is never stored.
      if (opened) void end(client, opened).catch(() => {})
      // A wallet that signs from now on gets the end of its session, also for a code that was withdrawn.
      const drop = () => forget(context, request, false)
      if (session || request.stage === 'sent') answers.claim(id, { own, wallet: '', endsAt, onOver: drop })
      else drop()
    },
  }
}
