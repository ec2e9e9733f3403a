import type { Connector, ConnectorEntity, WalletEntity } from '../connectors/connector.js'
import type { Eip1193Provider, Hex, StarknetProvider } from '../connectors/provider.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { ChainId, Namespace } from '../protocol/caip2.js'
import type { Phase } from './machine.js'
import type { Auth } from './sign-in-state.js'

/** One row of the list of wallets. */
export interface Choice {
  /** The wallet's id, for {@link WalletClient.pick}. */
  id: string
  /** The wallet's name. */
  name: string
  /** What the row says instead of the name. */
  title?: string | undefined
  /** A second, smaller text in the row. */
  subtitle?: string | undefined
  /** A warning on the row: another wallet has the same identity. */
  note?: Connector['note']
  /** Data URIs for a light and for a dark background; an empty string is drawn as a letter. */
  icon: { light: string; dark: string }
  /** The family of the wallet's chains. */
  namespace: Namespace
  /** `ready` connects, `install` opens `download` in a new tab. */
  availability: 'ready' | 'install'
  /** Where the wallet can be installed on this device: an https address; null when there is none. */
  download: string | null
  /** The wallet connects by a code that a phone scans. */
  canConnectViaQrCode: boolean
  /** What the row leads to: a wallet in this browser, on a phone, behind a window of its own, or where to get one. */
  kind: 'installed' | 'phone' | 'hosted' | 'install'
  /** The wallet draws its prompts into the page. */
  drawsInPage?: boolean | undefined
  /** Storage says that the visitor used this wallet before. */
  lastUsed?: boolean
  /**
   * Rows of one group are next to each other, and groups are sorted by this number. A row that comes late goes to the
   * end of its group.
   */
  group: number
}

/** An attempt to connect that is under way, or that has failed and waits for the visitor. */
export interface Attempt {
  /** The wallet's id. */
  walletId: string
  /** The wallet's name. */
  name: string
  /** The wallet's icon, as in {@link Choice}. */
  icon: { light: string; dark: string }
  /** The family of the wallet's chains. */
  namespace: Namespace
  /** When the attempt began, epoch ms. */
  startedAt: number
  /**
   * When the attempt began, on the clock of `ticks`: the visitor's clock may be changed meanwhile.
   *
   * @internal
   */
  since: number
  /** The pairing URI that the QR code shows; null when there is none. */
  uri: string | null
  /** When the pairing URI expires, epoch ms. */
  uriExpiresAt: number | null
  /**
   * True while the relay cannot be reached. The code on screen stays valid, and works when the relay is back.
   */
  isRelayDown?: boolean
  /** The code on screen also asks for the sign-in, and has brought no answer for a while: offer another code. */
  isSilent?: boolean
  /** The app of this phone that the code is for: the page has named it, or the visitor has opened the code in it. */
  app?: string
}

/** What the state says about every connected wallet. */
interface AnyConnection {
  /** The wallet's id. */
  walletId: string
  /** The account in use: an EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  account: Hex
  /** All accounts that the wallet shows to the page. */
  accounts: readonly Hex[]
  /** The chain that the wallet is on. */
  chainId: ChainId
  /** The visitor has switched the network since connecting. */
  switchedNetwork: boolean
  /** False where the wallet reports no changes. */
  liveUpdates: boolean
  /** The connector entity. */
  connector: ConnectorEntity
  /** The kind of the request (signature, switch …) that is open in the wallet; null when there is none. */
  pending: 'sign' | 'execute' | 'switch' | 'add' | 'watch' | null
  /**
   * The account's ENS or Starknet name, or the name that the page's own reader finds. Others chose this text:
   * escape it. Missing when the account has no name, and without `names`.
   */
  name?: string
  /** Address of the account's picture, https or `data:image/…`; missing like the name. */
  picture?: string
}

/** A connected EVM wallet. */
export interface EvmConnection extends AnyConnection {
  /** The wallet's namespace; each namespace has at most one connection. */
  namespace: 'eip155'
  /** The wallet entity, with an EIP-1193 provider. */
  wallet: WalletEntity<Eip1193Provider>
}

/** A connected Starknet wallet. */
export interface StarknetConnection extends AnyConnection {
  /** The wallet's namespace; each namespace has at most one connection. */
  namespace: 'starknet'
  /** The wallet entity, with the wallet object as provider. */
  wallet: WalletEntity<StarknetProvider>
}

/** A connected wallet; `namespace` says which of the two types it is. */
export type Connection = EvmConnection | StarknetConnection

/** Whether a wallet is on a chain that the page does not use. @param chains {@link WalletState.chains} */
export const isOnWrongNetwork = ({ chainId }: Connection, chains: readonly ChainId[]): boolean =>
  !chains.includes(chainId)

/** Everything a view needs. Immutable: each change gives a new object. */
export interface WalletState {
  /** `connecting` while an attempt runs; else `connected` when there is a connection. */
  readonly status: 'idle' | 'connecting' | 'connected'
  /** How far the current attempt is; see machine.ts. */
  readonly phase: Phase
  /** Whether the modal is on screen, with the list or the attempt. */
  readonly open: boolean
  /** The rows of the list, in order of display. */
  readonly choices: readonly Choice[]
  /** The only family that the list offers, when the call of `connect` names a chain. @internal */
  readonly family?: Namespace | undefined
  /** The attempt that runs, or that has failed and is on screen; null when there is none. */
  readonly attempt: Attempt | null
  /** Why the attempt has failed; null unless the phase is `failed`. */
  readonly error: WalletError | null
  /** The current connections, at most one in each namespace. */
  readonly connections: readonly Connection[]
  /**
   * The namespace of the active connection, which `account`, `chainId` and `wallet` describe; null when there
   * is none.
   */
  readonly active: Namespace | null
  /** EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  readonly account: Hex | null
  /** The chain of the active connection; null when there is none. */
  readonly chainId: ChainId | null
  /** The wallet of the active connection; null when there is none. */
  readonly wallet: WalletEntity | null
  /** Who has signed in, or how far a sign-in is. */
  readonly auth: Auth
  /** The chains that a visitor may switch to. */
  readonly chains: readonly ChainId[]
  /** The page's name, as wallets show it. */
  readonly appName: string
}
