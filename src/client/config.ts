import type { NetworkConfig } from '../chains/network-config.js'
import type { ConnectorConfig } from '../connectors/config.js'
import type { Connector } from '../connectors/connector.js'
import { DEFAULT_CHAINS, DEFAULT_PROJECT_ID } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import type { ResolveName } from '../names/account-name.js'
import { readAddress } from '../platform/environment.js'
import type { StorageLike } from '../platform/storage.js'
import { type ChainId, readChainId } from '../protocol/caip2.js'
import { isNodeAddress } from '../protocol/web-address.js'

/** A chain whose id crashed a wallet and is left out of the mapped EVM chains (specification). */
const EXCLUDED_EVM_CHAIN = 11_297_108_109

/**
 * How a call connects (specification, modal flow modes): `neverAsk` only restores a session, `canAsk`
 * restores it or shows the list, `alwaysAsk` shows the list.
 */
export type Mode = 'neverAsk' | 'canAsk' | 'alwaysAsk'

/** Whether `connect` connects the chosen wallet or only names it. */
export type ResultType = 'wallet' | 'connector'

/** What a page may configure; every field is optional. */
export interface WalletClientConfig {
  /** The name that wallets show; the page's host name by default. */
  appName?: string | undefined
  /** One sentence that wallets show. */
  appDescription?: string | undefined
  /** Address that wallets show. */
  appUrl?: string | undefined
  /** Address of an icon that wallets show. */
  appIcon?: string | undefined
  /** CAIP-2 ids, as a list or separated by spaces; Ethereum and Starknet mainnet by default. */
  chains?: string | readonly string[] | undefined
  /** Chains that a wallet may lack, written like `chains`. */
  optionalChains?: string | readonly string[] | undefined
  /** Wallet ids in order of display, as a list or separated by spaces; empty means all. */
  wallets?: string | readonly string[] | undefined
  /** `canAsk` by default. */
  mode?: Mode | undefined
  /** `wallet` by default. */
  resultType?: ResultType | undefined
  /** WalletConnect project id; the build's own by default. */
  projectId?: string | undefined
  /** Address of the WalletConnect relay. */
  relayUrl?: string | undefined
  /** The kind of link that opens a wallet on a phone; `native` by default. */
  deepLink?: 'native' | 'universal' | undefined
  /** Origin of the e-mail wallet. */
  webWalletUrl?: string | undefined
  /** Where the e-mail wallet opens. */
  webWalletMode?: 'popup' | 'iframe' | undefined
  /** The coinbase-style wallet's page, for tests and demos; https, or http on localhost. */
  coinbaseUrl?: string | undefined
  /** Who draws the QR code: our modal, or WalletConnect's. */
  qrModal?: 'inline' | 'walletconnect' | undefined
  /** Networks that we do not know, and other nodes for known networks. */
  networks?: readonly NetworkConfig[] | undefined
  /** The page's own connectors, listed first. */
  connectors?: readonly Connector[] | undefined
  /** Reads the names of connected accounts, through the page's own nodes or the wallet; off by default. */
  names?: boolean | undefined
  /** Reads names in place of ENS and Starknet ID; with `names` only. */
  resolveName?: ResolveName | undefined
  /** Where sessions are remembered; the page's local storage by default. */
  storage?: StorageLike | undefined
  /** Names the session: clients of one name share their stored keys. */
  store?: string | undefined
}

/** A configuration with everything filled in and checked. */
export interface WalletConfig extends ConnectorConfig {
  /** How a connection comes about. */
  mode: Mode
  /** Whether `connect` connects the wallet or only names it. */
  resultType: ResultType
  /** The page's own connectors. */
  connectors: readonly Connector[]
  /** Whether names and pictures of accounts are read; off by default. */
  names?: boolean
  /** The page's own reader of names, in place of ours. */
  resolveName?: ResolveName
}

const toWords = (value: string | readonly string[] | undefined): string[] =>
  (typeof value === 'string' ? value.split(/[\s,]+/) : Array.isArray(value) ? value : []).filter(
    (word) => word !== '',
  )

const warned = new Set<string>()

function readChains(value: string | readonly string[] | undefined): ChainId[] {
  const chains = new Set<ChainId>()
  for (const word of toWords(value)) {
    const chainId = readChainId(word)
    if (!chainId) {
      if (warned.has(word)) continue
      warned.add(word)
      const hint = `wallet-connect-button: “${String(word).slice(0, 60)}” in chains is not a CAIP-2 chain id and is left out`
      // A bare word is the name of a network (specification, section 8).
      if (/^[a-z][\w-]*$/i.test(word)) console.warn('Unknown networkName', word.slice(0, 60), hint)
      else console.warn(hint)
    } else if (chainId !== `eip155:${EXCLUDED_EVM_CHAIN}`) chains.add(chainId)
  }
  return [...chains]
}

function check(fits: boolean, place: string): void {
  if (!fits) throw new WalletError('config_invalid', { message: `${place} is not valid` })
}

/** Checks that a page's own connectors are connectors. @throws WalletError `config_invalid` naming the place */
function readConnectors(connectors: readonly Connector[]): readonly Connector[] {
  check(Array.isArray(connectors), 'connectors')
  connectors.forEach((connector, index) => {
    const isConnector = typeof connector?.id === 'string' && typeof connector.connect === 'function'
    check(isConnector, `connectors[${index}]`)
  })
  return connectors
}

/**
 * Checks the networks of a page, because the client reads from their addresses and offers them to wallets.
 *
 * @throws WalletError `config_invalid` naming the place
 */
function readNetworks(networks: readonly NetworkConfig[]): readonly NetworkConfig[] {
  check(Array.isArray(networks), 'networks')
  networks.forEach((network, index) => {
    const place = `networks[${index}]`
    check(typeof network === 'object' && network !== null, place)
    check(readChainId(network.chainId) !== null, `${place}.chainId`)
    for (const field of ['rpcUrls', 'privateCustomerRpcUrls', 'blockExplorerUrls'] as const) {
      const urls = network[field] ?? []
      check(Array.isArray(urls), `${place}.${field}`)
      urls.forEach((url, at) => {
        check(isNodeAddress(url), `${place}.${field}[${at}]`)
      })
    }
  })
  return networks
}

/**
 * Fills in and checks a configuration.
 *
 * @throws WalletError `config_invalid` when no chain is left, or a network's address or a connector is not valid
 */
export function resolveConfig(config: WalletClientConfig = {}): WalletConfig {
  const chains = readChains(config.chains ?? DEFAULT_CHAINS)
  const optionalChains = readChains(config.optionalChains).filter((chainId) => !chains.includes(chainId))
  if (chains.length + optionalChains.length === 0) {
    throw new WalletError('config_invalid', {
      message: 'No chains specified in either `chains` or `optionalChains`',
    })
  }
  return {
    ...config,
    appName: config.appName || readAddress().hostname,
    chains,
    optionalChains,
    wallets: toWords(config.wallets),
    mode: config.mode ?? 'canAsk',
    resultType: config.resultType ?? 'wallet',
    networks: readNetworks(config.networks ?? []),
    connectors: readConnectors(config.connectors ?? []),
    deepLink: config.deepLink === 'universal' ? 'universal' : 'native',
    store: config.store || 'default',
    projectId: config.projectId?.trim() || DEFAULT_PROJECT_ID,
  }
}
