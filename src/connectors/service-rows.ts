import { WEB_WALLET_ID, WEB_WALLET_MAKER } from '../constants.js'
import type { Connector } from './connector.js'
import type { WalletIcon } from './entities.js'

const toUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

const toIcon = (svg: string): WalletIcon => ({ light: toUri(svg), dark: toUri(svg) })

const drawEnvelope = (color: string) =>
  toUri(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="${color}" stroke-width="2"><rect x="4" y="7" width="24" height="18" rx="4"/><path d="m5 10 11 8 11-8"/></svg>`,
  )

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
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#3b99fc" d="M0 0h40v40H0z"/><path fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="M12.5 16c4.2-4.1 10.8-4.1 15 0M8.5 20.5l5.7 5.5 5.8-5.5 5.8 5.5 5.7-5.5"/></svg>',
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
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#ff875b" d="M0 0h40v40H0z"/><rect x="13" y="8" width="14" height="24" rx="3" fill="none" stroke="#fff" stroke-width="2.4"/><path stroke="#fff" stroke-width="2.4" stroke-linecap="round" d="M18.5 27.5h3"/></svg>',
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
    icon: { light: drawEnvelope('#333'), dark: drawEnvelope('#ddd') },
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
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2" fill="#0052ff"/><circle cx="4" cy="4" r="2" fill="none" stroke="#fff"/></svg>',
    ),
    canConnectViaQrCode: true,
    canConnectViaCustodialService: true,
    opensWindow: true,
  },
} as const satisfies Record<string, Omit<Connector, 'connect' | 'restore'>>
