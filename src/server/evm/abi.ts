import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Reads a number in ABI-encoded data; null when it lies outside, or is larger than `most` (by default the length of the
 * data).
 */
export function readNumber(data: Uint8Array, at: number, most = data.length): number | null {
  if (at + 32 > data.length) return null
  const value = BigInt(`0x${bytesToHex(data.subarray(at, at + 32))}`)
  return value <= BigInt(most) ? Number(value) : null
}

/** Reads a dynamic member of ABI-encoded data; null when it lies outside. */
export function readBytes(data: Uint8Array, at: number): Uint8Array | null {
  const offset = readNumber(data, at)
  const length = offset === null ? null : readNumber(data, offset)
  if (offset === null || length === null || offset + 32 + length > data.length) return null
  return data.subarray(offset + 32, offset + 32 + length)
}

/** Reads an address in ABI-encoded data, as 40 hex digits; null when it lies outside, or its word has more digits. */
export function readAddress(data: Uint8Array, at: number): string | null {
  const digits = bytesToHex(data.subarray(at, at + 32))
  return digits.length === 64 && digits.startsWith('0'.repeat(24)) ? digits.slice(24) : null
}

/** A word of ABI-encoded data, as 64 hex digits. */
export const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')
