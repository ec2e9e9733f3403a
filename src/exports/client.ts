export { ApiError } from '../api/api-error.js'
export type { ApiClientOptions, ApiTransport, SignInApi } from '../api/client-types.js'
export { createApiClient } from '../api/create-api-client.js'
export { findNetwork, type Network, nameChain } from '../chains/networks.js'
export type { WalletConfig } from '../client/config.js'
export { createWalletClient } from '../client/create-wallet-client.js'
export type { ConnectorConfig } from '../connectors/config.js'
export type * from '../connectors/connector.js'
export { type ConnectorInput, createConnector } from '../connectors/create-connector.js'
export {
  type CoinbaseOptions,
  createCoinbaseConnector,
  createCoinbaseSource,
} from '../connectors/evm/coinbase/connector.js'
export { createInjectedConnector, type InjectedWallet } from '../connectors/evm/injected/connector.js'
export { createInjectedSource } from '../connectors/evm/injected/discovery.js'
export { completeProvider } from '../connectors/evm/wallet-provider.js'
export { createDefaultSources } from '../connectors/sources.js'
export { CATALOGUE } from '../errors/catalogue.js'
export { toWalletError } from '../errors/normalise.js'
export { ConnectorNotConnectedError } from '../errors/not-connected-error.js'
export {
  ConnectorNotFoundError,
  UserNotConnectedError,
  UserRejectedRequestError,
  WalletError,
} from '../errors/wallet-error.js'
export { createMemoryStorage } from '../platform/storage.js'
export { parseChainId, readChainId, readEvmChainId, readStarknetChainId } from '../protocol/caip2.js'
export { digest } from '../protocol/digest.js'
export { isEvmAddress, toChecksumAddress } from '../protocol/evm-address.js'
export { toEvmHex } from '../protocol/evm-hex.js'
export { formatUnits } from '../protocol/units.js'
export type * from './client-types.js'
