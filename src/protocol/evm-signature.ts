import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { toChecksumAddress } from './evm-address.js'

/** The digest that personal_sign signs (EIP-191, version 0x45). */
export function hashPersonalMessage(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/** Reads hex of whole bytes; null for anything else. */
export function readHex(value: unknown): Uint8Array | null {
  return typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)
    ? hexToBytes(value.slice(2))
    : null
}

/** Splits a signature into its 64 bytes and the parity of R: 65 bytes with v 0, 1, 27 or 28, or 64 bytes (EIP-2098). */
function splitSignature(signature: Uint8Array): { compact: Uint8Array; parity: number } | null {
  if (signature.length === 64) {
    const compact = signature.slice()
    const high = compact[32] as number
    compact[32] = high & 0x7f
    return { compact, parity: high >> 7 }
  }
  const v = signature.length === 65 ? (signature[64] as number) : -1
  const parity = v === 27 || v === 28 ? v - 27 : v
  return parity === 0 || parity === 1 ? { compact: signature.slice(0, 64), parity } : null
}

/**
 * Recovers the account whose key made a signature, with its checksum; null when the signature is invalid.
 *
 * A high s is accepted: some wallets send it, and a second form of a signature is useless when each nonce works once.
 */
export function recoverAddress(digest: Uint8Array, signature: Uint8Array): string | null {
  const parts = splitSignature(signature)
  if (!parts) return null
  try {
    const point = secp256k1.Signature.fromBytes(parts.compact, 'compact')
      .addRecoveryBit(parts.parity)
      .recoverPublicKey(digest)
    const key = point.toBytes(false).subarray(1)
    return toChecksumAddress(`0x${bytesToHex(keccak_256(key).subarray(12))}`)
  } catch {
    return null
  }
}
