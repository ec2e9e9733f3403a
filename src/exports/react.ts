'use client'

import './index.js'

export { WalletConnectButton } from '../react/component.js'
export type { WalletConnectButtonProps } from '../react/element-props.js'
export { useWallet } from '../react/use-wallet.js'
export type {
  ConnectedEvmWallet,
  ConnectedStarknetWallet,
  DisconnectedWallet,
  Wallet,
} from '../react/wallet.js'
