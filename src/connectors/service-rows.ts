import { WEB_WALLET_ID, WEB_WALLET_MAKER } from '../constants.js'
import type { Connector } from './connector.js'
import type { WalletIcon } from './entities.js'
import { findAnnounced } from './evm/announcements.js'
import { toDataUri } from './svg.js'

const toIcon = (svg: string): WalletIcon => ({ light: toDataUri(svg), dark: toDataUri(svg) })

/** The rdns of the extension (EIP-6963) that replaces the coinbase-style wallet in the list. */
export const COINBASE_RDNS = 'com.coinbase.wallet'

const EVM = {
  namespace: 'eip155',
  supportedChains: ['EVM', 'ETH'],
  downloads: {},
  availability: 'ready',
} as const
const STARKNET = {
  namespace: 'starknet',
  supportedChains: ['STARK'],
  downloads: {},
  availability: 'ready',
} as const

/**
 * What is known of hosted wallets and of wallets on a phone before their code has loaded, by id. Their connectors are
 * built from it, so that a wallet says the same of itself whether its code has loaded or not.
 */
export const ROWS = {
  walletConnect: {
    ...EVM,
    id: 'walletConnect',
    key: 'walletconnect',
    name: 'WalletConnect',
    icon: toIcon(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#3b99fc" d="M24 0H0v24h24z"/><path fill="#fff" d="M7.28 9.08a6.9 6.9 0 0 1 9.45 0l.3.3a.3.3 0 0 1 0 .45l-1.07 1.03a.2.2 0 0 1-.23 0l-.43-.41a4.8 4.8 0 0 0-6.6 0l-.46.44a.2.2 0 0 1-.23 0L6.93 9.86a.3.3 0 0 1 0-.45zm11.67 2.13.95.91a.3.3 0 0 1 0 .45l-4.3 4.14a.34.34 0 0 1-.48 0l-3.06-2.94a.1.1 0 0 0-.12 0l-3.06 2.94a.34.34 0 0 1-.47 0L4.1 12.57a.3.3 0 0 1 0-.45l.95-.91a.34.34 0 0 1 .48 0l3.06 2.93a.1.1 0 0 0 .11 0l3.06-2.94a.34.34 0 0 1 .48 0l3.06 2.94a.1.1 0 0 0 .11 0l3.06-2.94a.35.35 0 0 1 .48 0"/></svg>',
    ),
    canConnectViaQrCode: true,
    canConnectViaCustodialService: false,
  },
  argentMobile: {
    ...STARKNET,
    id: 'argentMobile',
    key: 'argentmobile',
    name: 'Ready Mobile (formerly Argent)',
    icon: toIcon(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#ff875b" d="M24 0H0v24h24z"/><path fill="#fff" d="M14.06 4.8H9.94a.25.25 0 0 0-.25.25c-.08 3.93-2.1 7.66-5.59 10.3a.26.26 0 0 0-.05.36l2.4 3.38a.25.25 0 0 0 .36.06A19 19 0 0 0 12 13.34a19 19 0 0 0 5.19 5.81.25.25 0 0 0 .35-.06l2.41-3.38a.26.26 0 0 0-.05-.36c-3.49-2.64-5.5-6.37-5.6-10.3a.25.25 0 0 0-.24-.25"/></svg>',
    ),
    downloads: {
      ios: 'https://apps.apple.com/app/argent/id1358741926',
      android: 'https://play.google.com/store/apps/details?id=im.argent.contractwalletclient',
    },
    canConnectViaQrCode: true,
    canConnectViaCustodialService: true,
  },
  argentWebWallet: {
    ...STARKNET,
    id: WEB_WALLET_ID,
    key: 'webwallet',
    name: 'Web Wallet',
    title: 'Email',
    subtitle: `Powered by ${WEB_WALLET_MAKER}`,
    icon: toIcon(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#4b5468" d="M24 0H0v24h24z"/><path fill="none" stroke="#fff" stroke-width="1.5" stroke-linejoin="round" d="M5 7h14v10H5zl7 5.5L19 7"/></svg>',
    ),
    canConnectViaQrCode: false,
    canConnectViaCustodialService: true,
    remembered: false,
    opensWindow: true,
  },
  coinbase: {
    ...EVM,
    id: 'coinbase',
    aliases: [COINBASE_RDNS],
    key: 'coinbase',
    name: 'Coinbase Wallet',
    icon: toIcon(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#0e5bff" d="M24 0H0v24h24z"/><path fill="#fff" d="M4 12a8 8 0 1 1 16 0 8 8 0 0 1-16 0"/><path fill="#0e5bff" fill-rule="evenodd" d="M12 17.67a5.67 5.67 0 1 0 0-11.34 5.67 5.67 0 0 0 0 11.34m-.67-7.34a1 1 0 0 0-1 1v1.34a1 1 0 0 0 1 1h1.34a1 1 0 0 0 1-1v-1.34a1 1 0 0 0-1-1z"/></svg>',
    ),
    canConnectViaQrCode: true,
    canConnectViaCustodialService: true,
    opensWindow: true,
    get availability() {
      return findAnnounced(COINBASE_RDNS) ? ('hidden' as const) : ('ready' as const)
    },
  },
} as const satisfies Record<string, Omit<Connector, 'connect' | 'restore'>>
