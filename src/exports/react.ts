'use client'

import './index.js'

export { WalletConnectButton } from '../react/component.js'
export type { WalletConnectButtonProps } from '../react/element-props.js'
export { useWallet } from '../react/use-wallet.js'
export type { Wallet } from '../react/wallet-source.js'
