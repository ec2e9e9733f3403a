import './index.js'

export { WalletConnectButton, type WalletConnectButtonProps } from '../react/component.js'
export { useWallet, type Wallet } from '../react/use-wallet.js'
