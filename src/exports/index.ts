import { defineButton } from '../element/define.js'
import { loadApp } from '../element/load-app.js'

export type { Auth } from '../client/sign-in-state.js'
export type {
  AddChainParams,
  Balance,
  Call,
  Connector,
  ConnectorEntity,
  ConnectRequest,
  Eip1193Provider,
  EvmCall,
  EvmExecuteOptions,
  Executable,
  Executed,
  ExecuteOptions,
  ExecuteProgress,
  Hex,
  RequestProgress,
  SentCalls,
  SentRecord,
  SessionChange,
  StarknetAccount,
  StarknetProvider,
  TransactionReceipt,
  WaitOptions,
  WalletEntity,
  WalletIcon,
  WalletProvider,
  WalletSession,
  WatchAssetParams,
} from '../connectors/connector.js'
export type { WalletEventMap } from '../element/events.js'
export type { WalletError } from '../errors/wallet-error.js'
export type * from './client-types.js'

import type { WalletConnectButton as WalletConnectButtonElement } from '../element/button-api.js'

/** The element's class, and the type of its instances. Importing this module defines `<wallet-connect-button>`. */
export const WalletConnectButton = defineButton(loadApp)
export type WalletConnectButton = WalletConnectButtonElement

declare global {
  interface HTMLElementTagNameMap {
    'wallet-connect-button': WalletConnectButtonElement
  }
}
