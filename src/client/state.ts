import type { ChainId, Namespace } from '../chains/caip2.js'
import type { Connector, ConnectorEntity, WalletEntity } from '../connectors/connector.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { Phase } from './machine.js'
import type { Auth } from './sign-in-state.js'

/** One row of the list of wallets. */
export interface Choice {
  id: string
  name: string
  title?: string | undefined
  subtitle?: string | undefined
  note?: Connector['note']
  icon: { light: string; dark: string }
  namespace: Namespace
  /** `ready` connects, `install` opens `download` in a new tab. */
  availability: 'ready' | 'install'
  download: string | null
  canConnectViaQrCode: boolean
  /** Rows of one group stand together, groups by this number; a row that comes late comes at the end of its group. */
  group: number
}

/** An attempt to connect that is under way, or that has failed and waits for the visitor. */
export interface Attempt {
  walletId: string
  name: string
  icon: { light: string; dark: string }
  namespace: Namespace
  /** Epoch ms of its beginning. */
  startedAt: number
  /** Pairing URI to show, and when it ends (epoch ms). */
  uri: string | null
  uriExpiresAt: number | null
  /** True while the relay cannot be reached: the code on screen stays valid, and works when the relay is back. */
  isRelayDown?: boolean
  /** The app of this phone that the visitor has opened the code in; see {@link WalletClient.chooseApp}. */
  app?: string
}

/** A wallet that is connected. */
export interface Connection {
  walletId: string
  namespace: Namespace
  account: string
  /** All accounts that the wallet shows to the page. */
  accounts: readonly string[]
  chainId: ChainId
  /** The visitor has switched the network since connecting. */
  switchedNetwork: boolean
  /** False where the wallet reports no changes. */
  liveUpdates: boolean
  wallet: WalletEntity
  connector: ConnectorEntity
  /** The kind of the request (signature, switch …) that is open in the wallet; null when there is none. */
  pending: 'sign' | 'execute' | 'switch' | 'add' | 'watch' | null
  /** The account's ENS or Starknet name, or what the page's own reader says: a foreign text. Missing where there is none, and without `names`. */
  name?: string
  /** Address of the account's picture, https or `data:image/…`; missing like the name. */
  picture?: string
}

/** Whether a wallet is on a chain that the page does not have. @param chains {@link WalletState.chains} */
export const isOnWrongNetwork = ({ chainId }: Connection, chains: readonly ChainId[]): boolean =>
  !chains.includes(chainId)

/** Everything a view needs. Immutable: each change gives a new object. */
export interface WalletState {
  status: 'idle' | 'connecting' | 'connected'
  /** How far the current attempt is; see machine.ts. */
  phase: Phase
  /** Whether the modal is on screen, with the list or the attempt. */
  open: boolean
  /** The rows of the list, in order of display. */
  choices: readonly Choice[]
  attempt: Attempt | null
  /** Why the attempt has failed; null unless the phase is `failed`. */
  error: WalletError | null
  /** At most one in each namespace. */
  connections: readonly Connection[]
  /** The namespace `account`, `chainId` and `wallet` speak of. */
  active: Namespace | null
  /** EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  account: string | null
  chainId: ChainId | null
  wallet: WalletEntity | null
  /** Who has signed in, or how far a sign-in is. */
  auth: Auth
  /** The chains a visitor may switch to. */
  chains: readonly ChainId[]
  appName: string
}
