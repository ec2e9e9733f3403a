import type { ChainId } from '../protocol/caip2.js'

/** Who signed in or out, and with which signature. */
export type SignInDetail = {
  /** The account: an EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  address: string
  /** The chain that the message names. */
  chainId: ChainId
  /** Whether a server has verified the signature. */
  verified?: boolean
} & (
  | {
      /** The family of the chain. */
      namespace: 'eip155'
      /** The EIP-4361 text. */
      message?: unknown
      /** In hex. */
      signature?: string
    }
  | {
      /** The family of the chain. */
      namespace: 'starknet'
      /** The typed data. */
      message?: unknown
      /** A list of felts. */
      signature?: string[]
    }
)
