/**
 * wallet-connect-button/server: nonces, verification of sign-in messages, the calls of the page as plain JSON. It runs
 * in Node 20 and edge runtimes, and loads starknet.js with the first Starknet signature. The tRPC router is in
 * wallet-connect-button/trpc.
 */
export { isSignInErrorCode, type SignInErrorCode } from '../errors/sign-in-catalogue.js'
export { WalletError } from '../errors/wallet-error.js'
export { isEvmNonce } from '../protocol/evm-nonce.js'
export { createSignInNonce, isSignInNonce } from '../protocol/sign-in-nonce.js'
export type {
  SignedAccount,
  SignInProof,
  SignInResult,
  SignInSession,
  StarknetDeployment,
} from '../protocol/sign-in-proof.js'
export {
  createStarknetSignIn,
  createStarknetSignInRevision1,
  parseStarknetSignIn,
  type SignInTypedData,
  type StarknetSignIn,
} from '../protocol/sign-in-starknet.js'
export { formatSignInMessage, parseSignInMessage, type SignInMessage } from '../protocol/siwe/message.js'
export type { IssuedNonce } from '../protocol/starknet-message.js'
export { createSignInHandler, type SignInHandler, type SignInHandlerOptions } from '../server/handler.js'
export { readSignInForm, type SignInFields, type SignInForm, type SignInSubmission } from '../server/proof.js'
export type { RpcError, RpcRequest, RpcSource } from '../server/rpc.js'
export type { SignInServerOptions } from '../server/service.js'
export { createSignIn, type SignIn, type SignInOptions } from '../server/sign-in.js'
export type { KeyValueStore } from '../server/store.js'
