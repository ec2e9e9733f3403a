import { readField } from '../../errors/normalise.js'
import { createSignInError } from '../../errors/sign-in-error.js'
import { readFelt, toFeltHex } from '../../protocol/felt.js'
import { type KeySignature, readKeySignatures, readQuorum } from './known-classes.js'
import type { StarknetLibrary } from './library.js'

const MAX_CALLDATA = 64

/** More keys than these cost too much to check for whoever only claims to have them. */
const MAX_KEYS = 4

/**
 * Checks the signature of an account that is not on the chain yet. Its address must follow from the deployment data,
 * its class must be known, and enough of the keys in its constructor must have signed.
 *
 * @param deployment the wallet's answer (wallet_deploymentData)
 * @throws WalletError `account_not_deployed` when that cannot be determined, `account_mismatch`, `signature_invalid`
 */
export function verifyUndeployed(
  { ec, hash }: StarknetLibrary,
  check: { address: string; messageHash: string; signature: readonly string[]; deployment: unknown },
): void {
  const { deployment } = check
  if (deployment === undefined || deployment === null) throw createSignInError('account_not_deployed')
  const classHash = readFelt(readField(deployment, 'class_hash'))
  const salt = readFelt(readField(deployment, 'salt'))
  const given = readField(deployment, 'calldata')
  const calldata = Array.isArray(given) && given.length <= MAX_CALLDATA ? given.map(readFelt) : [null]
  if (classHash === null || salt === null || calldata.includes(null)) {
    throw createSignInError('account_not_deployed', 'the deployment data is not well formed')
  }
  const felts = calldata as bigint[]
  const quorum = readQuorum(classHash, felts)
  if (!quorum) throw createSignInError('account_not_deployed', 'its kind of account is not known here')

  if (quorum.keys.length > MAX_KEYS)
    throw createSignInError('account_not_deployed', `it has more than ${MAX_KEYS} keys`)

  // What costs much comes last.
  const signed = readKeySignatures(check.signature.map(BigInt), quorum)
  if (!signed) throw createSignInError('signature_invalid')
  const address = hash.calculateContractAddressFromHash(salt, classHash, felts, 0)
  if (BigInt(address) !== BigInt(check.address)) throw createSignInError('account_mismatch')
  if (!signed.every((one) => isStarkSignature(ec, one, check.messageHash)))
    throw createSignInError('signature_invalid')
}

/** Whether a Stark key made a signature. The key is an x coordinate, so either of its two points may have signed. */
function isStarkSignature(
  ec: StarknetLibrary['ec'],
  { key, r, s }: KeySignature,
  messageHash: string,
): boolean {
  const x = toFeltHex(key).slice(2).padStart(64, '0')
  return ['02', '03'].some((prefix) => {
    try {
      return ec.starkCurve.verify(new ec.starkCurve.Signature(r, s), messageHash, `${prefix}${x}`)
    } catch {
      return false
    }
  })
}
