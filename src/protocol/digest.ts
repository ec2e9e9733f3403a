import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { WalletError } from '../errors/wallet-error.js'

/**
 * Computes the digest of bytes, or of a text in UTF-8, as hex without `0x`.
 *
 * @param method `sha256` in exactly this spelling
 * @throws WalletError `digest` for any other method
 */
export function digest(method: string, data: string | Uint8Array): string {
  if (method !== 'sha256') throw new WalletError('digest')
  return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data))
}
