import { readField } from '../../../errors/normalise.js'
import type { Eip1193Provider } from '../announcement.js'

/**
 * The provider of a wallet older than EIP-6963, or null. The global may be anything: a throwing getter, a frozen
 * object, a Proxy, a list that contains itself.
 */
export function readLegacyProvider(): Eip1193Provider | null {
  const provider = readField(globalThis, 'ethereum')
  return typeof readField(provider, 'request') === 'function' ? (provider as Eip1193Provider) : null
}
