import { readField } from '../../errors/normalise.js'
import { createSignInError } from '../../errors/sign-in-error.js'
import { formatSignInMessage, type SignInMessage } from './message.js'
import { findRecap, tellAbilities } from './recap.js'

/** The types of a contract account's signature: CAIP-74 has the first; WalletConnect's Swift client also sends the second. */
const OF_CONTRACT: readonly unknown[] = ['eip1271', 'eip6492']

/** What a wallet has signed, as CAIP-74 sends it (CACAO), with the EIP-4361 text that its fields stand for. */
export interface ReadCacao {
  text: string
  address: string
  /** The number of the chain. */
  chain: string
  signature: string
  /** False when the wallet says that a contract has to check the signature. */
  isByKey: boolean
}

const TEXTS = ['domain', 'nonce'] as const
const OPTIONAL = [
  ['statement', 'statement'],
  ['expirationTime', 'exp'],
  ['notBefore', 'nbf'],
  ['requestId', 'requestId'],
] as const

const invalid = (detail: string) => createSignInError('message_invalid', `CACAO: ${detail}`)

/**
 * Reads a CACAO, and writes its text as the wallet has signed it.
 *
 * @throws WalletError `message_invalid`, `message_too_long`
 */
export function readCacao(value: unknown): ReadCacao {
  const payload = readField(value, 'p')
  const signed = readField(value, 's')
  const signature = readField(signed, 's')
  const [, chain, address] =
    /^did:pkh:eip155:(\d+):(0x[0-9a-fA-F]{40})$/.exec(String(readField(payload, 'iss'))) ?? []
  if (!chain || !address) throw invalid('account')
  if (typeof signature !== 'string') throw invalid('signature')
  const resources = readField(payload, 'resources')
  const isList = Array.isArray(resources) && resources.every((one) => typeof one === 'string')
  if (resources !== undefined && resources !== null && !isList) throw invalid('resources')
  const fields: { [Name in keyof SignInMessage]?: unknown } = {
    uri: readField(payload, 'aud') ?? readField(payload, 'uri'),
    version: readField(payload, 'version'),
    issuedAt: readField(payload, 'iat'),
    address,
    chainId: Number(chain),
    ...(isList && resources.length > 0 && { resources }),
  }
  for (const name of TEXTS) fields[name] = readField(payload, name)
  // Wallets write nothing for an empty text.
  for (const [name, short] of OPTIONAL) fields[name] = readField(payload, short) || undefined
  const recap = findRecap(fields.resources as string[] | undefined)
  if (recap) fields.statement = tellAbilities(fields.statement as string | undefined, recap)
  return {
    text: formatSignInMessage(fields as SignInMessage),
    address,
    chain,
    signature,
    isByKey: !OF_CONTRACT.includes(readField(signed, 't')),
  }
}
