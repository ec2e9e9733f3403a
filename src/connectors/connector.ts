import type { ChainId, Namespace } from '../protocol/caip2.js'
import type { BeginOnePrompt } from '../protocol/one-prompt.js'
import type { ConnectorConfig } from './config.js'
import type { DownloadTarget, WalletIcon } from './entities.js'
import type { WalletSession } from './session.js'

export type * from './entities.js'
export type * from './provider.js'
export type * from './requests.js'
export type * from './session.js'

/** What a client passes to a connector that it asks to connect. */
export interface ConnectRequest {
  /** The configuration as it was when the attempt began. */
  config: ConnectorConfig
  /** The chain that the wallet should be on afterwards; undefined for the wallet's own choice. */
  chainId?: ChainId | undefined
  /** Aborted when the visitor cancels: release everything; a later answer is dropped. */
  signal: AbortSignal
  /** Call it with each pairing URI to show, and the time when the URI expires in epoch ms (relay wallets). */
  onUri(uri: string, expiresAt: number): void
  /** Call it when the relay cannot be reached while a code is on screen, and again when it can (relay wallets). */
  onOutage?(isDown: boolean): void
  /**
   * Call it when a code that also asks for the sign-in has brought no answer for a while, with the way to another code
   * (relay wallets). @internal
   */
  onSilence?(goOn: () => void): void
  /** The phone app in which the visitor has opened the code, as an id of our list (relay wallets). */
  readApp?(): string | undefined
  /** Call it when the wallet has been asked and the visitor must act there. */
  onAwaiting(): void
  /** Begins connecting and signing in with one prompt, where connecting includes the sign-in. @internal */
  signIn?: BeginOnePrompt
}

/** How the list shows a wallet: ready to connect, to install, or not at all. */
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
  /** The wallet's id in `wallets`, in `connect({ walletId })` and in events. */
  readonly id: string
  /** Other ids that mean this wallet too: the plain rdns of a wallet that shares the rdns with another wallet. */
  readonly aliases?: readonly string[]
  /** The word of the `wallets` attribute that means every wallet of this kind. */
  readonly group?: 'injected' | 'starknet'
  /** Names the stored keys: an override, or the name in lower case with word characters only. */
  readonly key: string
  /** The wallet's namespace (CAIP-2): `eip155` or `starknet`. */
  readonly namespace: Namespace
  /** The wallet's name in events and entities. */
  readonly name: string
  /** What the row of the list says instead of the name. */
  readonly title?: string
  /** A second, smaller text in the row. */
  readonly subtitle?: string
  /** A key of the view's texts for a warning in the row, such as “another wallet has the same identity”. */
  readonly note?: 'shared-identity' | 'shared-uuid'
  /** Data URIs; for an empty string the list draws a letter. */
  readonly icon: WalletIcon
  /** Where the wallet can be installed: an https address for each browser and phone. */
  readonly downloads: Partial<Record<DownloadTarget, string>>
  /** Families of chains, as the specification names them: `EVM` and `ETH`, or `STARK`. */
  readonly supportedChains: readonly string[]
  /** The wallet connects by a code that a phone scans. */
  readonly canConnectViaQrCode: boolean
  /** The wallet connects through a service that holds the account; nothing has to be installed. */
  readonly canConnectViaCustodialService: boolean
  /** Whether and how the list shows the wallet. It is read each time, so it may change. */
  readonly availability: Availability
  /** When it is or returns false, the list shows the wallet only if the page names it in `wallets`. */
  readonly offered?: boolean | ((config: ConnectorConfig) => boolean)
  /** True when the page is open in this wallet's own browser: the client then connects without the list. */
  readonly ownsBrowser?: boolean
  /** Whether the id is stored as the last wallet for `neverAsk` and `canAsk` (false for the web wallet). */
  readonly remembered?: boolean
  /** `connect` opens a window before its first `await`, and the client calls it in the task of the visitor's click. */
  readonly opensWindow?: boolean
  /**
   * The wallet draws its prompts into the page: while it is asked, the list is hidden, and nothing of ours covers
   * the page.
   */
  readonly drawsInPage?: boolean
  /** Asks the visitor, and may show a prompt. Rejects with a WalletError. */
  connect(request: ConnectRequest): Promise<WalletSession>
  /**
   * Restores an earlier session without a prompt; null when there is none. The client calls it every 100 ms for a
   * second. A later answer still counts as long as the visitor has chosen nothing else.
   *
   * @throws WalletError `wallet_locked` when the wallet exists and shows no account now: the record stays. Any other failure is no
   * answer either.
   */
  restore(
    request: Omit<
      ConnectRequest,
      'onUri' | 'onOutage' | 'onSilence' | 'readApp' | 'onAwaiting' | 'signIn'
    > & {
      topic?: string | undefined
    },
  ): Promise<WalletSession | null>
  /**
   * Whether an earlier page has shown a code that a wallet may still answer: `restore` without a topic then waits for the answer.
   *
   * @internal
   */
  isAwaited?(config: ConnectorConfig): boolean
  /**
   * Calls back when a locked wallet reports by itself that it shows accounts again; the client then calls `restore`. It
   * asks the wallet nothing.
   *
   * @returns the way to stop
   */
  watchUnlock?(onUnlock: () => void): () => void
}

/** What finds connectors: a fixed list, announcements, a scan of the window. */
export interface ConnectorSource {
  /**
   * Starts to scan. It may call `add` at once and at any later time. Each page calls it once.
   *
   * @returns the way to stop, when there is anything to stop
   */
  start(
    add: (connector: Connector) => void,
    remove: (id: string) => void,
    getConfig?: () => ConnectorConfig,
    // biome-ignore lint/suspicious/noConfusingVoidType: a source that has nothing to stop returns nothing
  ): (() => void) | void
  /** Resolves when the part that the source loads first has arrived, or could not be loaded. */
  readonly settled?: Promise<unknown>
  /** Whether a wallet that may own the browser was seen, and has not announced itself yet. */
  expects?(): boolean
  /**
   * Scans again, because wallets may be injected late. @param timed a timer started the scan while the list is on screen,
   * not a visitor
   */
  rescan?(timed?: boolean): void
}
