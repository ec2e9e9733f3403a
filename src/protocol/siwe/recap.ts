import { createSignInError } from '../../errors/sign-in-error.js'
import type { SignInMessage } from './message.js'

/** How the sentence begins that tells a person what a ReCap allows (EIP-5573). */
const SENTENCE = 'I further authorize the stated URI to perform the following actions on my behalf:'

/**
 * One part of that sentence: `(1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.` Wallets that use
 * WalletConnect's library write a comma after it where one resource has three namespaces of abilities.
 */
const PART = /^ \((\d+)\) '([^' ]+)': ('[^' ]+'(?:, '[^' ]+')*) for '([^' ]+)'\.(?:,(?= ))?/

/** An ability of a ReCap: its namespace and its name. */
const ABILITY = /^[A-Za-z0-9.*_+-]+\/[A-Za-z0-9.*_+-]+$/

/** Escapes that canonical JSON (RFC 8785) does not have, and that not every language reads alike. */
const ODD_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

const invalid = (detail: string) => createSignInError('message_invalid', `ReCap: ${detail}`)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads base64 or base64url without padding as JSON; undefined for anything else. */
function decode(text: string): unknown {
  if (!/^[A-Za-z0-9+/_-]+$/.test(text)) return undefined
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) =>
      character.charCodeAt(0),
    )
    const json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return ODD_ESCAPE.test(json) ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}

/** An ability that a ReCap grants. */
export interface Ability {
  /** What it is for, such as `eip155`. */
  resource: string
  /** Its namespace and its name, such as `request/personal_sign`. */
  ability: string
  /** What it is limited to, perhaps an empty object; without an object the ability cannot be used (EIP-5573). */
  limits: readonly Readonly<Record<string, unknown>>[]
}

/** Reads what a ReCap allows: at least one ability. @throws WalletError `message_invalid` */
export function readAbilities(uri: string): Ability[] {
  const att = (decode(uri.slice('urn:recap:'.length)) as { att?: unknown } | undefined)?.att
  const entries: Ability[] = []
  if (!isObject(att)) throw invalid('no abilities')
  for (const [resource, abilities] of Object.entries(att)) {
    if (!/^[^' ]+$/.test(resource) || !isObject(abilities)) throw invalid('resource')
    for (const [ability, limits] of Object.entries(abilities)) {
      const isLimited = Array.isArray(limits) && limits.every(isObject)
      if (!ABILITY.test(ability) || !isLimited) throw invalid('ability')
      entries.push({ resource, ability, limits })
    }
  }
  if (entries.length === 0) throw invalid('no abilities')
  return entries
}

/** Writes a ReCap that allows `methods` of the chains of `eip155` (CAIP-74). @param limits what each is limited to */
export function createRecap(methods: readonly string[], limits: object = {}): string {
  const abilities = Object.fromEntries([...methods].sort().map((method) => [`request/${method}`, [limits]]))
  return `urn:recap:${btoa(JSON.stringify({ att: { eip155: abilities } })).replace(/=+$/, '')}`
}

/**
 * Adds the sentence of a ReCap to a statement that lacks it, as wallets that use WalletConnect's library write it: they sign
 * the text, and answer with the fields.
 *
 * @throws WalletError `message_invalid`
 */
export function tellAbilities(statement: string | undefined, recap: string): string {
  if (statement?.includes(SENTENCE)) return statement
  const told = new Map<string, string[]>()
  for (const { resource, ability } of readAbilities(recap)) {
    const [namespace = '', name = ''] = ability.split('/')
    const part = `${namespace} ${resource}`
    told.set(part, [...(told.get(part) ?? []), name])
  }
  const parts = [...told].map(([part, names], index) => {
    const [namespace, resource] = part.split(' ')
    const list = names.sort((one, other) => one.localeCompare(other)).join("', '")
    return ` (${index + 1}) '${namespace}': '${list}' for '${resource}'.`
  })
  return `${statement ? `${statement} ` : ''}${SENTENCE}${parts.join('')}`
}

/** The ReCap of a message: its last resource, if that is one. */
export function findRecap(resources: readonly string[] | undefined): string | undefined {
  const last = resources?.at(-1)
  return last?.startsWith('urn:recap:') ? last : undefined
}

/** The statement of a message without the sentence of its ReCap; undefined when nothing else is there. */
export function readOwnStatement(statement: string | undefined): string | undefined {
  const begin = statement?.indexOf(SENTENCE) ?? -1
  if (begin < 0) return statement
  return begin === 0 ? undefined : statement?.slice(0, begin - 1)
}

/** Reads the parts of the sentence into entries `namespace name resource`, sorted; null for another text. */
function readSentence(text: string): string[] | null {
  const entries: string[] = []
  let rest = text
  for (let number = 1; rest; number++) {
    const part = PART.exec(rest)
    if (!part || part[1] !== String(number)) return null
    const [whole, , namespace, names = '', resource] = part
    for (const name of names.slice(1, -1).split("', '")) entries.push(`${namespace} ${name} ${resource}`)
    rest = rest.slice(whole.length)
  }
  return entries.sort()
}

/**
 * Checks that a message's statement says exactly what its ReCap allows (EIP-5573): the ReCap is the last resource and
 * the only one, and the statement ends with its sentence. A message without a ReCap has no such sentence.
 *
 * The order of the abilities is not checked, because wallets sort them in more than one way.
 *
 * @throws WalletError `message_invalid`
 */
export function checkRecap({
  statement = '',
  resources = [],
}: Pick<SignInMessage, 'statement' | 'resources'>): void {
  const first = resources.findIndex((resource) => /^urn:recap:/i.test(resource))
  const begin = statement.indexOf(SENTENCE)
  if (first < 0) {
    if (begin < 0) return
    throw invalid('the statement has a sentence without it')
  }
  const uri = resources[first] as string
  if (first !== resources.length - 1 || !uri.startsWith('urn:recap:')) throw invalid('not the last resource')
  const allowed = readAbilities(uri)
    .map(({ ability, resource }) => `${ability.replace('/', ' ')} ${resource}`)
    .sort()
  const told = begin < 0 ? null : readSentence(statement.slice(begin + SENTENCE.length))
  const isAlone = begin === 0 || statement[begin - 1] === ' '
  if (!told || !isAlone || JSON.stringify(told) !== JSON.stringify(allowed))
    throw invalid('the statement tells something else')
}
