import { readStarknetChainId } from '../../protocol/caip2.js'
import { createProviderEmitter, type ProviderEmitter } from '../emitter.js'
import { createWalletMemory } from '../memory.js'
import { createScriptedAccount, type ScriptedAccount } from './account.js'
import { toFelt, toHex } from './hash.js'
import type { ScriptedStarknetWalletOptions, StarknetFaults } from './options.js'
import type { StarknetProfile } from './profiles.js'

const KEYS = ['0x1a2b3c4d5e6f7081', '0x2b3c4d5e6f708192']

/** The short name of a chain in any spelling, or the text itself. */
export const toShortName = (chainId: unknown): string =>
  readStarknetChainId(chainId)?.slice('starknet:'.length) ?? String(chainId)

/** Decodes a chain id as Argent X does: hex becomes its text, and any other text stays. */
function decodeName(chainId: unknown): string {
  const text = String(chainId)
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(text)) return text
  return (text.slice(2).match(/../g) ?? []).map((byte) => String.fromCharCode(Number(`0x${byte}`))).join('')
}

/** The state of a wallet: accounts, chain, who may see them. */
export interface StarknetState {
  readonly emitter: ProviderEmitter
  readonly accounts: readonly ScriptedAccount[]
  readonly account: ScriptedAccount
  readonly chain: string
  readonly nodes: Readonly<Record<string, string | null>>
  /** Whether the page may see the accounts and the wallet is unlocked. */
  readonly visible: boolean
  allowed: boolean
  locked: boolean
  /** Whether no event reaches the page. */
  muted: boolean
  /** The chain of a text that a page gives; null for an unknown chain. */
  find(chainId: unknown): string | null
  knows(chain: string): boolean
  addChain(chain: string, node: string | null): void
  setAccount(index: number): void
  moveTo(chain: string): void
  /** The wallet's name of a chain for pages. */
  nameChain(chain: string): string
  tell(event: string, ...args: unknown[]): void
}

/**
 * Creates the state of a wallet. @param onChange called when account or chain have changed, before the page's listeners
 */
export function createStarknetState(
  options: ScriptedStarknetWalletOptions,
  profile: StarknetProfile,
  faults: StarknetFaults,
  onChange: () => void,
): StarknetState {
  const emitter = createProviderEmitter(faults)
  const nodes: Record<string, string | null> = { ...(options.nodes ?? { SN_MAIN: null, SN_SEPOLIA: null }) }
  const accounts = (options.privateKeys ?? KEYS).map((key) => createScriptedAccount(key, profile.layout))
  const memory = createWalletMemory(options.memory ?? 'page', profile.id)
  const remembered = memory.load()
  let allowed = (remembered.granted?.length ?? 0) > 0
  let locked = false
  let chain =
    remembered.chainId && remembered.chainId in nodes
      ? remembered.chainId
      : (Object.keys(nodes)[0] ?? 'SN_MAIN')
  let chosen = 0
  const { leavePerNetwork, looksNamesUpAsTheyCame } = options.habits ?? {}
  const leave = new Set(allowed ? [chain] : [])

  const save = () => memory.save({ granted: allowed ? ['*'] : [], chainId: chain, added: {} })
  const tell = (event: string, ...args: unknown[]) => {
    if (!state.muted) emitter.tell(event, ...args)
  }
  const state: StarknetState = {
    emitter,
    accounts,
    nodes,
    tell,
    get account() {
      const index = options.accountPerChain ? Object.keys(nodes).indexOf(chain) : chosen
      return accounts[index % accounts.length] as ScriptedAccount
    },
    get chain() {
      return chain
    },
    get visible() {
      return state.allowed && !locked
    },
    get allowed() {
      return allowed && (!leavePerNetwork || leave.has(chain))
    },
    set allowed(value) {
      allowed = value
      if (value) leave.add(chain)
      else leave.clear()
      save()
    },
    muted: false,
    get locked() {
      return locked
    },
    set locked(value) {
      locked = value
    },
    find(chainId) {
      const name = looksNamesUpAsTheyCame ? decodeName(chainId) : toShortName(chainId)
      return name in nodes ? name : null
    },
    knows: (name) => name in nodes,
    addChain(name, node) {
      nodes[name] = node
    },
    setAccount(index) {
      chosen = index
      onChange()
      if (state.visible) tell('accountsChanged', [state.account.address])
    },
    moveTo(name) {
      const before = state.account.address
      const wasVisible = state.visible
      chain = name
      save()
      onChange()
      if (wasVisible && !state.visible) {
        tell('accountsChanged', [...profile.noAccounts])
        tell('networkChanged', undefined)
      }
      if (!state.visible) return
      const { address } = state.account
      if (profile.tellsAccountsOnNetwork || before !== address) tell('accountsChanged', [address])
      tell('networkChanged', state.nameChain(chain), ...(profile.networkNamesAccounts ? [[address]] : []))
    },
    nameChain(name) {
      if (profile.network === 'short') return name
      const alpha: Record<string, string> = { SN_MAIN: 'mainnet-alpha', SN_SEPOLIA: 'sepolia-alpha' }
      return (profile.network === 'alpha' && alpha[name]) || toHex(toFelt(name))
    },
  }
  return state
}
