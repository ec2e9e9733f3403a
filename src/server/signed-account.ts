import { readField } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import type { SignedAccount } from '../protocol/sign-in-proof.js'
import { readAddress } from './claim.js'

/** What pages send with a sign-out that names nobody: nothing, or an object without members. */
const namesNobody = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  (typeof given === 'object' && !Array.isArray(given) && Object.keys(given).length === 0)

/**
 * Reads whose session a sign-out is to end, and writes the address as sessions have it.
 *
 * @returns null where nobody is named, so that any session is meant
 * @throws WalletError `request_invalid`
 */
export function readSignedAccount(given: unknown): SignedAccount | null {
  if (namesNobody(given)) return null
  const namespace = readField(given, 'namespace')
  if (namespace !== 'eip155' && namespace !== 'starknet')
    throw new WalletError('request_invalid', { message: 'sign-out: namespace must be eip155 or starknet' })
  const address = readAddress(namespace, readField(given, 'address'))
  if (!address)
    throw new WalletError('request_invalid', {
      message: `sign-out: address is not an address of ${namespace}`,
    })
  return { namespace, address }
}
