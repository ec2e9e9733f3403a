import type { ProposalTypes, SessionTypes } from '@walletconnect/types'
import { type ChainId, readStarknetChainId } from '../../../protocol/caip2.js'
import { allChains, type ConnectorConfig } from '../../config.js'
import { MAX_ACCOUNTS } from '../../limits.js'
import { RELAY_EVENTS, type RelayGrant } from '../../relay/family.js'
import { readStarknetAccounts } from '../accounts.js'

/**
 * The two methods of the relay's `starknet` namespace. Names and parameters are in camel case, unlike those of
 * extensions.
 */
export const SIGN = 'starknet_signTypedData'
export const EXECUTE = 'starknet_requestAddInvokeTransaction'

/** What a Starknet wallet has granted. */
export interface StarknetGrant extends RelayGrant {
  /** Maps our id of a chain to the wallet's own spelling. */
  spelling: ReadonlyMap<ChainId, string>
}

/** The Starknet chains of a configuration, the page's own chains first. */
export const starknetChains = (config: Pick<ConnectorConfig, 'chains' | 'optionalChains'>): ChainId[] =>
  allChains(config).filter((chainId) => chainId.startsWith('starknet:'))

/** Both spellings in use: Argent's without the underscore, and the CAIP-2 spelling. */
const spell = (chainId: ChainId): string[] => [...new Set([chainId.replace(':SN_', ':SN'), chainId])]

/** What the page asks for. */
export const toMobileProposal = (config: ConnectorConfig): ProposalTypes.OptionalNamespaces => ({
  starknet: { chains: starknetChains(config).flatMap(spell), methods: [SIGN, EXECUTE], events: RELAY_EVENTS },
})

/** Reads a CAIP-10 account of Starknet, or a bare address. Some wallets omit the 0x of the address. */
export function readMobileAccount(entry: unknown): { chain: string | null; address: string } | null {
  const [, chain = null, digits] =
    /^(?:(starknet:[-\w]{1,64}):)?(?:0x)?([0-9a-f]{1,64})$/i.exec(String(entry)) ?? []
  return digits ? { chain, address: `0x${digits}` } : null
}

/**
 * Reads what a wallet has granted. A grant is usable by its structure: the namespace, our two methods, an account on a
 * wanted chain. An older session is usable by the name of its wallet, which was Argent and is Ready now (specification,
 * section 4).
 *
 * @returns null when the page cannot use the grant
 */
export function readMobileGrant(
  namespaces: SessionTypes.Namespaces,
  peerName: string,
  wanted: readonly ChainId[],
): StarknetGrant | null {
  const spelling = new Map<ChainId, string>()
  const byChain = new Map<ChainId, string[]>()
  const methods = new Set<string>()
  let count = 0
  for (const [name, granted] of Object.entries(namespaces)) {
    if (!/^starknet(?:$|:)/.test(name)) continue
    for (const method of granted.methods) methods.add(method)
    for (const entry of granted.accounts) {
      const account = readMobileAccount(entry)
      const chainId = readStarknetChainId(account?.chain)
      const [address] = readStarknetAccounts(account?.address) ?? []
      if (!account?.chain || !chainId || !address) return null
      count += 1
      if (!spelling.has(chainId)) spelling.set(chainId, account.chain)
      byChain.set(chainId, [...new Set([...(byChain.get(chainId) ?? []), address])])
    }
  }
  const isStructured = methods.has(SIGN) && methods.has(EXECUTE)
  const isKnown = /argent|ready/i.test(peerName)
  const fits =
    (isStructured || isKnown) && count <= MAX_ACCOUNTS && wanted.some((chainId) => spelling.has(chainId))
  return fits
    ? { chains: [...spelling.keys()], spelling, accountsOf: (chainId) => byChain.get(chainId) ?? [] }
    : null
}
