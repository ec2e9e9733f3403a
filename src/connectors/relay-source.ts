import { storageOf } from './config.js'
import type { ConnectorSource } from './connector.js'
import { createRelayConnector } from './evm/relay/connector.js'
import { readEnded } from './relay/ended-sessions.js'
import { loadRelay } from './relay/load-relay.js'
import { createMobileConnector } from './starknet/relay/connector.js'

/** Wallets on a phone, over the relay. They are always listed, because nothing on this device announces them. */
export const createRelaySource = (): ConnectorSource => ({
  start(add, _, getConfig) {
    add(createRelayConnector())
    add(createMobileConnector())
    const config = getConfig?.()
    if (!config || readEnded(storageOf(config), config.store).length === 0) return
    // An earlier page was left before a wallet was informed of its session's end. The relay's client informs it when it has loaded;
    // if it does not load, a later page does.
    loadRelay('wcb-evm', config).catch(() => {})
  },
})
