/** A field of an EIP-712 struct. */
export interface EvmField {
  name: string
  type: string
}

/** EIP-712 data in the shape that wallets take. */
export interface EvmTypedData {
  types: Record<string, readonly EvmField[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}
