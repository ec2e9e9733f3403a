import type { Connector, ConnectorSource } from '../connectors/connector.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { StorageLike } from '../platform/storage.js'
import type { ChainId } from '../protocol/caip2.js'
import type { BeginOnePrompt } from '../protocol/one-prompt.js'
import type { ClientEvents } from './client-events.js'
import type { WalletConfig } from './config.js'
import type { Connections } from './connections.js'
import type { Discovery } from './discovery.js'
import type { LiveConnection } from './live-connection.js'
import type { Connecting, Phase } from './machine.js'
import type { EarlierSession } from './search.js'
import type { Records } from './session-records.js'
import type { Attempt, WalletState } from './state.js'
import type { Emitter, Store } from './store.js'
import type { ConnectOptions, ConnectResult } from './wallet-client.js'

/** What a call of `connect` asks for. */
export interface Wanted {
  readonly options: ConnectOptions
  /** The chain that the page asked for. */
  readonly chainId: ChainId | undefined
  /** The configuration as it was at the call. */
  readonly config: WalletConfig
}

/** A call of `connect` that waits for its result. `changeCall` alone changes what it asks for. */
export interface Call extends Wanted {
  /** Settles with the wallet, also for the calls that have joined this one. */
  readonly result: Promise<ConnectResult>
  settle(result: ConnectResult): void
  fail(error: WalletError): void
}

/** An attempt, with what only the client knows about it. */
export interface LiveAttempt {
  readonly connector: Connector
  readonly chainId: ChainId | undefined
  readonly control: AbortController
  /** The attempt began without the list, so “back” has no list to return to. */
  readonly isDirect: boolean
  /** What the state says about it. */
  shown: Attempt
  /** Shows another code, once a code that also asks for the sign-in has brought no answer. */
  goOn?: () => void
}

/**
 * What the client does now: the phase of the machine, the call of `connect` that waits for its result, the attempt that runs or
 * has failed, and the silent reconnect that runs, in the phase `restoring` or at the same time as what the visitor has begun since. While a
 * call waits without an attempt, its wallet is searched for, or the visitor chooses one. `move` alone changes it.
 */
export type Now = { readonly call: Call | null; readonly restoring: Promise<void> | null } & (
  | { readonly phase: Exclude<Phase, Connecting | 'failed'>; readonly attempt: null }
  | { readonly phase: Connecting | 'failed'; readonly attempt: LiveAttempt }
)

/** What the functions of one client share. Each of them takes it as its first argument. */
export interface Core {
  config: WalletConfig
  sources: readonly ConnectorSource[]
  storage: StorageLike
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
  now: Now
  /** The searches for sessions of earlier visits: at most one of each kind in a namespace, and those for a wallet's name. */
  readonly searches: Set<EarlierSession>
  /** Called when an earlier session is connected again. */
  onRestored(connection: LiveConnection): void
  /** How a wallet signs in while it connects; missing without a sign-in. */
  onePrompt?: BeginOnePrompt
  /** Throws where the page is not ready for a connection, so that no wallet is asked in vain. */
  checkBeforeConnecting?: (() => void) | undefined
}
