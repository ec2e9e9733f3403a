import { readField } from '../../../errors/normalise.js'
import { parseJson } from '../../../platform/natives.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { toEvmHex } from '../../../protocol/evm-hex.js'
import type { StoredSession } from '../../relay/stored-sessions.js'

/** What a wallet says in a session besides its grant (CAIP-25). */
export type SessionProperties = Pick<StoredSession, 'sessionProperties' | 'scopedProperties'>

/** Capabilities of EIP-5792 that wallets name among the properties of a session. Every other property means something else. */
const NAMES = ['atomic', 'auxiliaryFunds', 'flow-control', 'paymasterService', 'permissions', 'sessionKeys']

/** Reads an object, also when a wallet sends it as JSON (CAIP-25 once had texts only). Anything else counts as empty. */
function readObject(value: unknown): object {
  let read = value
  try {
    if (typeof value === 'string') read = parseJson(value)
  } catch {
    // Another text.
  }
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : {}
}

/** Reads the member of an object by its name, in any case. */
function readMember(value: unknown, name: string): object {
  const from = readObject(value)
  const key = Object.keys(from).find((one) => one.toLowerCase() === name.toLowerCase())
  return readObject(key === undefined ? undefined : readField(from, key))
}

/** The capabilities among properties. */
function pick(properties: object): Record<string, object> {
  const named = NAMES.filter((name) => Object.hasOwn(properties, name))
  return Object.fromEntries(named.map((name) => [name, readObject(readField(properties, name))]))
}

/**
 * Reads what a session says of an account's capabilities on a chain, so that the wallet need not be asked: for all chains in
 * `sessionProperties`, for a chain and for an account in `scopedProperties` (CAIP-25 for `eip155`); older wallets have the
 * whole answer in `sessionProperties.capabilities`, by account. What is said of less counts more.
 *
 * @returns null when the session says nothing
 */
export function readSessionCapabilities(
  { sessionProperties, scopedProperties }: SessionProperties,
  account: string,
  chainId: ChainId,
): Record<string, unknown> | null {
  const all = readObject(sessionProperties)
  const chain = readMember(scopedProperties, chainId)
  const found = {
    ...readMember(readMember(readField(all, 'capabilities'), account), toEvmHex(chainId)),
    ...pick(all),
    ...pick(readMember(scopedProperties, 'eip155')),
    ...pick(chain),
    ...pick(readMember(chain, `${chainId}:${account}`)),
  }
  return Object.keys(found).length > 0 ? found : null
}
