import type { SignClient } from '@walletconnect/sign-client'
import { SECOND } from '../../constants.js'
import { readField } from '../../errors/normalise.js'
import { clearTimer, now, setTimer } from '../../platform/natives.js'
import { USER_DISCONNECTED } from './failures.js'
import { IDS_PER_MS } from './limits.js'

/** A wallet's answer to a request of the page, after the relay client has decrypted it. */
interface Answer {
  topic: string
  payload: { id: number; result?: unknown }
}

/** The internal part of the relay client that receives answers. It is that of 2.21.8, which we pin. */
interface Engine {
  onRelayEventResponse(answer: Answer): Promise<void>
}

/** The first answer to a request of a code. */
export interface Approval {
  /** The page's key for this request. */
  own: string
  /** The key of the wallet whose answer counts; empty when none does. */
  wallet: string
  /** Epoch ms after which no wallet can approve the code any more. */
  endsAt: number
  /** Called then. */
  onOver?(): void
}

/** Reads the answers to a code, and decides whose counts. */
export interface Answers {
  /** Reads answers on a topic, which wallets seal for a key of the page. @returns the way to stop */
  read(topic: string, own: string): () => void
  /** Gives a request to one wallet: every other wallet that answers it is told that its session has ended. */
  claim(id: number, approval: Approval): void
  /** Tells a wallet that its session has ended. Never rejects. @param own the page's key */
  refuse(own: string, wallet: string): void
}

/** How the protocol publishes the end of a session: the relay keeps it for a day (in s), and sends no push notification. */
export const SESSION_DELETE = { tag: 1_112, ttl: 86_400, prompt: false }

/** Seals the message that tells a wallet of its session's end. Rejects without the session's key. */
export const sealEnd = ({ core }: InstanceType<typeof SignClient>, topic: string): Promise<string> =>
  core.crypto.encode(topic, {
    id: now() * IDS_PER_MS,
    jsonrpc: '2.0',
    method: 'wc_sessionDelete',
    params: USER_DISCONNECTED,
  })

/**
 * Gives a code to the first wallet that approves it, and tells each later wallet that its session has ended. The relay
 * client drops such a second approval, and the wallet would show a session that nobody uses.
 */
export function refuseSecondWallets(client: InstanceType<typeof SignClient>): Answers {
  const { core } = client
  const engine = client.engine as unknown as Engine
  const approvals = new Map<number, Approval & { timer: number }>()
  const hear = engine.onRelayEventResponse
  const keys = new Map<string, string>()
  const { crypto } = core
  const decode = crypto.decode

  // The client itself reads answers for its latest key alone, and keeps the key that it derives for a refusal.
  crypto.decode = async (topic, sealed, options) => {
    const own = keys.get(topic)
    if (!own) return decode(topic, sealed, options)
    const answer = await decode(topic, sealed, { ...options, receiverPublicKey: own })
    const wallet = crypto.getPayloadSenderPublicKey(sealed)
    if (wallet && readField(answer, 'error'))
      await crypto.deleteSymKey(await crypto.generateSharedKey(own, wallet))
    return answer
  }

  async function endSession(own: string, wallet: string): Promise<void> {
    const topic = await core.crypto.generateSharedKey(own, wallet)
    try {
      await core.relayer.publish(topic, await sealEnd(client, topic), SESSION_DELETE)
    } finally {
      await core.crypto.deleteSymKey(topic)
    }
  }

  // Without the page's key the wallet cannot be informed.
  const refuse = (own: string, wallet: string) => void endSession(own, wallet).catch(() => {})
  const claim = (id: number, approval: Approval) => {
    clearTimer(approvals.get(id)?.timer)
    const end = () => {
      approvals.delete(id)
      approval.onOver?.()
    }
    approvals.set(id, { ...approval, timer: setTimer(end, approval.endsAt - now()) })
  }

  engine.onRelayEventResponse = async (answer) => {
    const { id, result } = answer.payload
    // The answer of a wallet that connects, or of a wallet that signs in.
    const wallet =
      readField(result, 'responderPublicKey') ?? readField(readField(result, 'responder'), 'publicKey')
    const first = approvals.get(id)
    if (first && typeof wallet === 'string') {
      if (wallet !== first.wallet) refuse(first.own, wallet)
      return
    }
    if (typeof wallet === 'string' && client.proposal.keys.includes(id)) {
      const { proposer, expiryTimestamp } = client.proposal.get(id)
      claim(id, { own: proposer.publicKey, wallet, endsAt: expiryTimestamp * SECOND })
    }
    await hear(answer)
  }
  const read = (topic: string, own: string) => {
    keys.set(topic, own)
    return () => void keys.delete(topic)
  }
  return { read, claim, refuse }
}
