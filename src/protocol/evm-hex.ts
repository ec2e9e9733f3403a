/** A word of the EVM, in bytes. */
export const EVM_WORD = 32

/** The hex form of a chain id that wallets take, without leading zeros (EIP-695, EIP-3085). */
export function toEvmHex(chainId: string): `0x${string}` {
  return `0x${Number(chainId.slice(7)).toString(16)}`
}
