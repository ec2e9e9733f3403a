import { OKX, toDownloads } from '../../shops.js'
import type { KnownWallet } from './known-wallets.js'

/**
 * More extension wallets of get-starknet's discovery list. The list offers them for installation when a page names
 * them. MetaMask is not among them: the extension alone speaks no Starknet. One that is installed has a row (snap-wallet.ts).
 */
export const OTHER_WALLETS: readonly KnownWallet[] = [
  {
    id: 'keplr',
    name: 'Keplr',
    downloads: toDownloads('dmkamcknogkgcdfhhbddcghachkejeap', 'keplr', 'ocodgmmffbkkeecmadcijjhkmeohinei'),
  },
  {
    id: 'okxwallet',
    name: 'OKX Wallet',
    downloads: toDownloads(...OKX),
  },
  { id: 'xverse', name: 'Xverse', downloads: toDownloads('idnnbdplmphpflfnlkomgpfbpcgelopg') },
  { id: 'fordefi', name: 'Fordefi', downloads: toDownloads('hcmehenccjdmfbojapcbcofkgdpbnlle') },
]
