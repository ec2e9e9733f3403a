import type { WalletClient } from '../client/wallet-client.js'

/** Whether a wallet signs in its own window, which browsers open only for a click (specification, section 2). */
export const opensWindow = ({ getConnectors }: WalletClient, walletId: string): boolean =>
  getConnectors().some((connector) => connector.id === walletId && connector.opensWindow)
