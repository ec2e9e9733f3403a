import { loadChunk } from '../../../platform/chunks.js'
import { ticks } from '../../../platform/natives.js'
import type { Connector } from '../../connector.js'
import { warmRelay } from '../../relay/warm.js'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#ff875b" d="M0 0h40v40H0z"/><rect x="13" y="8" width="14" height="24" rx="3" fill="none" stroke="#fff" stroke-width="2.4"/><path stroke="#fff" stroke-width="2.4" stroke-linecap="round" d="M18.5 27.5h3"/></svg>',
)}`

const load = () => loadChunk('connectors/starknet/relay/session', () => import('./session.js'))

/** Starknet wallets on a phone, over the relay: Ready (Argent), and any other wallet of the `starknet` namespace. */
export const createMobileConnector = (): Connector => ({
  id: 'argentMobile',
  key: 'argentmobile',
  namespace: 'starknet',
  name: 'Ready Mobile (formerly Argent)',
  icon: { light: ICON, dark: ICON },
  downloads: {
    ios: 'https://apps.apple.com/app/argent/id1358741926',
    android: 'https://play.google.com/store/apps/details?id=im.argent.contractwalletclient',
  },
  supportedChains: ['STARK'],
  canConnectViaQrCode: true,
  canConnectViaCustodialService: true,
  availability: 'ready',
  offered: ({ projectId }) => projectId !== '',
  async connect(request) {
    if (request.config.projectId) warmRelay()
    const since = ticks()
    return (await load()).connectMobile(request, since)
  },
  restore: async (request) => (request.topic ? (await load()).restoreMobile(request) : null),
})
