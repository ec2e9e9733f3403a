import { METAMASK, OKX, toDownloads } from '../../shops.js'
import type { KnownWallet } from './known-wallets.js'

/** Further extension wallets of get-starknet's discovery list: offered for installation where a page names them. */
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
  {
    id: 'metamask',
    name: 'MetaMask',
    downloads: toDownloads(...METAMASK),
  },
  { id: 'xverse', name: 'Xverse', downloads: toDownloads('idnnbdplmphpflfnlkomgpfbpcgelopg') },
  { id: 'fordefi', name: 'Fordefi', downloads: toDownloads('hcmehenccjdmfbojapcbcofkgdpbnlle') },
]
