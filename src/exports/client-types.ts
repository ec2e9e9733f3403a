/** The client's types that both `/client` and the element's entry export. */

export type { NetworkConfig } from '../chains/network-config.js'
export type { Mode, ResultType, WalletClientConfig } from '../client/config.js'
export type { InferredClient, NamespacesOf } from '../client/inferred-client.js'
export type { Phase } from '../client/machine.js'
export type {
  Attempt,
  Choice,
  Connection,
  EvmConnection,
  StarknetConnection,
  WalletState,
} from '../client/state.js'
export type {
  ClientEvents,
  ConnectOptions,
  ConnectResult,
  DisconnectReason,
  SignalOptions,
  SignInDetail,
  SignOptions,
  WalletClient,
} from '../client/wallet-client.js'
export type { WalletErrorCode } from '../errors/catalogue.js'
export type { AccountName, ResolveName } from '../names/account-name.js'
export type { StorageLike } from '../platform/storage.js'
export type { ChainId, Namespace } from '../protocol/caip2.js'
export type { SignedAccount, SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
export type { IssuedNonce } from '../protocol/starknet-message.js'
export type { SignInAdapter } from '../sign-in/adapter.js'
