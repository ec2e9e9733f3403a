import type { Connector, ConnectorEntity, WalletEntity, WalletSession } from '../connectors/connector.js'
import type { Hex, WalletProvider } from '../connectors/provider.js'
import { PROVIDER_VERSION } from '../constants.js'
import { readAddress } from '../platform/environment.js'
import type { ChainId } from '../protocol/caip2.js'

/** What an entity says about the connection, when there is one. */
interface Live {
  shown: { account: string; chainId: ChainId }
  switchedNetwork: boolean
}

/** The connector entity of the specification. */
export function toConnectorEntity(connector: Connector, live?: Live): ConnectorEntity {
  return {
    id: connector.id,
    key: connector.key,
    name: connector.name,
    ...(connector.title && { title: connector.title }),
    ...(connector.subtitle && { subtitle: connector.subtitle }),
    icon: connector.icon,
    downloads: connector.downloads,
    supportedChains: connector.supportedChains,
    connectedChain: connector.namespace === 'starknet' ? 'STARK' : 'EVM',
    canConnectViaQrCode: connector.canConnectViaQrCode,
    canConnectViaCustodialService: connector.canConnectViaCustodialService,
    activeAccount: live?.shown.account ?? null,
    chainId: live?.shown.chainId ?? null,
    switchedNetwork: live?.switchedNetwork ?? false,
  }
}

/** The wallet entity of the specification. */
export function toWalletEntity(connector: Connector, session: WalletSession, live: Live): WalletEntity {
  return {
    id: connector.id,
    name: session.peer?.name ?? connector.name,
    icon: session.peer?.icon ?? connector.icon.light,
    version: session.peer?.version || PROVIDER_VERSION,
    host: session.peer?.host || readAddress().origin,
    isConnected: true,
    selectedAddress: live.shown.account as Hex,
    account: live.shown.account as Hex,
    provider: session.provider as WalletProvider,
    chainId: live.shown.chainId,
  }
}
