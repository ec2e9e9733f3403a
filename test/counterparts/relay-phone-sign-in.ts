import type SignClient from '@walletconnect/sign-client'
import type { AuthTypes, SignClientTypes } from '@walletconnect/types'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { PHONE_KEYS } from './relay-phone-evm.js'

type Client = InstanceType<typeof SignClient>
type Request = SignClientTypes.EventArguments['session_authenticate']

/** How a phone answers `wc_sessionAuthenticate`. */
export type PhoneSignIn = (client: Client, request: Request) => Promise<void>

/** Options of a phone's answer. */
export interface SigningOptions {
  keys?: readonly Hex[]
  /** The chains of the wallet; it signs a message for each that the page asks for. */
  chains?: readonly string[]
  /** How many messages it signs for each key. */
  messages?: number
  methods?: readonly string[]
  /** Signs for contract accounts: the keys are those of their owners. The client refuses to send that; see {@link sending}. */
  contract?: {
    /** The account of the key at `index`; by default the key's own. */
    addressOf(index: number): Hex
    /** The type of signature that the wallet names: `eip1271`, by default, or `eip6492`. */
    type?: string
    /** Packs the owner's signature as the account wants it. */
    pack?: (signature: Hex) => Hex
  }
  /** The person's decision; signs by default. */
  onAsked?: (request: Request) => boolean | Promise<boolean>
}

const METHODS = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']

/** Signs what a page asks for, as WalletKit's guide does it. */
export async function signPayload(
  client: Pick<Client, 'formatAuthMessage'>,
  { params }: Request,
  {
    keys = PHONE_KEYS.slice(0, 1),
    chains = ['eip155:31337', 'eip155:10'],
    methods = METHODS,
    messages = Infinity,
    contract,
  }: SigningOptions = {},
): Promise<AuthTypes.Cacao[]> {
  const payload = populateAuthPayload({
    authPayload: params.authPayload as AuthTypes.PayloadParams,
    chains: [...chains],
    methods: [...methods],
  })
  const signed: AuthTypes.Cacao[] = []
  for (const [index, key] of keys.entries()) {
    const account = privateKeyToAccount(key)
    for (const chain of payload.chains.slice(0, messages)) {
      const iss = `${chain}:${contract?.addressOf(index) ?? account.address}`
      const message = client.formatAuthMessage({ request: payload, iss })
      const own = await account.signMessage({ message })
      const signature = contract
        ? { t: contract.type ?? 'eip1271', s: contract.pack?.(own) ?? own }
        : { t: 'eip191', s: own }
      signed.push(buildAuthObject(payload, signature as AuthTypes.CacaoSignature, iss))
    }
  }
  return signed
}

/** A phone that signs. */
export const signing =
  (options: SigningOptions = {}): PhoneSignIn =>
  async (client, request) => {
    if (!(await (options.onAsked?.(request) ?? true))) {
      await client.rejectSessionAuthenticate({
        id: request.id,
        reason: { code: 5000, message: 'User rejected.' },
      })
      return
    }
    await client.approveSessionAuthenticate({
      id: request.id,
      auths: await signPayload(client, request, options),
    })
  }

/** A phone that sends what it likes: the client itself would refuse to send a signature that is wrong. */
export const sending =
  (write: (client: Client, request: Request) => Promise<unknown>): PhoneSignIn =>
  async (client, request) => {
    const { core } = client
    const receiverPublicKey = request.params.requester.publicKey
    const senderPublicKey = await core.crypto.generateKeyPair()
    const engine = client.engine as unknown as { sendResult(args: object): Promise<void> }
    const { createHash } = await import('node:crypto')
    await engine.sendResult({
      topic: createHash('sha256').update(Buffer.from(receiverPublicKey, 'hex')).digest('hex'),
      id: request.id,
      result: {
        cacaos: await write(client, request),
        responder: { publicKey: senderPublicKey, metadata: client.metadata },
      },
      encodeOpts: { type: 1, receiverPublicKey, senderPublicKey },
      throwOnFailedPublish: true,
    })
  }
