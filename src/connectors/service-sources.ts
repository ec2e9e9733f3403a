/** What needs no installation, and follows the list: a phone over the relay, the e-mail wallet, the hosted wallet. One part. */
export { createCoinbaseSource } from './evm/coinbase/connector.js'
export { createRelaySource } from './relay-source.js'
export { createWebWalletSource } from './starknet/web-wallet/connector.js'
