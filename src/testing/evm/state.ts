import type { ProviderEmitter } from '../emitter.js'
import { createWalletMemory, type Remembered, type WalletMemory } from '../memory.js'
import { createRpcError, RPC_CODES } from './error.js'
import type { EvmFaults } from './faults.js'
import { type AskNode, askOverHttp, type RpcRequest } from './node.js'
import { type Batches, type ScriptedEvmWalletOptions, toHexChain } from './options.js'

const same = (one: readonly string[], two: readonly string[]): boolean => one.join() === two.join()

/** The state of a wallet: its accounts, what a page may see of them, its chains. Changes emit their events. */
export class EvmState {
  /** How the wallet takes batches of calls. */
  batches: Batches
  /** Whether requests reach the wallet's nodes. */
  isOnline = true
  /** Asks any node. */
  readonly askAt: AskNode
  readonly #memory: WalletMemory
  readonly #unwatch: () => void
  /** Chain id in hex → its node. */
  readonly #nodes = new Map<string, string>()
  /** The chains that the test has given; the memory keeps those that pages have added. */
  readonly #given: ReadonlySet<string>
  readonly #firstChain: string
  #chainId: string
  #accounts: readonly string[] | undefined
  #granted: readonly string[]
  #isLocked: boolean

  constructor(
    options: ScriptedEvmWalletOptions,
    rdns: string,
    private readonly emitter: ProviderEmitter,
    private readonly faults: EvmFaults,
  ) {
    this.batches = options.batches ?? 'none'
    this.askAt = options.askNode ?? askOverHttp
    this.#memory = createWalletMemory(options.memory ?? 'page', rdns)
    const { granted, chainId, added } = this.#memory.load()
    for (const [id, url] of Object.entries(options.rpcUrls ?? {})) this.#nodes.set(toHexChain(id), url)
    this.#given = new Set(this.#nodes.keys())
    this.#setAdded(added)
    this.#firstChain = toHexChain(options.chainId ?? [...this.#given][0] ?? 1)
    this.#chainId = chainId && this.knows(chainId) ? chainId : this.#firstChain
    this.#accounts = options.accounts
    this.#granted = granted ?? []
    this.#isLocked = options.locked ?? false
    this.#unwatch = this.#memory.watch((changed) => this.#adopt(changed))
  }

  /** The chain in use, in hex. */
  get chainId(): string {
    return this.#chainId
  }

  /** The accounts that the page may see. */
  get granted(): readonly string[] {
    return this.#granted
  }

  /** The accounts that the page sees now: none while the wallet is locked. */
  get shown(): readonly string[] {
    return this.#isLocked ? [] : this.#granted
  }

  get isLocked(): boolean {
    return this.#isLocked
  }

  /** Locks or unlocks the wallet. Its permissions stay. */
  setLocked(locked: boolean): void {
    if (locked === this.#isLocked) return
    this.#isLocked = locked
    if (this.#granted.length > 0 && !this.faults.locksSilently) {
      this.emitter.tell('accountsChanged', [...this.shown])
    }
  }

  /** Loses the nodes; code 1013 stands for an interruption so short that requests still reach them. */
  goOffline(code: number): void {
    this.isOnline = code === RPC_CODES.tryAgain
    this.emitter.tell('disconnect', createRpcError(code, 'The wallet lost its connection'))
  }

  goOnline(): void {
    this.isOnline = true
    this.emitter.tell('connect', { chainId: this.#chainId })
  }

  /** The accounts the wallet has. */
  async accounts(): Promise<readonly string[]> {
    if (this.#accounts) return this.#accounts
    const answer = (await this.ask({ method: 'eth_accounts' })) as string[]
    this.#accounts ??= answer.slice(0, 1)
    return this.#accounts
  }

  /** Shares these accounts with the page; an empty list withdraws the consent. */
  grant(accounts: readonly string[]): void {
    if (same(accounts, this.#granted)) return
    this.#granted = [...accounts]
    this.#save()
    if (!this.#isLocked) this.emitter.tell('accountsChanged', [...accounts])
  }

  /** Replaces the wallet's accounts, and with consent also those that the page sees. */
  setAccounts(accounts: readonly string[]): void {
    this.#accounts = [...accounts]
    if (this.#granted.length > 0) this.grant(accounts)
  }

  knows(chainId: string): boolean {
    return this.#nodes.has(chainId)
  }

  addChain(chainId: string, url: string): void {
    this.#nodes.set(chainId, url)
    this.#save()
  }

  moveTo(chainId: string): void {
    if (chainId === this.#chainId) return
    this.#chainId = chainId
    this.#save()
    this.emitter.tell('chainChanged', chainId)
  }

  /** Asks the node of the current chain. */
  ask(request: RpcRequest): Promise<unknown> {
    const url = this.#nodes.get(this.#chainId)
    if (url !== undefined) return this.askAt(url, request)
    return Promise.reject(
      createRpcError(RPC_CODES.disconnected, `The wallet has no node for chain ${this.#chainId}`),
    )
  }

  /** Ends the wallet's life on the page. Its memory stays. */
  dispose(): void {
    this.isOnline = false
    this.#unwatch()
  }

  #save(): void {
    const added = [...this.#nodes].filter(([chainId]) => !this.#given.has(chainId))
    this.#memory.save({ granted: this.#granted, chainId: this.#chainId, added: Object.fromEntries(added) })
  }

  /** Knows these chains, and those that the test has given. */
  #setAdded(added: Remembered['added'] = {}): void {
    for (const id of [...this.#nodes.keys()]) {
      if (!this.#given.has(id)) this.#nodes.delete(id)
    }
    for (const [id, url] of Object.entries(added)) {
      if (!this.knows(id)) this.#nodes.set(id, url)
    }
  }

  /** Takes over what another tab has changed. */
  #adopt(changed: Partial<Remembered>): void {
    const granted = changed.granted ?? []
    this.#setAdded(changed.added)
    const chainId = changed.chainId ?? this.#firstChain
    const moves = chainId !== this.#chainId && this.knows(chainId)
    const tells = !same(granted, this.#granted) && !this.#isLocked
    if (moves) this.#chainId = chainId
    this.#granted = granted
    if (moves) this.emitter.tell('chainChanged', this.#chainId)
    if (tells) this.emitter.tell('accountsChanged', [...this.#granted])
  }
}
