import { createPart } from '../../../platform/chunks.js'
import { isMobile } from '../../../platform/environment.js'
import type { Connector } from '../../connector.js'
import { toWalletKey } from '../../name-and-icon.js'
import { watchWithPart } from '../../watch-with-part.js'
import type { Eip1193Provider } from '../announcement.js'

/** What we know about an injected EVM wallet before we ask it anything. */
export interface InjectedWallet {
  /** The wallet's id: its rdns if it has announced itself (EIP-6963). */
  id: string
  /** The wallet's name, as the list shows it. */
  name: string
  /** A data URI of an image type, or an empty string. */
  icon: string
  /** The wallet's EIP-1193 provider. */
  provider: Eip1193Provider
  /** A second, smaller text in the row. */
  subtitle?: string
  /** The row's warning that the wallet shares its identity with another wallet. */
  note?: Connector['note']
  /** Other ids that mean this wallet too. */
  aliases?: readonly string[]
  /** Separates wallets of the same name in storage. */
  keySuffix?: string
  /**
   * How the wallet is ended, if it is an SDK in the page. Without it the button asks by `wallet_revokePermissions` (MIP-2),
   * `wallet_disconnect` (ERC-7846) or the provider's own `disconnect()`, by the first that the wallet knows.
   */
  disconnect?: () => unknown
  /** The wallet has put itself into the page; on a phone only the browser of a wallet does so. */
  isInWindow?: boolean
}

/** The part that asks these wallets. */
export const EVM_CONNECT = createPart(() => import('./connect.js'))

/**
 * Creates the connector of a wallet that injected an EIP-1193 provider. It does not touch the provider until it is
 * asked to.
 */
export function createInjectedConnector(wallet: InjectedWallet): Connector {
  return {
    id: wallet.id,
    key: toWalletKey(wallet.name + (wallet.keySuffix ?? ''), wallet.id),
    group: 'injected',
    namespace: 'eip155',
    name: wallet.name,
    ...(wallet.subtitle && { subtitle: wallet.subtitle }),
    ...(wallet.note && { note: wallet.note }),
    ...(wallet.aliases && { aliases: wallet.aliases }),
    icon: { light: wallet.icon, dark: wallet.icon },
    downloads: {},
    supportedChains: ['EVM', 'ETH'],
    canConnectViaQrCode: false,
    canConnectViaCustodialService: false,
    availability: 'ready',
    get ownsBrowser() {
      return !!wallet.isInWindow && isMobile()
    },
    connect: async (request) =>
      (await EVM_CONNECT.load()).connectInjected(wallet.provider, request, wallet.disconnect),
    restore: async (request) =>
      (await EVM_CONNECT.load()).restoreInjected(wallet.provider, request, wallet.disconnect),
    watchUnlock: (onUnlock) =>
      watchWithPart(EVM_CONNECT.load, (part) => part.watchUnlock(wallet.provider, onUnlock)),
  }
}
