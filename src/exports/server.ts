/**
 * wallet-connect-button/server: nonces, verification of sign-in messages, the ready-made tRPC router. Node 20 and edge
 * runtimes; starknet.js is loaded with the first Starknet signature.
 */
export { isSignInErrorCode, type SignInErrorCode } from '../errors/sign-in-catalogue.js'
export { WalletError } from '../errors/wallet-error.js'
export { createSignInNonce, isEvmNonce, isSignInNonce } from '../protocol/sign-in-nonce.js'
export type {
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
export { createSignInContext, type SignInContext } from '../server/context.js'
export { createSignInRouter, type SignInRouter, type SignInRouterOptions } from '../server/router.js'
export type { RpcError, RpcRequest, RpcSource } from '../server/rpc.js'
export { createSignIn, type SignIn, type SignInOptions } from '../server/sign-in.js'
export type { KeyValueStore } from '../server/store.js'
