import { createPart } from '../../../platform/chunks.js'
import { ticks } from '../../../platform/natives.js'
import type { Connector } from '../../connector.js'
import { hasCode } from '../../relay/stored-codes.js'
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
  isAwaited: (config) => hasCode('wcb-starknet', config),
  restore: async (request) =>
    request.topic || hasCode('wcb-starknet', request.config)
      ? (await SESSION.load()).restoreMobile(request)
      : null,
})
