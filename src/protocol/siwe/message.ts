import { createSignInError } from '../../errors/sign-in-error.js'
import type { WalletError } from '../../errors/wallet-error.js'
import { readEvmAddress } from '../evm-address.js'
import { readDateTime } from './date-time.js'
import { isAuthority, isPchars, isScheme, isStatement, isUri } from './grammar.js'

/**
 * The longest message, in characters, and the most resources. A wallet has to show all of it, and no site needs more.
 */
export const MAX_MESSAGE = 4_096
export const MAX_RESOURCES = 10

/** The fields of an EIP-4361 message. Dates stay texts, so that a message can be printed again byte for byte. */
export interface SignInMessage {
  /** URI scheme of the origin, without `://`. */
  scheme?: string | undefined
  /** RFC 3986 authority: the host, with a port unless it is the scheme's default. */
  domain: string
  /** An address with its checksum (EIP-55), which the standard recommends, or in a single case. */
  address: string
  /** One line for the person who signs. An empty statement is not the same as no statement. */
  statement?: string | undefined
  /** RFC 3986 URI that the message is for: the page's address. */
  uri: string
  /** The version of EIP-4361's message. */
  version: '1'
  /** EIP-155 chain id, a safe integer. */
  chainId: number
  /** At least 8 letters and digits. */
  nonce: string
  /** RFC 3339 date-time. */
  issuedAt: string
  /** RFC 3339 date-time; the message is refused from then on. */
  expirationTime?: string | undefined
  /** RFC 3339 date-time; the message is refused before. */
  notBefore?: string | undefined
  /** The site's own id of the request, in RFC 3986 path characters. */
  requestId?: string | undefined
  /** RFC 3986 URIs. */
  resources?: readonly string[] | undefined
}

const INTRODUCTION = ' wants you to sign in with your Ethereum account:'

/** The lines after the statement: the label, the field, and whether the line is required. */
const LINES = [
  ['URI: ', 'uri', true],
  ['Version: ', 'version', true],
  ['Chain ID: ', 'chainId', true],
  ['Nonce: ', 'nonce', true],
  ['Issued At: ', 'issuedAt', true],
  ['Expiration Time: ', 'expirationTime', false],
  ['Not Before: ', 'notBefore', false],
  ['Request ID: ', 'requestId', false],
] as const

const isDateTime = (text: string): boolean => readDateTime(text) !== null

const RULES: Record<(typeof LINES)[number][1], (text: string) => boolean> = {
  uri: isUri,
  version: (text) => text === '1',
  // Without leading zeros and within the safe integers, so that number and text always agree.
  chainId: (text) => /^(?:0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text)),
  nonce: (text) => /^[A-Za-z0-9]{8,}$/.test(text),
  issuedAt: isDateTime,
  expirationTime: isDateTime,
  notBefore: isDateTime,
  requestId: isPchars,
}

const invalid = (detail: string): WalletError => createSignInError('message_invalid', detail)

function readOrigin(line: string): Pick<SignInMessage, 'scheme' | 'domain'> {
  if (!line.endsWith(INTRODUCTION)) throw invalid('line 1 is not the EIP-4361 introduction')
  const origin = line.slice(0, -INTRODUCTION.length)
  const end = origin.indexOf('://')
  const scheme = end < 0 ? undefined : origin.slice(0, end)
  const domain = end < 0 ? origin : origin.slice(end + 3)
  if (scheme !== undefined && !isScheme(scheme)) throw invalid('scheme')
  if (!isAuthority(domain)) throw invalid('domain')
  return scheme === undefined ? { domain } : { scheme, domain }
}

/**
 * Reads an EIP-4361 message, exactly by its grammar. An address without a checksum is accepted, an address with a wrong
 * checksum is not.
 *
 * The visitor signed the text itself, so a verifier must use that text and never print the fields again.
 *
 * @throws WalletError `message_invalid` naming the part that is wrong; `message_too_long` past 4,096 characters or
 * 10 resources
 */
