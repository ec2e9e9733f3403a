/**
 * Whether a text may be the nonce of an EIP-4361 message: 8 to 256 letters and digits. The standard has no longest
 * nonce, but a wallet has to show it.
 */
export const isEvmNonce = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z\d]{8,256}$/i.test(value)
