import type { Namespace } from '../chains/caip2.js'
import type { SignInTypedData } from './sign-in-starknet.js'

/** What a Starknet wallet says of how an account will be deployed (wallet_deploymentData, Starknet wallet API). */
export interface StarknetDeployment {
  /** The address that the account will have: a felt in hex. */
  address?: string
  /** The class of the account: a felt in hex. */
  class_hash: string
  /** What makes the address one of many of this class: a felt in hex. */
  salt: string
  /** The constructor's arguments: felts in hex. */
  calldata: readonly string[]
  /** What the wallet adds for the deployment itself: felts in hex. */
  sigdata?: readonly string[]
  /** The version of Cairo that the class is written in. */
  version?: 0 | 1
}

/** What a page sends to have a signature checked. */
export interface SignInProof {
  /** The family of the account's chain (CAIP-2): `eip155` or `starknet`. */
  namespace: Namespace
  /** Any spelling of the chain id. */
  chainId: string
  /** The account that has signed. */
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
  /** The family of the account's chain (CAIP-2): `eip155` or `starknet`. */
  namespace: Namespace
}
