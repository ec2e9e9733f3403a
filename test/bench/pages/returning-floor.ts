import { findWallets } from './wallets.js'

/** Asks the wallet of the stored record for its account, without a prompt. */
export async function readAccount(): Promise<string> {
  const stored = localStorage.getItem('floor')
  const wallet = findWallets().find(({ info }) => info.rdns === stored)
  const [[account], chain] = (await Promise.all([
    wallet?.provider.request({ method: 'eth_accounts' }),
    wallet?.provider.request({ method: 'eth_chainId' }),
  ])) as [[string], string]
  return chain ? `${account.slice(0, 6)}…${account.slice(-4)}` : ''
}
