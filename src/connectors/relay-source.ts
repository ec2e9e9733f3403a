import type { ConnectorSource } from './connector.js'
import { createRelayConnector } from './evm/relay/connector.js'
import { createMobileConnector } from './starknet/relay/connector.js'

/** Wallets on a phone, over the relay: always there, since nothing on this device tells of them. */
export const createRelaySource = (): ConnectorSource => ({
  start(add) {
    add(createRelayConnector())
    add(createMobileConnector())
  },
})
