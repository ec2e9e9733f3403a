import { readErrorMessage, readField } from '../errors/normalise.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { readStarknetChainId } from './caip2.js'
import { readFelt } from './felt.js'
import { MAX_SHORT_STRING } from './short-string.js'
import { isSignInStatement } from './sign-in-statement.js'
import { readStarknetAddress } from './starknet-address.js'
import { createMessageTypedData, MESSAGE_VERSION, type StarknetMessage } from './starknet-message.js'
import type { StarknetTypedData } from './starknet-typed-data.js'
import type { TypedDataField, TypedDataTypes } from './starknet-typed-data-types.js'

/** The domain's name in the revision 1 form; the message itself names the site, at full length. */
const REVISION_1_NAME = 'Sign in'

/** SNIP-12 typed data of a sign-in. */
export type SignInTypedData = StarknetTypedData

/** What a Starknet sign-in message says. */
export interface StarknetSignIn {
  /** The revision of SNIP-12. 0: the specification's short message; 1: everything at full length. */
  revision: 0 | 1
  /** `starknet:SN_…` */
  chainId: string
  /** The server's nonce: 17 to 31 letters and digits. */
  nonce: string
  /** The site: its host, with its port if it has one. */
  domain: string
  /** Revision 1 only: `0x` and 64 hex digits. */
  address?: string
  /** Revision 1 only: the sentence that the visitor agrees to by signing. */
  statement?: string
  /** Revision 1 only: epoch seconds. */
  issuedAt?: number
  /** Revision 1 only: epoch seconds. */
  expiresAt?: number
}

const member = (name: string, type: string): TypedDataField => ({ name, type })

/** The types of both forms, revision 1 with a statement. The order of the members is part of the hash. */
const TYPES: Record<0 | 1, TypedDataTypes> = {
  0: {
    StarkNetDomain: [member('name', 'felt'), member('chainId', 'felt'), member('version', 'felt')],
    Message: [member('message', 'felt')],
  },
  1: {
    StarknetDomain: [
      member('name', 'shortstring'),
      member('version', 'shortstring'),
      member('chainId', 'shortstring'),
      member('revision', 'shortstring'),
    ],
    SignIn: [
      member('host', 'string'),
      member('address', 'ContractAddress'),
      member('statement', 'string'),
      member('nonce', 'shortstring'),
      member('issuedAt', 'timestamp'),
      member('expiresAt', 'timestamp'),
    ],
  },
}

/** The types of a form. A message without a statement has no member for one. */
function toTypes(revision: 0 | 1, hasStatement: boolean): TypedDataTypes {
  const isSaid = ({ name }: TypedDataField) => hasStatement || name !== 'statement'
  const types = Object.entries(structuredClone(TYPES[revision]))
  return Object.fromEntries(types.map(([name, members]) => [name, members.filter(isSaid)]))
}

/** Checks a text that wallets hash as a short string, with the error codes of the sign-in. */
function checkText(text: unknown, field: 'message' | 'domain'): string {
  if (typeof text === 'string' && text.length > MAX_SHORT_STRING) {
    throw createSignInError('message_too_long', `the ${field} has more than ${MAX_SHORT_STRING} characters`)
  }
  const parts = { message: 'm', domain: 'd', chainId: 'SN_MAIN', [field]: text as string }
  try {
    createMessageTypedData(parts)
  } catch (cause) {
    throw createSignInError('message_invalid', readErrorMessage(cause), { cause })
  }
  return text as string
}

function readChainName(chainId: string): string {
  const known = readStarknetChainId(chainId)
  if (!known)
    throw new WalletError('request_invalid', {
      message: `Not a Starknet chain id: ${String(chainId).slice(0, 80)}`,
    })
  return known.slice('starknet:'.length)
}

/**
 * Creates the sign-in message of the specification: typed data (SNIP-12 revision 0) with one text, usually the nonce.
 *
 * @throws WalletError `message_too_long`, `message_invalid`, `request_invalid`
 */
export function createStarknetSignIn(input: StarknetMessage): SignInTypedData {
  if (!input.truncate) checkText(input.domain, 'domain')
  if (!input.truncate) checkText(input.message, 'message')
  return createMessageTypedData({ ...input, chainId: readChainName(input.chainId) })
}

/**
 * Creates a sign-in message that names its purpose in full: host, address, nonce, times (SNIP-12 revision 1).
 *
 * @throws WalletError `message_too_long`, `message_invalid`, `request_invalid`
 */
