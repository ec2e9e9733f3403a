import { createPart } from '../../../platform/chunks.js'
import { ticks } from '../../../platform/natives.js'
import type { Connector } from '../../connector.js'
import { warmRelay } from '../../relay/warm.js'
import { ROWS } from '../../service-rows.js'

const SESSION = createPart(() => import('./session.js'))

/** Starknet wallets on a phone, over the relay: Ready (Argent), and any other wallet of the `starknet` namespace. */
export const createMobileConnector = (): Connector => ({
  ...ROWS.argentMobile,
  async connect(request) {
    if (request.config.projectId) warmRelay()
    const since = ticks()
    return (await SESSION.load()).connectMobile(request, since)
  },
  restore: async (request) => (request.topic ? (await SESSION.load()).restoreMobile(request) : null),
})
