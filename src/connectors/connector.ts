import type { ChainId, Namespace } from '../chains/caip2.js'
import type { ConnectorConfig } from './config.js'
import type { DownloadTarget, WalletIcon } from './entities.js'
import type { WalletSession } from './session.js'

export type * from './entities.js'
export type * from './provider.js'
export type * from './requests.js'
export type * from './session.js'

/** What a client hands to a connector that is to connect. */
export interface ConnectRequest {
  /** The configuration as it was when the attempt began. */
  config: ConnectorConfig
  /** The chain to be on afterwards, or undefined for the wallet's own. */
  chainId?: ChainId | undefined
  /** Aborted when the visitor cancels: release everything; a later answer is dropped. */
  signal: AbortSignal
  /** To be called with each pairing URI that is to be shown (relay wallets). */
  onUri(uri: string, expiresAt: number): void
  /** To be called when the relay cannot be reached while a code is on screen, and when it is back (relay wallets). */
  onOutage?(isDown: boolean): void
  /** The app of this phone that the visitor has opened the code in: an id of our list, where there is one (relay wallets). */
  readApp?(): string | undefined
  /** To be called once the wallet has been asked and the visitor must act there. */
  onAwaiting(): void
}

/** How a choice stands in the list: connectable, to be installed, or known but of no use on this device. */
export type Availability = 'ready' | 'install' | 'hidden'

/**
 * One way to reach one wallet. A new wallet is one file that exports a function returning this.
 *
 * @example
 * const myWallet: Connector = {
 *   id: 'com.example.wallet', key: 'examplewallet', namespace: 'eip155', name: 'Example',
 *   icon: { light: '', dark: '' }, downloads: {}, supportedChains: ['EVM', 'ETH'],
 *   canConnectViaQrCode: false, canConnectViaCustodialService: false, availability: 'ready',
 *   async connect({ signal }) { … }, async restore({ signal }) { … },
 * }
 */
export interface Connector {
  /** What `wallets`, `connect({ walletId })` and the events call this wallet. */
  readonly id: string
  /** Other ids that mean this wallet too: the plain rdns of a wallet that shares it with another. */
  readonly aliases?: readonly string[]
  /** The word of the `wallets` attribute that stands for every wallet of this kind. */
  readonly group?: 'injected' | 'starknet'
  /** Names the stored keys: an override, or the name in lower case without other than word characters. */
  readonly key: string
  /** The family of its chains (CAIP-2): `eip155` or `starknet`. */
  readonly namespace: Namespace
  /** The wallet's name, as events and entities give it out. */
  readonly name: string
  /** What the row in the list says in place of the name. */
  readonly title?: string
  /** A second, smaller text in the row. */
  readonly subtitle?: string
  /** Shown with the row: the wallet shares its identity with another, say. A key of the view's texts. */
  readonly note?: 'shared-identity' | 'shared-uuid'
  /** Data URIs; an empty string is drawn as a letter. */
  readonly icon: WalletIcon
  /** Where the wallet can be installed: an https address for each browser and phone. */
  readonly downloads: Partial<Record<DownloadTarget, string>>
  /** Families of chains, as the specification names them: `EVM` and `ETH`, or `STARK`. */
  readonly supportedChains: readonly string[]
  /** The wallet connects by a code that a phone scans. */
  readonly canConnectViaQrCode: boolean
  /** The wallet connects through a service that keeps the account, without anything installed. */
  readonly canConnectViaCustodialService: boolean
  /** Whether the list shows the wallet, and how. Read anew each time: it may change. */
  readonly availability: Availability
  /** Where it says false, the wallet is listed only if the page names it in `wallets`. */
  readonly offered?: boolean | ((config: ConnectorConfig) => boolean)
  /** True when this wallet's own browser shows the page: it is then connected without a list. */
  readonly ownsBrowser?: boolean
  /** Whether the id is kept as the last wallet for `neverAsk` and `canAsk` (not so for the web wallet). */
  readonly remembered?: boolean
  /** `connect` opens a window before it awaits anything, and has to be called in the task of the visitor's click. */
  readonly opensWindow?: boolean
  /** Asks the visitor. May prompt. Rejects with a WalletError. */
  connect(request: ConnectRequest): Promise<WalletSession>
  /**
   * Takes up an earlier session without any prompt; null when there is none. Called again every 100 ms until the second is
   * over; an answer after it counts while nothing else was chosen.
   *
   * @throws WalletError `wallet_locked` where the wallet is there and shows no account now: what is stored stays
   */
  restore(
    request: Omit<ConnectRequest, 'onUri' | 'onOutage' | 'readApp' | 'onAwaiting'> & {
      topic?: string | undefined
    },
  ): Promise<WalletSession | null>
  /**
   * Calls back when a wallet that was locked says of itself that it shows accounts again; `restore` is called then. Asks the
   * wallet nothing.
   *
   * @returns the way to stop
   */
  watchUnlock?(onUnlock: () => void): () => void
}

/** What finds connectors: a fixed list, announcements, a scan of the window. */
export interface ConnectorSource {
  /**
   * Starts looking; may call `add` at once and at any later time. Safe to call once per page.
   *
   * @returns the way to stop, where there is anything to stop
   */
  start(
    add: (connector: Connector) => void,
    remove: (id: string) => void,
    getConfig?: () => ConnectorConfig,
  ): (() => void) | void
  /** Resolves when what the source has to load first is there, or could not be had. */
  readonly settled?: Promise<unknown>
  /** Whether a wallet that may own the browser was seen, and has not announced itself yet. */
  expects?(): boolean
  /** Looks again: wallets that were injected late. @param timed by the clock, not for a visitor: nothing is fetched */
  rescan?(timed?: boolean): void
}
