import type { Namespace } from './caip2.js'
import type { SignInTypedData } from './sign-in-starknet.js'

/** How an account will be deployed, as its Starknet wallet says (wallet_deploymentData, Starknet wallet API). */
export interface StarknetDeployment {
  /** The address that the account will have: a felt in hex. */
  address?: string
  /** The class of the account: a felt in hex. */
  class_hash: string
  /** The number that makes this address differ from other accounts of the class: a felt in hex. */
  salt: string
  /** The constructor's arguments: felts in hex. */
  calldata: readonly string[]
  /** Data that the wallet adds for the deployment itself: felts in hex. */
  sigdata?: readonly string[]
  /** The version of Cairo in which the class is written. */
  version?: 0 | 1
}

/** What a page sends to its server, which checks the signature. */
export interface SignInProof {
  /** The namespace of the account's chain (CAIP-2): `eip155` or `starknet`. */
  namespace: Namespace
  /** Any spelling of the chain id. */
  chainId: string
  /** The account that has signed. */
  address: string
  /** EVM: the EIP-4361 text that was signed. Starknet: the typed data that was signed. */
  message: string | SignInTypedData
  /** EVM: hex. Starknet: felts. */
  signature: string | readonly string[]
  /** Only for Starknet accounts that are not on the chain yet. */
  deployment?: StarknetDeployment | undefined
}

/** Who has signed in. */
export interface SignInResult {
  /** EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  address: string
  /** CAIP-2. */
  chainId: string
}

/** An account that has signed in. */
export interface SignedAccount {
  /** The namespace of the account's chains (CAIP-2): `eip155` or `starknet`. */
  namespace: Namespace
  /** Any spelling of its address that begins with `0x`. */
  address: string
}

/** The visitor who is signed in, as the server says. */
export interface SignInSession extends SignInResult {
  /** The namespace of the account's chain (CAIP-2): `eip155` or `starknet`. */
  namespace: Namespace
}
