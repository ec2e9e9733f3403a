import { createProviderEmitter, type ProviderEmitter } from '../emitter.js'
import { createWalletMemory, type WalletMemory } from '../memory.js'
import { createScriptedAccount, type ScriptedAccount } from './account.js'
import { decodeName, nameChain, toShortName } from './chain-names.js'
import type { ScriptedStarknetWalletOptions, StarknetFaults, StarknetHabits } from './options.js'
import type { StarknetProfile } from './profiles.js'

const KEYS = ['0x1a2b3c4d5e6f7081', '0x2b3c4d5e6f708192']

/** The state of a wallet: accounts, chain, who may see them. Changes emit their events. */
export class StarknetState {
  readonly emitter: ProviderEmitter
  readonly accounts: readonly ScriptedAccount[]
  /** Short chain name → its node; null for a known chain without a node. */
  readonly nodes: Record<string, string | null>
  locked = false
  /** Whether no event reaches the page. */
  muted = false
  /** Called when account or chain have changed, before the page's listeners. */
  onChange = () => {}
  readonly #habits: StarknetHabits
  readonly #memory: WalletMemory
  #chain: string
  /** The account that the visitor has chosen. */
  #chosen = 0
  #allowed: boolean
  /** The chains on which the page has its permission. */
  readonly #leave: Set<string>

  constructor(
    private readonly options: ScriptedStarknetWalletOptions,
    private readonly profile: StarknetProfile,
    faults: StarknetFaults,
  ) {
    this.emitter = createProviderEmitter(faults)
    this.nodes = { ...(options.nodes ?? { SN_MAIN: null, SN_SEPOLIA: null }) }
    this.accounts = (options.privateKeys ?? KEYS).map((key) => createScriptedAccount(key, profile.layout))
    this.#habits = { ...options.habits }
    this.#memory = createWalletMemory(options.memory ?? 'page', profile.id)
    const { granted, chainId } = this.#memory.load()
    this.#chain = chainId && this.knows(chainId) ? chainId : (Object.keys(this.nodes)[0] ?? 'SN_MAIN')
    this.#allowed = (granted?.length ?? 0) > 0
    this.#leave = new Set(this.#allowed ? [this.#chain] : [])
  }

  get account(): ScriptedAccount {
    const index = this.options.accountPerChain ? Object.keys(this.nodes).indexOf(this.#chain) : this.#chosen
    return this.accounts[index % this.accounts.length] as ScriptedAccount
  }

  /** The short name of the chain in use. */
  get chain(): string {
    return this.#chain
  }

  /** Whether the page may see the accounts and the wallet is unlocked. */
  get visible(): boolean {
    return this.allowed && !this.locked
  }

  get allowed(): boolean {
    return this.#allowed && (!this.#habits.leavePerNetwork || this.#leave.has(this.#chain))
  }

  set allowed(allowed) {
    this.#allowed = allowed
    if (allowed) this.#leave.add(this.#chain)
    else this.#leave.clear()
    this.#save()
  }

  /** The chain of a text that a page gives; null for an unknown chain. */
  find(chainId: unknown): string | null {
    const name = this.#habits.looksNamesUpAsTheyCame ? decodeName(chainId) : toShortName(chainId)
    return this.knows(name) ? name : null
  }

  knows(chain: string): boolean {
    return chain in this.nodes
  }

  addChain(chain: string, node: string | null): void {
    this.nodes[chain] = node
  }

  setAccount(index: number): void {
    this.#chosen = index
    this.onChange()
    if (this.visible) this.tell('accountsChanged', [this.account.address])
  }

  moveTo(chain: string): void {
    const { profile, visible: wasVisible } = this
    const before = this.account.address
    this.#chain = chain
    this.#save()
    this.onChange()
    if (this.visible) {
      const { address } = this.account
      if (profile.tellsAccountsOnNetwork || before !== address) this.tell('accountsChanged', [address])
      const accounts = profile.networkNamesAccounts ? [[address]] : []
      this.tell('networkChanged', nameChain(profile, this.#chain), ...accounts)
    } else if (wasVisible) {
      this.tell('accountsChanged', [...profile.noAccounts])
      this.tell('networkChanged', undefined)
    }
  }

  /** Tells account and network, as after a connection. */
  tellAll(): void {
    this.tell('accountsChanged', [this.account.address])
    this.tell('networkChanged', nameChain(this.profile, this.#chain), [this.account.address])
  }

  /** Emits an event of the wallet, unless it is muted or a fault omits the event. */
  tell(event: string, ...args: unknown[]): void {
    if (!this.muted) this.emitter.tell(event, ...args)
  }

  #save(): void {
    this.#memory.save({ granted: this.#allowed ? ['*'] : [], chainId: this.#chain, added: {} })
  }
}
