import { loadChunk } from '../../../platform/chunks.js'
import { ticks } from '../../../platform/natives.js'
import type { Connector } from '../../connector.js'
import { warmRelay } from '../../relay/warm.js'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#3b99fc" d="M0 0h40v40H0z"/><path fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="M12.5 16c4.2-4.1 10.8-4.1 15 0M8.5 20.5l5.7 5.5 5.8-5.5 5.8 5.5 5.7-5.5"/></svg>',
)}`

const load = () => loadChunk('connectors/evm/relay/session', () => import('./session.js'))

/**
 * EVM wallets on a phone, over the WalletConnect relay. Nothing is loaded or requested before the visitor chooses this
 * row.
 */
export const createRelayConnector = (): Connector => ({
  id: 'walletConnect',
  key: 'walletconnect',
  namespace: 'eip155',
  name: 'WalletConnect',
  icon: { light: ICON, dark: ICON },
  downloads: {},
  supportedChains: ['EVM', 'ETH'],
  canConnectViaQrCode: true,
  canConnectViaCustodialService: false,
  availability: 'ready',
  offered: ({ projectId }) => projectId !== '',
  async connect(request) {
    // Load the relay's client at the same time, because it is large and the session waits for it.
    if (request.config.projectId) warmRelay()
    const since = ticks()
    return (await load()).connectRelay(request, since)
  },
  restore: async (request) => (request.topic ? (await load()).restoreRelay(request) : null),
})
