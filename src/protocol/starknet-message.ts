import { WalletError } from '../errors/wallet-error.js'
import { findShortStringFault, MAX_SHORT_STRING } from './short-string.js'
import type { StarknetTypedData } from './starknet-typed-data.js'

/** Version of the domain of a sign-in message (specification). */
export const MESSAGE_VERSION = '0.0.1'

/** Domain of a message when its nonce came without a domain (specification). */
export const DEFAULT_MESSAGE_DOMAIN = 'domain'

const felt = (name: string) => ({ name, type: 'felt' })
const short = (name: string) => ({ name, type: 'shortstring' })

/** The fields of {@link createMessageTypedData}. */
export interface StarknetMessage {
  /** At most 31 printable ASCII characters that do not read as a number. */
  message: string
  /** The name of the site that asks, under the same rule. */
  domain: string
  /** CAIP-2 id of the connected chain. */
  chainId: string
  /** Cut message and domain to 31 characters instead of refusing them, for servers that expect the cut. */
  truncate?: boolean
}

/**
 * Why a text cannot be signed; null when it can. The visitor must sign what they read, and wallets hash a text that
 * looks like a number as that number.
 */
function findTextFault(text: unknown, field = 'text'): string | null {
  const fault = findShortStringFault(text)
  if (fault) return fault
  // Wallets write characters below 0x10 as one digit, so two such texts may have the same hash.
  const isPlain = !/[^\x20-\x7e]/.test(text as string) && Number.isNaN(Number(text))
  return isPlain ? null : `${field}: it must have printable characters and must not be a number`
}

function parseText(text: unknown, field: string, truncate: boolean): string {
  const cut = truncate && typeof text === 'string' ? text.slice(0, MAX_SHORT_STRING) : text
  const message = findTextFault(cut, field)
  if (message) throw new WalletError('request_invalid', { message })
  return cut as string
}

/**
 * The site's name in a message that a page has signed: the first of its names that can be signed once it is cut to 31
 * characters (specification, section 9), else the word `domain`. The page chooses the message and not this name, so a
 * name never makes its request fail.
 *
 * @param names the names of the site, the preferred one first
 */
export function chooseMessageDomain(...names: (string | undefined)[]): string {
  for (const name of names) {
    const cut = name?.slice(0, MAX_SHORT_STRING)
    if (!findTextFault(cut)) return cut as string
  }
  return DEFAULT_MESSAGE_DOMAIN
}

/**
 * The typed data of a sign-in message: revision 0, with name, chain id and version 0.0.1 in its domain (specification).
 *
 * @throws WalletError `request_invalid` when message or domain is longer than 31 characters or could be misread
 */
export function createMessageTypedData({
  message,
  domain,
  chainId,
  truncate = false,
}: StarknetMessage): StarknetTypedData {
  return {
    types: {
      StarkNetDomain: [felt('name'), felt('chainId'), felt('version')],
      Message: [felt('message')],
    },
    primaryType: 'Message',
    domain: {
      name: parseText(domain, 'domain', truncate),
      chainId: chainId.replace('starknet:', ''),
      version: MESSAGE_VERSION,
    },
    message: { message: parseText(message, 'message', truncate) },
  }
}

/** Whether the short form cannot hold a text: a felt holds 31 ASCII characters. */
export const isLongMessage = (text: string): boolean =>
  text.length > MAX_SHORT_STRING || /[^\x20-\x7e]/.test(text)

/**
 * The typed data of a message of any length: revision 1 of SNIP-12, whose type `string` holds every text. Name, chain id and version are those of
 * {@link createMessageTypedData}.
 *
 * @throws WalletError `request_invalid` for half of a character, which has no bytes to sign
 */
export function createLongMessageTypedData({ message, domain, chainId }: StarknetMessage): StarknetTypedData {
  if (/\p{Surrogate}/u.test(message))
    throw new WalletError('request_invalid', { message: 'message: it has half of a character' })
  return {
    types: {
      StarknetDomain: [short('name'), short('version'), short('chainId'), short('revision')],
      Message: [{ name: 'message', type: 'string' }],
    },
    primaryType: 'Message',
    domain: {
      name: parseText(domain, 'domain', false),
      version: MESSAGE_VERSION,
      chainId: chainId.replace('starknet:', ''),
      revision: '1',
    },
    message: { message },
  }
}

/** What a server issues for a sign-in. */
export interface IssuedNonce {
  /** The number that the message must contain; it can be used once. */
  nonce: string
  /** The site that the message is for: its host, with its port if it has one. */
  domain: string
  /** Where the site has more than one host: all of them. A page signs for its own. */
  domains?: readonly string[]
  /** When the server asks for it: the path of the site that an EVM message must be bound to … */
  path?: string
  /** … and the URIs that its `Resources` must contain. */
  resources?: readonly string[]
  /** The sentence that the visitor agrees to by signing; it comes before the page's own. */
  statement?: string
}

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

const isTextsOrAbsent = (value: unknown): value is string[] | undefined =>
  value === undefined || (Array.isArray(value) && value.every((text) => typeof text === 'string'))

/**
 * Reads what a server issued: `{ nonce, domain }`, as an object or its JSON, or a bare nonce. A bare nonce has the word
 * `domain` as its domain (specification).
 *
 * @throws WalletError `request_invalid` for anything else
 */
export function parseIssuedNonce(issued: unknown): IssuedNonce {
  let value = issued
  if (typeof issued === 'string' && /^\s*\{/.test(issued)) {
    try {
      value = JSON.parse(issued)
    } catch (error) {
      throw new WalletError('request_invalid', { message: 'The nonce is cut off', cause: error })
    }
  }
  if (typeof value === 'string' && value !== '') return { nonce: value, domain: DEFAULT_MESSAGE_DOMAIN }
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const { nonce, domain, domains, path, resources, statement } = value as Record<string, unknown>
    const areTexts = isTextOrAbsent(path) && isTextOrAbsent(statement)
    const isBound = areTexts && isTextsOrAbsent(domains) && isTextsOrAbsent(resources)
    if (typeof nonce === 'string' && nonce !== '' && isTextOrAbsent(domain) && isBound) {
      return {
        nonce,
        domain: domain || DEFAULT_MESSAGE_DOMAIN,
        ...(domains !== undefined && { domains }),
        ...(path !== undefined && { path }),
        ...(resources !== undefined && { resources }),
        ...(statement && { statement }),
      }
    }
  }
  throw new WalletError('request_invalid', { message: 'The nonce is neither a text nor { nonce, domain }' })
}
