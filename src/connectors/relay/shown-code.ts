import type { SignClient } from '@walletconnect/sign-client'
import { SECOND } from '../../constants.js'
import { withFirstAbort } from '../../platform/first-abort.js'
import { NativePromise, now } from '../../platform/natives.js'
import { wait, within } from '../../platform/time.js'
import { untilAborted } from '../../platform/until-aborted.js'
import type { OnSilence, SignInCode } from './sign-in-codes.js'
import type { StoredSession } from './stored-sessions.js'

/** How long a code is valid when its URI does not say so, in ms. */
const CODE_LIFE = 300_000

/** We expire a pairing URI this many ms before sign-client's own timer, whose rejection nobody handles. */
const HEAD_START = 1_000

/** A wallet may be silent when it is asked to sign in. After this time the visitor may go on without, in ms. */
const SILENCE = 15_000

/** Longest wait until the relay has the message that a pairing is cancelled, in ms. */
export const FORGET_TIMEOUT = 1_000

type Client = InstanceType<typeof SignClient>

const CANCELLED = { code: 0, message: 'cancelled' }

/** A code that the relay has. */
export interface Code {
  uri: string
  approving: Promise<StoredSession>
  /** The request to sign in that goes with it. */
  asked: SignInCode | null
}

export const topicOf = (uri: string): string => /^wc:([0-9a-f]+)@/.exec(uri)?.[1] ?? ''

/**
 * When a code expires by its own URI, epoch ms. It is never later than a full life from now, even after a change of the
 * clock.
 */
export function readExpiry(uri: string): number {
  const stated = Number(/[?&]expiryTimestamp=(\d{1,12})/.exec(uri)?.[1] ?? 0) * SECOND
  const latest = now() + CODE_LIFE - HEAD_START
  return stated > now() && stated < latest ? stated : latest
}

/** Takes back what a code proposes, so that a later approval finds nothing to approve. */
async function dropProposals(client: Client, topic: string): Promise<void> {
  for (const { id, pairingTopic, proposer } of client.proposal.getAll()) {
    if (pairingTopic !== topic) continue
    client.events.emit('proposal_expire', { id })
    client.core.expirer.del(id)
    await client.proposal.delete(id, CANCELLED)
    // It proposes a session, and no session uses the key.
    await client.core.crypto.deleteKeyPair(proposer.publicKey).catch(() => {})
  }
}

/** Removes a pairing from this page. Never rejects. */
export async function dropPairing({ core }: Client, topic: string): Promise<void> {
  if (!core.pairing.pairings.keys.includes(topic)) return
  core.expirer.del(topic)
  await core.pairing.pairings.delete(topic, CANCELLED)
  // If the wallet has answered meanwhile, the key is gone.
  await core.crypto.deleteSymKey(topic).catch(() => {})
}

/** Withdraws a code, and tells a wallet that has scanned it. Settles within a second, and never rejects. */
export async function withdrawCode(client: Client, topic: string): Promise<void> {
  const { core } = client
  await dropProposals(client, topic)
  if (!core.pairing.pairings.keys.includes(topic)) return
  const ending = core.relayer.connected ? core.pairing.disconnect({ topic }) : NativePromise.reject()
  await within(ending, FORGET_TIMEOUT, () => NativePromise.reject()).catch(() => dropPairing(client, topic))
}

/**
 * Waits for a wallet to answer a code.
 *
 * @param over aborted with its error when the attempt is over
 * @returns null when the visitor goes on with a code that asks for no sign-in
 */
export async function untilAnswered(
  client: Client,
  { uri, approving, asked }: Code,
  over: AbortSignal,
  onSilence: OnSilence | undefined,
): Promise<StoredSession | null> {
  let goOn = () => {}
  const goingOn = new NativePromise<null>((resolve) => {
    goOn = () => resolve(null)
  })
  return withFirstAbort([over], async (own) => {
    const offer = () => void (own.aborted || onSilence?.(goOn))
    if (asked) void NativePromise.race([asked.unable, wait(SILENCE, own)]).then(offer)
    // We end it before the client's own timer does, because that timer rejects a promise that nobody handles.
    void wait(CODE_LIFE - HEAD_START, own).then(
      () => void (own.aborted || withdrawCode(client, topicOf(uri))),
    )
    let session: StoredSession | null = null
    try {
      session = await untilAborted(NativePromise.race([approving, goingOn]), own)
      if (session && asked) await dropProposals(client, asked.topic)
      return session
    } finally {
      asked?.close(session?.topic)
    }
  })
}
