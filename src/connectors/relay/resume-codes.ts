import { LEFT, SECOND } from '../../constants.js'
import { withFirstAbort } from '../../platform/first-abort.js'
import { NativePromise, now } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import { withdrawCode } from './shown-code.js'
import type { CodeContext } from './sign-in-codes.js'
import { type CodePlace, dropCode, isUnlocked, lockCode, readCodes, type StoredCode } from './stored-codes.js'
import type { StoredSession } from './stored-sessions.js'

/** The engine of the client, as far as it hears how a proposal ends. It is that of 2.21.8, which we pin. */
interface Engine {
  events: {
    once(event: string, listener: (end: { session?: StoredSession; error?: unknown }) => void): void
  }
  pendingSessions: Map<number, { sessionTopic: string }>
  onSessionProposeResponse(topic: string, answer: object, transport: string): Promise<void>
}

/** What waiting for answers needs of a relay. */
export interface ResumeContext extends CodeContext {
  /** Where codes are stored. */
  place: CodePlace
}

/**
 * Waits for the answer to a code that an earlier page has shown.
 *
 * @param onLocked called when no other page has the code on screen
 * @returns null when it was refused, or its time is over
 */
async function resumeCode(
  { client, answers, subscribe, place: { storage, store, prefix } }: ResumeContext,
  code: StoredCode,
  over: AbortSignal,
  onLocked: () => unknown,
): Promise<StoredSession | null> {
  const { core } = client
  const { topic, proposal, expiry, signIn, wallet, keys } = code
  const { locked, release } = lockCode(topic, over)
  over.addEventListener('abort', release)
  await locked
  // The code has ended on the page that had it on screen.
  if (over.aborted || !readCodes(storage, store, prefix).some((one) => one.topic === topic)) return null
  onLocked()
  const { id } = proposal
  const engine = client.engine as unknown as Engine
  // The page was left after the session had come.
  const settled = client.session.getAll().find(({ pairingTopic }) => pairingTopic === topic)
  if (settled) return settled
  const answered = new NativePromise<StoredSession | null>((resolve) => {
    engine.events.once(`session_connect:${id}`, ({ session }) => resolve(session ?? null))
  })
  const { keychain } = core.crypto
  for (const [name, key] of Object.entries(keys)) if (!keychain.has(name)) await keychain.set(name, key)
  await core.pairing.pairings.set(topic, { topic, expiry, relay: { protocol: 'irn' }, active: !!signIn })
  await client.proposal.set(id, proposal)
  core.history.set(topic, { id, jsonrpc: '2.0', method: 'wc_sessionPropose', params: proposal })
  if (signIn) {
    // Only the page that has asked can use what a wallet signs for it: the session that comes with it ends.
    answers.read(signIn.topic, signIn.own)
    answers.claim(signIn.id, { own: signIn.own, wallet: '', endsAt: expiry * SECOND })
    subscribe(signIn.topic)
  }
  const result = { relay: { protocol: 'irn' }, responderPublicKey: wallet }
  const accept = () =>
    engine.onSessionProposeResponse(topic, { id, jsonrpc: '2.0', result }, 'relay').catch((error) => {
      const pending = engine.pendingSessions.get(id)
      if (!pending || over.aborted) throw error
      // The page is offline: only the subscription to the session is missing.
      subscribe(pending.sessionTopic)
    })
  // Accepting waits for a socket, and the visitor may disconnect meanwhile.
  const accepted = wallet ? accept().then(() => answered) : answered
  if (!wallet) subscribe(topic)
  return NativePromise.race([accepted, wait(expiry * SECOND - now(), over).then(() => null)])
}

/**
 * Withdraws the codes of an earlier page when the wait for their answers is over, and tells a wallet that has not answered. Those that
 * another page has on screen, or waits for, stay. Never rejects.
 *
 * @param answered the topic of the code that was answered: its record stays until its session is connected
 */
async function withdrawAll(
  { client, place, unsubscribe }: ResumeContext,
  locked: readonly StoredCode[],
  others: readonly StoredCode[],
  answered: string | undefined,
): Promise<void> {
  const withdraw = ({ topic }: StoredCode) => {
    if (topic !== answered) dropCode(place.storage, place.store, topic)
    return withdrawCode(client, topic).then(() => unsubscribe(topic))
  }
  const withdrawing = locked.map(withdraw)
  for (const code of others) if (await isUnlocked(code.topic)) withdrawing.push(withdraw(code))
  await NativePromise.all(withdrawing)
}

/**
 * As {@link Relay.resume}.
 *
 * @param onLocked called for a code that no other page has on screen; what it returns is called when the wait for its answer is over
 */
export async function resumeAll(
  context: ResumeContext,
  signal: AbortSignal,
  onLocked: () => () => void,
): Promise<StoredSession | null> {
  const { storage, store, prefix } = context.place
  const codes = readCodes(storage, store, prefix)
  const locked = new Map<StoredCode, () => void>()
  let session: StoredSession | null = null
  try {
    const resumeFirst = (over: AbortSignal) =>
      new NativePromise<StoredSession | null>((resolve, reject) => {
        const resuming = codes.map(async (code) => {
          const answer = await resumeCode(context, code, over, () => locked.set(code, onLocked()))
          if (answer) resolve(answer)
        })
        NativePromise.all(resuming).then(() => resolve(null), reject)
      })
    session = await withFirstAbort([signal], resumeFirst)
    return session
  } finally {
    // A visitor who leaves the page gives nothing up: the next page waits for the answer.
    const isLeaving = signal.reason === LEFT
    const own = isLeaving ? [] : [...locked.keys()]
    const others = signal.aborted && !isLeaving ? codes.filter((code) => !locked.has(code)) : []
    void withdrawAll(context, own, others, session?.pairingTopic).finally(() => {
      for (const onOver of locked.values()) onOver()
    })
  }
}
