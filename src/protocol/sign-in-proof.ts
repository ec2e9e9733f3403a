import type { Namespace } from '../chains/caip2.js'
import type { SignInTypedData } from './sign-in-starknet.js'

/** What a Starknet wallet says of how an account will be deployed (wallet_deploymentData, Starknet wallet API). */
export interface StarknetDeployment {
  address?: string
  class_hash: string
  salt: string
  calldata: readonly string[]
  sigdata?: readonly string[]
  version?: 0 | 1
}

/** What a page sends to have a signature checked. */
export interface SignInProof {
  namespace: Namespace
  /** Any spelling of the chain id. */
  chainId: string
  address: string
  /** EVM: the EIP-4361 text that was signed. Starknet: the typed data that was signed. */
  message: string | SignInTypedData
  /** EVM: hex. Starknet: felts. */
  signature: string | readonly string[]
  /** Starknet accounts that are not on the chain yet. */
  deployment?: StarknetDeployment | undefined
}

/** Who has signed in. */
export interface SignInResult {
  /** EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  address: string
  /** CAIP-2. */
  chainId: string
}

/** Who a server says is signed in. */
export interface SignInSession extends SignInResult {
  namespace: Namespace
}
