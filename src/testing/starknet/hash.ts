import { keccak, pedersen, poseidonHashMany } from '@scure/starknet'

/** The felt of a short string, with its first byte highest. */
export function toFelt(text: string): bigint {
  let felt = 0n
  for (const byte of new TextEncoder().encode(text)) felt = (felt << 8n) | BigInt(byte)
  return felt
}

/** A felt as hex without leading zeros. */
export const toHex = (felt: bigint): string => `0x${felt.toString(16)}`

/** starknet_keccak: the low 250 bits of Keccak-256. Of a function's name it gives the selector. */
export const starknetKeccak = (text: string): bigint => keccak(new TextEncoder().encode(text))

/** The Pedersen hash of a list, with its length at the end. */
export function hashPedersen(elements: readonly bigint[]): bigint {
  let hash = 0n
  for (const element of [...elements, BigInt(elements.length)]) hash = BigInt(pedersen(hash, element))
  return hash
}

/** The Poseidon hash of a list. */
export const hashPoseidon = (elements: readonly bigint[]): bigint => poseidonHashMany([...elements])