export function createStarknetSignInRevision1(input: {
  host: string
  address: string
  /** The sentence that the visitor agrees to by signing. */
  statement?: string | undefined
  nonce: string
  chainId: string
  /** Epoch seconds. */
  issuedAt: number
  expiresAt: number
}): SignInTypedData {
  const address = readStarknetAddress(input.address)
  if (!address) throw createSignInError('message_invalid', 'address')
  if (!isHost(input.host)) throw createSignInError('message_invalid', 'host')
  const { statement } = input
  if (statement !== undefined && !isSignInStatement(statement))
    throw createSignInError('message_invalid', 'statement')
  const times = [input.issuedAt, input.expiresAt]
  if (!times.every((time) => Number.isSafeInteger(time) && time >= 0))
    throw createSignInError('message_invalid', 'times')
  return {
    types: toTypes(1, statement !== undefined),
    primaryType: 'SignIn',
    domain: {
      name: REVISION_1_NAME,
      version: MESSAGE_VERSION,
      chainId: readChainName(input.chainId),
      revision: '1',
    },
    message: {
      host: input.host,
      address,
      ...(statement !== undefined && { statement }),
      nonce: checkText(input.nonce, 'message'),
      issuedAt: String(input.issuedAt),
      expiresAt: String(input.expiresAt),
    },
  }
}

const isHost = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 255 && /^[\w.~%:[\]-]+$/.test(text)

/** Reads the text of a field, and never turns a number into a text. */
const readText = (object: unknown, key: string): string => {
  const value = readField(object, key)
  if (typeof value !== 'string') throw createSignInError('message_invalid', key)
  return value
}

const readSeconds = (object: unknown, key: string): number => {
  const value = readFelt(readField(object, key))
  if (value === null || value > BigInt(Number.MAX_SAFE_INTEGER))
    throw createSignInError('message_invalid', key)
  return Number(value)
}

const hasKeys = (object: unknown, keys: readonly string[]): boolean =>
  typeof object === 'object' &&
  object !== null &&
  Object.keys(object).sort().join() === [...keys].sort().join()

const namesOf = (members: readonly TypedDataField[] = []) => members.map(({ name }) => name)

/** Whether the types are those of a form. The members of a revision 0 domain may stand in any order. */
function hasTypes(given: unknown, expected: TypedDataTypes): boolean {
  if (!hasKeys(given, Object.keys(expected))) return false
  return Object.entries(expected).every(([name, members]) => {
    const list = readField(given, name)
    const isList = Array.isArray(list) && list.length === members.length
    if (!isList || !list.every((entry) => hasKeys(entry, ['name', 'type']))) return false
    // Only texts: a list with one text reads as the same text where it is turned into one.
    const texts = list.map((entry) =>
      [readField(entry, 'name'), readField(entry, 'type')]
        .map((part) => (typeof part === 'string' ? part : ''))
        .join(':'),
    )
    const wanted = members.map((entry) => `${entry.name}:${entry.type}`)
    if (name === 'StarkNetDomain') return texts.sort().join() === wanted.sort().join()
    return texts.join() === wanted.join()
  })
}

/**
 * Reads the typed data of a sign-in in either form, and refuses everything else.
 *
 * @throws WalletError `message_invalid`, `message_too_long`
 */
export function parseStarknetSignIn(typedData: unknown): StarknetSignIn {
  const primaryType = readField(typedData, 'primaryType')
  const revision = primaryType === 'SignIn' ? 1 : 0
  const domain = readField(typedData, 'domain')
  const message = readField(typedData, 'message')
  const statement = readField(message, 'statement')
  const types = toTypes(revision, statement !== undefined)
  const [domainType, messageType] = Object.keys(types) as [string, string]
  if (
    primaryType !== messageType ||
    !hasKeys(typedData, ['types', 'primaryType', 'domain', 'message']) ||
    !hasTypes(readField(typedData, 'types'), types) ||
    !hasKeys(domain, namesOf(types[domainType])) ||
    !hasKeys(message, namesOf(types[messageType]))
  ) {
    throw createSignInError('message_invalid', 'not the typed data of a sign-in')
  }
  if (readText(domain, 'version') !== MESSAGE_VERSION) throw createSignInError('message_invalid', 'version')
  const chainId = readStarknetChainId(readField(domain, 'chainId'))
  if (!chainId) throw createSignInError('message_invalid', 'chainId')

  if (revision === 0) {
    return {
      revision,
      chainId,
      nonce: checkText(readText(message, 'message'), 'message'),
      domain: checkText(readText(domain, 'name'), 'domain'),
    }
  }
  const address = readStarknetAddress(readField(message, 'address'))
  const host = readText(message, 'host')
  if (
    !address ||
    !isHost(host) ||
    (statement !== undefined && !isSignInStatement(statement)) ||
    readText(domain, 'name') !== REVISION_1_NAME ||
    !['1', 1].includes(readField(domain, 'revision') as string | number)
  ) {
    throw createSignInError('message_invalid', 'not the typed data of a sign-in')
  }
  return {
    revision,
    chainId,
    nonce: checkText(readText(message, 'nonce'), 'message'),
    domain: host,
    address,
    ...(statement !== undefined && { statement }),
    issuedAt: readSeconds(message, 'issuedAt'),
    expiresAt: readSeconds(message, 'expiresAt'),
  }
}
