import { USER_REJECTED } from '../../errors/rpc-codes.js'
import type { SignatureLayout } from './account.js'
import type { StarknetPromptKind } from './prompts.js'

/** The wallets that can be imitated. */
export type StarknetProfileName =
  | 'argentX'
  | 'argentX-legacy'
  | 'braavos'
  | 'keplr'
  | 'okxwallet'
  | 'standard'

/** Creates an error of the wallet API: its code, and the message of that code (Starknet wallet RPC). */
export function createStarknetError(code: number, name = 'UNKNOWN_ERROR'): Error & { code: number } {
  return Object.assign(new Error(`An error occurred (${name})`), { code })
}

const userRefused = (): Error => createStarknetError(113, 'USER_REFUSED_OP')
const notImplemented = (): Error => new Error('Not implemented')

/** How one wallet behaves, according to its source or the reports of its users. */
export interface StarknetProfile {
  id: string
  name: string
  version: string
  /** Names on the window; none for a wallet that registers itself. */
  globals: readonly string[]
  /** The window property is read-only and not enumerable. */
  stubborn?: boolean
  /** The wallet API methods that the wallet has. */
  types: readonly string[]
  /** Whether the wallet has the older account API: enable, isPreauthorized, account, provider. */
  accountApi: boolean
  layout: SignatureLayout
  /** How the wallet names a chain in networkChanged. */
  network: 'hex' | 'short' | 'alpha'
  /** networkChanged comes with the accounts. */
  networkNamesAccounts: boolean
  /** The wallet also emits accountsChanged at each change of network. */
  tellsAccountsOnNetwork: boolean
  /** The answer to a silent request that the wallet cannot serve: no accounts, or an error. */
  silentRefusal?: () => unknown
  /** The answer of getPermissions. */
  permissions(allowed: boolean): string[]
  /** What the page gets when the visitor refuses. */
  refusal(kind: StarknetPromptKind): unknown
  /** What the page gets for a method that the wallet lacks. */
  unknown(type: string): unknown
  /** What requestChainId answers to a page without permission. */
  chainNeedsLeave?: () => unknown
  /** The wallet refuses typed data without a chain, or for another chain. */
  checksChain: boolean
  /** The wallet answers false for an unknown chain, instead of 112. */
  falseForUnknownChain?: boolean
  /** The wallet sends requests as JSON, so a bigint fails. */
  travelsAsJson?: boolean
  /** The text of the refusal of any other event. */
  eventError(event: string): string
  /** A locked wallet refuses without a window. */
  refusesWhenLocked?: boolean
  /** The accounts in accountsChanged when the visitor disconnects. */
  noAccounts: readonly string[]
}

const READS = [
  'wallet_getPermissions',
  'wallet_requestAccounts',
  'wallet_requestChainId',
  'wallet_supportedSpecs',
]
const PROMPTS = ['wallet_signTypedData', 'wallet_addInvokeTransaction', 'wallet_watchAsset']
const CHAINS = ['wallet_switchStarknetChain', 'wallet_addStarknetChain']

const plain = {
  accountApi: false,
  layout: 'plain',
  network: 'hex',
  networkNamesAccounts: true,
  tellsAccountsOnNetwork: false,
  permissions: (allowed: boolean) => (allowed ? ['accounts'] : []),
  refusal: userRefused,
  unknown: notImplemented,
  checksChain: false,
  eventError: (event: string) => `Unknwown event: ${event}`,
  noAccounts: [],
} as const

/**
 * The profiles. Argent X 6.23, its older form with only the account API, and Keplr follow their published source.
 * Braavos and OKX are closed source and follow the reports of users and integrators.
 */
export const STARKNET_PROFILES: Record<StarknetProfileName, StarknetProfile> = {
  argentX: {
    ...plain,
    id: 'argentX',
    name: 'Argent X',
    version: '6.23.0',
    globals: ['starknet', 'starknet_argentX'],
    stubborn: true,
    types: [...READS, ...PROMPTS, ...CHAINS, 'wallet_deploymentData'],
    accountApi: true,
    layout: 'argent',
    tellsAccountsOnNetwork: true,
    silentRefusal: () => new Error('User aborted'),
    refusal: (kind) => (kind === 'connect' || kind === 'unlock' ? new Error('User aborted') : userRefused()),
    unknown: (type) =>
      type === 'wallet_supportedWalletApi' ? notImplemented() : new Error(`Unknown request type: ${type}`),
    chainNeedsLeave: () => new Error('Not preauthorized'),
    checksChain: true,
    falseForUnknownChain: true,
  },
  'argentX-legacy': {
    ...plain,
    id: 'argentX',
    name: 'Argent X',
    version: '5.7.0',
    globals: ['starknet', 'starknet_argentX'],
    stubborn: true,
    types: ['wallet_watchAsset', ...CHAINS],
    accountApi: true,
    network: 'short',
    networkNamesAccounts: false,
    tellsAccountsOnNetwork: true,
    refusal: () => new Error('User abort'),
    checksChain: true,
    falseForUnknownChain: true,
  },
  braavos: {
    ...plain,
    id: 'braavos',
    name: 'Braavos',
    version: '4.5.3',
    globals: ['starknet_braavos'],
    types: [...READS, ...PROMPTS, 'wallet_addStarknetChain', 'wallet_deploymentData'],
    accountApi: true,
    layout: 'braavos',
    network: 'alpha',
    networkNamesAccounts: false,
    refusal: () => createStarknetError(113, 'USER_REFUSED_OP'),
    refusesWhenLocked: true,
  },
  keplr: {
    ...plain,
    id: 'keplr',
    name: 'Keplr',
    version: '0.12.240',
    globals: ['starknet_keplr'],
    types: [...READS, ...PROMPTS, 'wallet_switchStarknetChain'],
    accountApi: true,
    networkNamesAccounts: false,
    permissions: (allowed) => (allowed ? ['accounts'] : ['']),
    refusal: () => new Error('Request rejected'),
    travelsAsJson: true,
    eventError: () => 'Invalid event type',
    noAccounts: [''],
  },
  okxwallet: {
    ...plain,
    id: 'okxwallet',
    name: 'OKX Wallet',
    version: '3.1.0',
    globals: ['starknet_okxwallet'],
    types: ['wallet_watchAsset'],
    accountApi: true,
    network: 'short',
    networkNamesAccounts: false,
    refusal: () => Object.assign(new Error('User rejected the request.'), { code: USER_REJECTED }),
  },
  standard: {
    ...plain,
    id: 'example-standard',
    name: 'Standard Wallet',
    version: '2.0.0',
    globals: [],
    types: [...READS, ...PROMPTS, ...CHAINS, 'wallet_supportedWalletApi'],
  },
}
