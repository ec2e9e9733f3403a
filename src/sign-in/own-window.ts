/** Wallets that sign in a window of their own, which browsers open only for a click (specification, section 2). */
export const opensWindow = (walletId: string): boolean =>
  walletId === 'coinbase' || walletId === 'argentWebWallet'
