import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { createPart } from '../../../platform/chunks.js'
import { hasWindow, readAddress } from '../../../platform/environment.js'
import { openPopup } from '../../../platform/popup.js'
import { isWebAddress } from '../../../protocol/web-address.js'
import { closePopupOnFailure } from '../../close-popup-on-failure.js'
import type { Connector, ConnectorSource } from '../../connector.js'
import { COINBASE_RDNS, ROWS } from '../../service-rows.js'
import { type Eip1193Provider, toProvider } from '../announcement.js'
import { findAnnounced } from '../announcements.js'
import type { OpenWallet } from './open-wallet.js'
import { COINBASE_SDK_VERSION } from './sdk-version.js'

/** Options of {@link createCoinbaseConnector}. */
export interface CoinbaseOptions {
  /** The wallet's page, the provider's own by default: https, or http on this machine; for tests and demos. */
  keysUrl?: string
}

const CONNECT = createPart(() => import('./connect.js'))

/** The provider that the wallet has put into the page: in its own browser, or by an extension older than EIP-6963. */
function findInjected(): Eip1193Provider | null {
  const ethereum = readField(globalThis, 'ethereum')
  const extension = readField(globalThis, 'coinbaseWalletExtension')
  return toProvider(extension ?? (readField(ethereum, 'isCoinbaseBrowser') === true ? ethereum : null))
}

/** @throws WalletError `config_invalid` for an address that is neither https nor on this machine */
function toOpener(keysUrl = 'https://keys.coinbase.com/connect'): OpenWallet {
  if (!isWebAddress(keysUrl)) {
    throw new WalletError('config_invalid', {
      message: 'coinbaseUrl must be an https address, or http on localhost',
    })
  }
  const url = new URL(keysUrl)
  // The query and the window size that the SDK itself uses.
  const query = {
    sdkName: '@coinbase/wallet-sdk',
    sdkVersion: COINBASE_SDK_VERSION,
    origin: readAddress().origin,
    coop: 'null',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const open = () => openPopup(url.href, { width: 420, height: 540 })
  return Object.assign(open, { origin: url.origin })
}

/**
 * The coinbase-style wallet: a smart wallet, or the wallet's app by QR code, behind one hosted page.
 *
 * An extension that announces itself has its own row and replaces this row. `connect` opens the popup before its first
 * `await` and before it loads the rest of the connector, because a browser would block a later popup.
 */
export function createCoinbaseConnector({ keysUrl }: CoinbaseOptions = {}): Connector {
  return {
    ...ROWS.coinbase,
    get canConnectViaCustodialService() {
      return !findAnnounced(COINBASE_RDNS) && !findInjected()
    },
    get availability() {
      return ROWS.coinbase.availability
    },
    get opensWindow() {
      return !findInjected()
    },
    async connect(request) {
      const { config, signal } = request
      const provider = findInjected()
      const open = toOpener(keysUrl ?? config.coinbaseUrl)
      const popup = provider ? null : open()
      return closePopupOnFailure(popup, signal, async () =>
        (await CONNECT.load()).connectCoinbase({ provider, popup, open }, request),
      )
    },
    async restore(request) {
      const open = toOpener(keysUrl ?? request.config.coinbaseUrl)
      const { restoreCoinbase } = await CONNECT.load()
      return restoreCoinbase({ provider: findInjected(), popup: null, open }, request)
    },
  }
}

/** A source with the coinbase-style wallet as its only entry. */
export function createCoinbaseSource(options?: CoinbaseOptions): ConnectorSource {
  return {
    start(add) {
      if (hasWindow()) add(createCoinbaseConnector(options))
    },
  }
}
