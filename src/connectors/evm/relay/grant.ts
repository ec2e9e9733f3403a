import type { ProposalTypes, SessionTypes } from '@walletconnect/types'
import { type ChainId, readEvmChainId } from '../../../protocol/caip2.js'
import { isEvmAddress, toChecksumAddress } from '../../../protocol/evm-address.js'
import { allChains, type ConnectorConfig } from '../../config.js'
import { MAX_ACCOUNTS } from '../../limits.js'
import type { NamedAccount } from '../../relay/accounts.js'
import { RELAY_EVENTS, type RelayGrant } from '../../relay/family.js'

/** A page cannot use a wallet without this method. Any other missing method is answered with `not_implemented`. */
const NEEDED = 'personal_sign'

const METHODS = [
  NEEDED,
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'eth_signTypedData',
  'eth_signTransaction',
  'eth_sign',
  'eth_chainId',
  'eth_accounts',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  // Wallets grant what a page asks for, so a page that does not ask for batches (EIP-5792) never gets them.
  'wallet_sendCalls',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
]

/** What an EVM wallet has granted. */
export interface EvmGrant extends RelayGrant {
  methods: readonly string[]
}

/** The EVM chains of a configuration, the page's own chains first. */
export const evmChains = (config: Pick<ConnectorConfig, 'chains' | 'optionalChains'>): ChainId[] =>
  allChains(config).filter((chainId) => chainId.startsWith('eip155:'))

/**
 * What the page asks for. All of it is optional in the proposal, because a wallet refuses a proposal with a required
 * part that it lacks.
 */
export const toProposal = (config: ConnectorConfig): ProposalTypes.OptionalNamespaces => ({
  eip155: { chains: evmChains(config), methods: METHODS, events: RELAY_EVENTS },
})

/** Reads a CAIP-10 account of an EVM chain, or a bare address. @returns null for anything else */
export function readAccount(entry: unknown): NamedAccount | null {
  const [, chain, address] = /^(?:(eip155:\d+):)?(.+)$/.exec(String(entry)) ?? []
  return isEvmAddress(address)
    ? { chainId: readEvmChainId(chain), address: toChecksumAddress(address) }
    : null
}

/**
 * Reads what a wallet has granted. The namespaces may be `eip155`, or one for each chain.
 *
 * @returns null when the page cannot use the grant: no account, more than 100, none of `wanted`, or no method to sign
 */
export function readGrant(namespaces: SessionTypes.Namespaces, wanted: readonly ChainId[]): EvmGrant | null {
  const byChain = new Map<ChainId, Set<string>>()
  const methods = new Set<string>()
  const all = new Set<string>()
  for (const [name, { accounts, methods: granted }] of Object.entries(namespaces)) {
    if (!/^eip155(?:$|:)/.test(name)) continue
    for (const method of granted) methods.add(method)
    for (const entry of accounts) {
      const { chainId, address } = readAccount(entry) ?? {}
      if (!chainId || !address) return null
      all.add(address)
      byChain.set(chainId, (byChain.get(chainId) ?? new Set()).add(address))
    }
  }
  const fits =
    all.size > 0 &&
    all.size <= MAX_ACCOUNTS &&
    methods.has(NEEDED) &&
    wanted.some((chainId) => byChain.has(chainId))
  if (!fits) return null
  return {
    chains: [...byChain.keys()],
    methods: [...methods],
    accountsOf: (chainId) => [...(byChain.get(chainId) ?? [])],
  }
}
