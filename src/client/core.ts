import type { Connector, ConnectorSource } from '../connectors/connector.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { StorageLike } from '../platform/storage.js'
import type { ChainId, Namespace } from '../protocol/caip2.js'
import type { BeginOnePrompt } from '../protocol/one-prompt.js'
import type { WalletConfig } from './config.js'
import type { Connections } from './connections.js'
import type { Discovery } from './discovery.js'
import type { LiveConnection } from './live-connection.js'
import type { Records } from './session-records.js'
import type { WalletState } from './state.js'
import type { Emitter, Store } from './store.js'
import type { ClientEvents, ConnectOptions, ConnectResult } from './wallet-client.js'

/** A call of `connect` that waits for its result. */
export interface Pending {
  options: ConnectOptions
  /** The chain that the page asked for. */
  chainId: ChainId | undefined
  /** The configuration as it was at the call. */
  config: WalletConfig
  /** Settles with the wallet, also for the calls that have joined this one. */
  result: Promise<ConnectResult>
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
  /** Shows another code, once a code that also asks for the sign-in has brought no answer. */
  goOn?: () => void
}

/** The session of an earlier visit with one wallet, until it is restored or given up. */
export interface EarlierSession {
  readonly namespace: Namespace
  readonly walletId: string
  /** Names the stored keys; undefined until the wallet was found. */
  key: string | undefined
  /**
   * The wallet had a second to answer. Nobody waits any more, but a later answer still restores the session.
   */
  isLate: boolean
  /** `control` aborts when the search stops; `open` counts the questions that the wallet has not answered. */
  turn: { control: AbortController; open: number }
  /** Stops the question that the wallet was asked last. */
  question: AbortController | undefined
  /** Stops listening for the wallet's own event. */
  unwatch: (() => void) | undefined
  /** Called when there is no session: the wallet says so, or was not found within a second. */
  onNone(): void
}

/** What the functions of one client share. Each of them takes it as its first argument. */
export interface Core {
  config: WalletConfig
  sources: readonly ConnectorSource[]
  storage: StorageLike
  /**
   * Where the id of the last Starknet wallet is kept. Its keys belong to the whole page, so that only the store `default` has them
   * in the page's storage; a named store keeps its own in memory.
   */
  lastWallets: StorageLike
  records: Records
  events: Emitter<ClientEvents>
  store: Store<WalletState>
  /** Aborts when the client is disposed. */
  life: AbortController
  /** The signal of `life`. */
  disposed: AbortSignal
  connections: Connections
  discovery: Discovery
  /** A page or view has asked for names at least once. */
  hasNames: boolean
  /** The call that waits for its result. */
  pending: Pending | null
  running: Running | null
  /** The latest attempt, for `retry`. */
  last: Running | null
  /** The sessions of earlier visits that may still be restored. */
  earlier: Map<Namespace, EarlierSession>
  /** The silent reconnect that runs. */
  restoring: Promise<void> | null
  /** How many wallets have not answered whether they would restore a session. */
  finding: number
  /** Called when an earlier session is connected again. */
  onRestored(connection: LiveConnection): void
  /** How a wallet signs in while it connects; missing without a sign-in. */
  onePrompt?: BeginOnePrompt
  /** Resolves when the wallets know of every disconnect so far. */
  closing: Promise<unknown>
}
