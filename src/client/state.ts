import type { ChainId, Namespace } from '../chains/caip2.js'
import type { Connector, ConnectorEntity, WalletEntity } from '../connectors/connector.js'
import type { Eip1193Provider, Hex, StarknetProvider } from '../connectors/provider.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { Phase } from './machine.js'
import type { Auth } from './sign-in-state.js'

/** One row of the list of wallets. */
export interface Choice {
  /** The wallet's id, for {@link WalletClient.pick}. */
  id: string
  /** The wallet's name. */
  name: string
  /** What the row says in place of the name. */
  title?: string | undefined
  /** A second, smaller text in the row. */
  subtitle?: string | undefined
  /** What the row warns of: another wallet has the same identity. */
  note?: Connector['note']
  /** Data URIs for a light and for a dark background; an empty string is drawn as a letter. */
  icon: { light: string; dark: string }
  /** The family of the wallet's chains. */
  namespace: Namespace
  /** `ready` connects, `install` opens `download` in a new tab. */
  availability: 'ready' | 'install'
  /** Where the wallet can be installed on this device: an https address; null where there is none. */
  download: string | null
  /** The wallet connects by a code that a phone scans. */
  canConnectViaQrCode: boolean
  /** What the row leads to: a wallet in this browser, on a phone, behind a window of its own, or where to get one. */
  kind: 'installed' | 'phone' | 'hosted' | 'install'
  /** The wallet of an earlier visit, as far as it is stored. */
  lastUsed?: boolean
  /** Rows of one group stand together, groups by this number; a row that comes late comes at the end of its group. */
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
  /** Epoch ms of its beginning. */
  startedAt: number
  /** The pairing URI to show as a code; null where there is none. */
  uri: string | null
  /** When the pairing URI expires, epoch ms. */
  uriExpiresAt: number | null
  /** True while the relay cannot be reached: the code on screen stays valid, and works when the relay is back. */
  isRelayDown?: boolean
  /** The app of this phone that the visitor has opened the code in. */
  app?: string
}

/** What is said of every connected wallet. */
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
  /** The account's ENS or Starknet name, or what the page's own reader says: a foreign text. Missing where there is none, and without `names`. */
  name?: string
  /** Address of the account's picture, https or `data:image/…`; missing like the name. */
  picture?: string
}

/** An EVM wallet that is connected. */
export interface EvmConnection extends AnyConnection {
  /** The family of its chains; there is one connection in each. */
  namespace: 'eip155'
  /** The wallet entity, with an EIP-1193 provider. */
  wallet: WalletEntity<Eip1193Provider>
}

/** A Starknet wallet that is connected. */
export interface StarknetConnection extends AnyConnection {
  /** The family of its chains; there is one connection in each. */
  namespace: 'starknet'
  /** The wallet entity, with the wallet object as provider. */
  wallet: WalletEntity<StarknetProvider>
}

/** A connected wallet: `namespace` says of which kind it is. */
export type Connection = EvmConnection | StarknetConnection

/** Whether a wallet is on a chain that the page does not have. @param chains {@link WalletState.chains} */
export const isOnWrongNetwork = ({ chainId }: Connection, chains: readonly ChainId[]): boolean =>
  !chains.includes(chainId)

/** Everything a view needs. Immutable: each change gives a new object. */
export interface WalletState {
  /** `connecting` while an attempt runs; else `connected` where there is a connection. */
  status: 'idle' | 'connecting' | 'connected'
  /** How far the current attempt is; see machine.ts. */
  phase: Phase
  /** Whether the modal is on screen, with the list or the attempt. */
  open: boolean
  /** The rows of the list, in order of display. */
  choices: readonly Choice[]
  /** The attempt that runs, or has failed and is on screen; null where there is none. */
  attempt: Attempt | null
  /** Why the attempt has failed; null unless the phase is `failed`. */
  error: WalletError | null
  /** At most one in each namespace. */
  connections: readonly Connection[]
  /** The namespace of the active connection, which `account`, `chainId` and `wallet` describe; null where there is none. */
  active: Namespace | null
  /** EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  account: Hex | null
  /** The chain of the active connection; null where there is none. */
  chainId: ChainId | null
  /** The wallet of the active connection; null where there is none. */
  wallet: WalletEntity | null
  /** Who has signed in, or how far a sign-in is. */
  auth: Auth
  /** The chains a visitor may switch to. */
  chains: readonly ChainId[]
  /** The page's name, as wallets show it. */
  appName: string
}
