import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { toChecksumAddress } from '../../protocol/evm-address.js'
import { EVM_WORD } from '../../protocol/evm-hex.js'
import { recoverAddress } from '../../protocol/evm-signature.js'
import { readAddress, readBytes, readNumber } from './abi.js'

/** The end of a signature that contains the account's delegation (ERC-8010). */
const MAGIC = '8010'.repeat(16)

/** The beginning of a delegated account's code (EIP-7702). */
const DESIGNATOR = '0xef0100'

/** A signature, and the delegation that its account would make. */
export interface Delegated {
  signature: Uint8Array
  /** The contract whose code the account takes: 40 hex digits. */
  delegate: string
  /** The chain of the delegation; 0 for all chains. */
  chainId: number
  /** The account's transaction count at which the delegation is valid. */
  nonce: number
  /** A call that must run before the account can be asked: 40 hex digits, and calldata, which may be empty. */
  to: string
  calldata: Uint8Array
  /** The account that signed the delegation; null when the signature is invalid. */
  signer: string | null
}

/** Encodes a whole number as RLP does. */
function encodeNumber(value: number): Uint8Array {
  if (value === 0) return Uint8Array.of(0x80)
  if (value < 0x80) return Uint8Array.of(value)
  const digits = value.toString(16)
  const bytes = hexToBytes(digits.length % 2 ? `0${digits}` : digits)
  return concatBytes(Uint8Array.of(0x80 + bytes.length), bytes)
}

/** Recovers who signed a delegation: keccak(0x05, rlp([chain id, address, nonce])) (EIP-7702). */
function recoverSigner(
  chainId: number,
  delegate: Uint8Array,
  nonce: number,
  rs: Uint8Array,
  parity: number,
): string | null {
  const list = concatBytes(encodeNumber(chainId), Uint8Array.of(0x94), delegate, encodeNumber(nonce))
  // Two numbers of eight bytes at most and an address always make a short list.
  const digest = keccak_256(concatBytes(Uint8Array.of(0x05, 0xc0 + list.length), list))
  return recoverAddress(digest, concatBytes(rs, Uint8Array.of(parity)))
}

/**
 * Reads an ERC-8010 wrapper: the signature, abi.encode(delegation, to, calldata), its length, the magic word. Null for
 * anything else.
 */
export function readDelegated(wrapped: Uint8Array): Delegated | null {
  const end = wrapped.length - 2 * EVM_WORD
  if (end < 0 || bytesToHex(wrapped.subarray(-EVM_WORD)) !== MAGIC) return null
  const length = readNumber(wrapped, end)
  if (length === null || length > end || length < 9 * EVM_WORD) return null
  const suffix = wrapped.subarray(end - length, end)
  const [chainId, nonce, parity] = [0, 2, 3].map((at) =>
    readNumber(suffix, at * EVM_WORD, Number.MAX_SAFE_INTEGER),
  )
  const [delegate, to] = [readAddress(suffix, EVM_WORD), readAddress(suffix, 6 * EVM_WORD)]
  const calldata = readBytes(suffix, 7 * EVM_WORD)
  if (chainId == null || nonce == null || (parity !== 0 && parity !== 1)) return null
  if (!delegate || !to || !calldata) return null
  return {
    signature: wrapped.subarray(0, end - length),
    delegate,
    chainId,
    nonce,
    to,
    calldata,
    signer: recoverSigner(
      chainId,
      hexToBytes(delegate),
      nonce,
      suffix.slice(4 * EVM_WORD, 6 * EVM_WORD),
      parity,
    ),
  }
}

/** The code of an account that has delegated. */
export const delegationCode = (delegate: string): string => DESIGNATOR + delegate

/** Whether the account could make a delegation now. */
export const isUsable = (
  { chainId, nonce, signer }: Delegated,
  account: { address: string; chainId: string; nonce: bigint },
): boolean =>
  signer !== null &&
  signer === toChecksumAddress(account.address) &&
  (chainId === 0 || `eip155:${chainId}` === account.chainId) &&
  BigInt(nonce) === account.nonce
