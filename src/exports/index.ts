import { defineButton } from '../element/define.js'
import { loadApp } from '../element/load-app.js'

export type { ChainId, Namespace } from '../chains/caip2.js'
export type { NetworkConfig } from '../chains/network-config.js'
export type { Mode, ResultType, WalletClientConfig } from '../client/config.js'
export type { Auth } from '../client/sign-in-state.js'
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
  SignInDetail,
  SignOptions,
  WalletClient,
} from '../client/wallet-client.js'
export type {
  AddChainParams,
  Balance,
  Call,
  Connector,
  ConnectorEntity,
  ConnectRequest,
  Eip1193Provider,
  ExecuteOptions,
  Hex,
  SessionChange,
  StarknetAccount,
  StarknetProvider,
  TransactionReceipt,
  WalletEntity,
  WalletIcon,
  WalletProvider,
  WalletSession,
  WatchAssetParams,
} from '../connectors/connector.js'
export type { WalletEventMap } from '../element/events.js'
export type { WalletErrorCode } from '../errors/catalogue.js'
export type { WalletError } from '../errors/wallet-error.js'
export type { AccountName, ResolveName } from '../names/account-name.js'
export type { StorageLike } from '../platform/storage.js'
export type { SignInAdapter } from '../sign-in/adapter.js'

import type { WalletConnectButton as WalletConnectButtonElement } from '../element/button-api.js'

/** The element's class, and the type of its instances. Importing this module defines `<wallet-connect-button>`. */
export const WalletConnectButton = defineButton(loadApp)
export type WalletConnectButton = WalletConnectButtonElement

declare global {
  interface HTMLElementTagNameMap {
    'wallet-connect-button': WalletConnectButtonElement
  }
}
