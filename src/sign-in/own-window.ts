import type { WalletClient } from '../client/wallet-client.js'

/** Whether a wallet signs in a window of its own, which browsers open only for a click (specification, section 2). */
export const opensWindow = ({ getConnectors }: WalletClient, walletId: string): boolean =>
  getConnectors().some((connector) => connector.id === walletId && connector.opensWindow)
