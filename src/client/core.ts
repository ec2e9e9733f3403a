import type { ChainId } from '../chains/caip2.js'
import type { Connector, ConnectorSource } from '../connectors/connector.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { StorageLike } from '../platform/storage.js'
import type { WalletConfig } from './config.js'
import type { Connections } from './connections.js'
import type { Discovery } from './discovery.js'
import type { Reconnect } from './reconnect.js'
import type { Records } from './session-records.js'
import type { WalletState } from './state.js'
import type { Emitter, Store } from './store.js'
import type { ClientEvents, ConnectOptions, ConnectResult } from './wallet-client.js'
import type { WalletRequests } from './wallet-requests.js'

/** A call of `connect` that waits for its result. */
export interface Pending {
  options: ConnectOptions
  /** The chain that the page asked for. */
  chainId: ChainId | undefined
  /** The configuration as it was at the call. */
  config: WalletConfig
  promise: Promise<ConnectResult>
  settle(result: ConnectResult): void
  fail(error: WalletError): void
}

/** The attempt that is under way. A newer attempt replaces it, and its late answer is dropped. */
export interface Running {
  connector: Connector
  chainId: ChainId | undefined
  control: AbortController
  /** The attempt began without the list, so “back” has no list to return to. */
  isDirect: boolean
}

/** What the functions of one client share. Each of them takes it as its first argument. */
export interface Core {
  config: WalletConfig
  sources: readonly ConnectorSource[]
  storage: StorageLike
  records: Records
  events: Emitter<ClientEvents>
  store: Store<WalletState>
  /** Aborted when the client is disposed. */
  disposed: AbortSignal
  connections: Connections
  /** Runs a request: emits what it fails with, and rejects with a WalletError. */
  report: WalletRequests['report']
  discovery: Discovery
  reconnect: Reconnect
  /** The call that waits. */
  pending: Pending | null
  running: Running | null
  /** The latest attempt, for `retry`. */
  last: Running | null
  /** Resolves when the wallets know of every disconnect so far. */
  closing: Promise<unknown>
}
