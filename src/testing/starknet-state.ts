import { readStarknetChainId } from '../chains/caip2.js'
import { createProviderEmitter, type ProviderEmitter } from './evm-emitter.js'
import { createWalletMemory } from './evm-memory.js'
import { createScriptedAccount, type ScriptedAccount } from './starknet-account.js'
import { toFelt, toHex } from './starknet-hash.js'
import type { ScriptedStarknetWalletOptions, StarknetFaults } from './starknet-options.js'
import type { StarknetProfile } from './starknet-profiles.js'

const KEYS = ['0x1a2b3c4d5e6f7081', '0x2b3c4d5e6f708192']

/** Short name of a chain in any spelling, or the text itself. */
export const toShortName = (chainId: unknown): string =>
  readStarknetChainId(chainId)?.slice('starknet:'.length) ?? String(chainId)

/** What a wallet knows: accounts, chain, who may see them. */
export interface StarknetState {
  readonly emitter: ProviderEmitter
  readonly accounts: readonly ScriptedAccount[]
  readonly account: ScriptedAccount
  readonly chain: string
  readonly nodes: Readonly<Record<string, string | null>>
  /** The page may see the accounts, and the wallet is open. */
  readonly visible: boolean
  allowed: boolean
  locked: boolean
  knows(chain: string): boolean
  addChain(chain: string, node: string | null): void
  setAccount(index: number): void
  moveTo(chain: string): void
  /** How the wallet names a chain to pages. */
  nameChain(chain: string): string
  tell(event: string, ...args: unknown[]): void
}

/** Makes the state of a wallet. @param onChange called when account or chain have changed, before pages are told */
export function createStarknetState(
  options: ScriptedStarknetWalletOptions,
  profile: StarknetProfile,
  faults: StarknetFaults,
  onChange: () => void,
): StarknetState {
  const emitter = createProviderEmitter()
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

  const save = () => memory.save({ granted: allowed ? ['*'] : [], chainId: chain, added: {} })
  const tell = (event: string, ...args: unknown[]) => {
    if (!faults.omitEvents?.includes(event)) emitter.emit(event, ...args)
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
      return allowed && !locked
    },
    get allowed() {
      return allowed
    },
    set allowed(value) {
      allowed = value
      save()
    },
    get locked() {
      return locked
    },
    set locked(value) {
      locked = value
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
      chain = name
      save()
      onChange()
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
