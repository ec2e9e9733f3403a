import { createPart } from '../../../platform/chunks.js'
import { ticks } from '../../../platform/natives.js'
import type { Connector } from '../../connector.js'
import { hasCode } from '../../relay/stored-codes.js'
import { warmRelay } from '../../relay/warm.js'
import { ROWS } from '../../service-rows.js'

const SESSION = createPart(() => import('./session.js'))

/**
 * EVM wallets on a phone, over the WalletConnect relay. Nothing is loaded or requested before the visitor chooses this
 * row.
 */
export const createRelayConnector = (): Connector => ({
  ...ROWS.walletConnect,
  async connect(request) {
    // Load the relay's client at the same time, because it is large and the session waits for it.
    if (request.config.projectId) warmRelay()
    const since = ticks()
    return (await SESSION.load()).connectRelay(request, since)
  },
  isAwaited: (config) => hasCode('wcb-evm', config),
  restore: async (request) =>
    request.topic || hasCode('wcb-evm', request.config) ? (await SESSION.load()).restoreRelay(request) : null,
})
