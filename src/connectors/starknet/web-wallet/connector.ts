import { createPart } from '../../../platform/chunks.js'
import { hasWindow } from '../../../platform/environment.js'
import { openPopup } from '../../../platform/popup.js'
import { closePopupOnFailure } from '../../close-popup-on-failure.js'
import type { Connector, ConnectorSource } from '../../connector.js'
import { ROWS } from '../../service-rows.js'
import { chooseOrigin } from './host-origin.js'
import type { WebWalletMemory } from './memory.js'
import { LOGIN } from './routes.js'

const CONNECT = createPart(() => import('./connect.js'))

/**
 * The row of the e-mail wallet: an account behind an e-mail address, opened on the provider's host.
 *
 * `connect` opens the popup before its first `await` and before it loads the rest of the connector, because a browser
 * would block a later popup.
 */
function createWebWallet(): Connector {
  const memory: WebWalletMemory = { unframed: new Set(), declinedAt: Number.NEGATIVE_INFINITY }
  return {
    ...ROWS.argentWebWallet,
    async connect(request) {
      const { config, signal, chainId } = request
      const origin = chooseOrigin(config, chainId)
      const isFramed = config.webWalletMode === 'iframe' && !memory.unframed.has(origin)
      const popup = isFramed ? null : openPopup(origin + LOGIN.path, LOGIN)
      return closePopupOnFailure(popup, signal, async () =>
        (await CONNECT.load()).connectWebWallet({ origin, popup, memory }, request),
      )
    },
    /**
     * Never opens a popup. Only a framed page can tell whether the visitor is logged in, so in popup mode every page
     * load begins unconnected, whatever is stored.
     */
    async restore(request) {
      const { config } = request
      if (config.webWalletMode !== 'iframe') return null
      const origin = chooseOrigin(config)
      if (memory.unframed.has(origin)) return null
      return (await CONNECT.load()).restoreWebWallet({ origin, memory }, request)
    },
  }
}

/** A source with the e-mail wallet as its only entry. Each source has its own wallet with its own windows. */
export function createWebWalletSource(): ConnectorSource {
  return {
    start(add) {
      if (hasWindow()) add(createWebWallet())
    },
  }
}