export function parseSignInMessage(text: unknown): SignInMessage {
  if (typeof text !== 'string') throw invalid('not a text')
  if (text.length > MAX_MESSAGE)
    throw createSignInError('message_too_long', `more than ${MAX_MESSAGE} characters`)
  const lines = text.split('\n')

  const origin = readOrigin(lines[0] as string)
  const address = lines[1] ?? ''
  if (!readEvmAddress(address)) throw invalid('address')

  // After the address comes an empty line, then nothing or a statement (which may be empty) with its line end, then an
  // empty line.
  if (lines[2] !== '' || lines[3] === undefined) throw invalid('no empty line after the address')
  const hasStatement = !(lines[3] === '' && lines[4]?.startsWith('URI: '))
  const statement = hasStatement ? lines[3] : undefined
  if (statement !== undefined && !isStatement(statement)) throw invalid('statement')
  if (lines[hasStatement ? 4 : 3] !== '') throw invalid('no empty line before the URI')

  let next = hasStatement ? 5 : 4
  const values: Record<string, string> = {}
  for (const [label, field, required] of LINES) {
    const line = lines[next]
    if (!line?.startsWith(label)) {
      if (required) throw invalid(field)
      continue
    }
    const value = line.slice(label.length)
    if (!RULES[field](value)) throw invalid(field)
    values[field] = value
    next++
  }

  let resources: string[] | undefined
  if (lines[next] === 'Resources:') {
    resources = lines.slice(next + 1)
    if (resources.length > MAX_RESOURCES)
      throw createSignInError('message_too_long', `more than ${MAX_RESOURCES} resources`)
    for (const line of resources)
      if (!line.startsWith('- ') || !isUri(line.slice(2))) throw invalid('resources')
    resources = resources.map((line) => line.slice(2))
    next = lines.length
  }
  if (next !== lines.length) throw invalid(`line ${next + 1}`)

  return {
    ...origin,
    address,
    ...(statement === undefined ? {} : { statement }),
    ...(values as unknown as Pick<SignInMessage, Exclude<(typeof LINES)[number][1], 'chainId'>>),
    chainId: Number(values.chainId),
    ...(resources && { resources }),
  }
}

function print(fields: SignInMessage): string {
  const { scheme, domain, address, statement, resources } = fields
  const lines = [`${scheme === undefined ? '' : `${scheme}://`}${domain}${INTRODUCTION}`, address, '']
  if (statement !== undefined) lines.push(statement)
  lines.push('')
  for (const [label, field] of LINES) if (fields[field] !== undefined) lines.push(label + fields[field])
  if (resources) lines.push('Resources:', ...resources.map((uri) => `- ${uri}`))
  return lines.join('\n')
}

const FIELDS = [
  'scheme',
  'domain',
  'address',
  'statement',
  ...LINES.map(([, field]) => field),
  'resources',
] as const

/**
 * Prints the fields of an EIP-4361 message.
 *
 * It reads the printed text again and compares, so that no value can pass for another line: a text with a line break
 * never becomes a message.
 *
 * @throws WalletError `message_invalid` naming the part that is wrong; `message_too_long`, as for the parser
 */
export function formatSignInMessage(fields: SignInMessage): string {
  const given: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const value = (fields as unknown as Record<string, unknown> | null)?.[field] ?? undefined
    const type = field === 'chainId' ? 'number' : 'string'
    const isTyped = field === 'resources' ? Array.isArray(value) : typeof value === type
    if (value !== undefined && !isTyped) throw invalid(field)
    given[field] = field === 'resources' && value ? [...(value as string[])] : value
  }
  const message = given as unknown as SignInMessage
  if ((message.resources?.length ?? 0) > MAX_RESOURCES) {
    throw createSignInError('message_too_long', `more than ${MAX_RESOURCES} resources`)
  }
  const text = print(message)
  const read = parseSignInMessage(text) as unknown as Record<string, unknown>
  for (const field of FIELDS) {
    if (JSON.stringify(read[field]) !== JSON.stringify(given[field])) throw invalid(field)
  }
  return text
}
