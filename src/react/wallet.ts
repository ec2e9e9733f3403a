import type { EvmConnection, StarknetConnection, WalletState } from '../client/state.js'
import type { SignOptions } from '../client/wallet-client.js'
import type { WalletConnectButton as ButtonElement } from '../element/button-api.js'

/** The element's methods that `useWallet` returns. */
export const METHODS = [
  'open',
  'close',
  'connect',
  'disconnect',
  'signMessage',
  'signTypedData',
  'execute',
  'waitForTransaction',
  'getCapabilities',
  'switchChain',
  'addChain',
  'watchAsset',
  'getBalance',
  'getStarknetAccount',
  'signIn',
  'signOut',
] as const

/** The fields that exist whether or not a wallet is connected. */
interface AnyWallet
  extends Pick<WalletState, 'status' | 'connections' | 'auth'>,
    Pick<ButtonElement, Exclude<(typeof METHODS)[number], 'signMessage' | 'signTypedData'>> {
  /** The chains a visitor may switch to; none before the button's parts are loaded. */
  chains: WalletState['chains']
  chainId: WalletState['chainId']
}

/** Asks the visitor to sign a text, or typed data (EIP-712, SNIP-12). Functions, not methods: they may be destructured. */
interface Signer<Signature> {
  signMessage: (message: string, options?: SignOptions) => Promise<Signature>
  signTypedData: (typedData: unknown, options?: SignOptions) => Promise<Signature>
}

/** What `useWallet` returns while the active connection is an EVM wallet's. */
export interface ConnectedEvmWallet extends AnyWallet, Signer<string> {
  /** The namespace of `account`, `chainId`, `wallet` and `provider`. */
  namespace: 'eip155'
  account: EvmConnection['account']
  wallet: EvmConnection['wallet']
  provider: EvmConnection['wallet']['provider']
}

/** What `useWallet` returns while the active connection is a Starknet wallet's. */
export interface ConnectedStarknetWallet extends AnyWallet, Signer<string[]> {
  namespace: 'starknet'
  account: StarknetConnection['account']
  wallet: StarknetConnection['wallet']
  provider: StarknetConnection['wallet']['provider']
}

/** What `useWallet` returns while nothing is connected. */
export interface DisconnectedWallet extends AnyWallet, Signer<string | string[]> {
  namespace: null
  account: null
  wallet: null
  provider: null
}

/**
 * What `useWallet` returns: a short form of the state, and the element's methods. It stays the same object until
 * something in it changes; `namespace` says which of the three types it is.
 */
export type Wallet = ConnectedEvmWallet | ConnectedStarknetWallet | DisconnectedWallet
