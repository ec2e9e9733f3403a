import type { ConnectorSource } from './connector.js'
import { createRelayConnector } from './evm/relay/connector.js'
import { createMobileConnector } from './starknet/relay/connector.js'

/** Wallets on a phone, over the relay. They are always listed, because nothing on this device announces them. */
export const createRelaySource = (): ConnectorSource => ({
  start(add) {
    add(createRelayConnector())
    add(createMobileConnector())
  },
})
