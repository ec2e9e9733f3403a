import type { ProviderEmitter } from '../emitter.js'
import { createWalletMemory } from '../memory.js'
import { createRpcError, RPC_CODES } from './error.js'
import type { EvmFaults } from './faults.js'
import { askOverHttp, type RpcRequest } from './node.js'
import { type ScriptedEvmWalletOptions, toHexChain } from './options.js'

/** The state of a wallet: its accounts, what a page may see of them, its chains. Changes emit their events. */
export interface EvmState {
  /** The chain in use, in hex. */
  readonly chainId: string
  /** The accounts that the page may see. */
  readonly granted: readonly string[]
  /** The accounts that the page sees now: none while the wallet is locked. */
  readonly shown: readonly string[]
  readonly isLocked: boolean
  /** Locks or unlocks the wallet. Its permissions stay. */
  setLocked(locked: boolean): void
  /** The accounts the wallet has. */
  accounts(): Promise<readonly string[]>
  /** Shares these accounts with the page; an empty list withdraws the consent. */
  grant(accounts: readonly string[]): void
  /** Replaces the wallet's accounts, and with consent also those that the page sees. */
  setAccounts(accounts: readonly string[]): void
  knows(chainId: string): boolean
  addChain(chainId: string, url: string): void
  moveTo(chainId: string): void
  /** Asks the node of the current chain. */
  ask(request: RpcRequest): Promise<unknown>
  /** Asks any node. */
  askAt(url: string, request: RpcRequest): Promise<unknown>
  dispose(): void
}

const same = (one: readonly string[], two: readonly string[]): boolean => one.join() === two.join()

/** Creates the state of a wallet, from its memory if it has any. */
export function createEvmState(
  options: ScriptedEvmWalletOptions,
  rdns: string,
  emitter: ProviderEmitter,
  faults: EvmFaults = {},
): EvmState {
  const memory = createWalletMemory(options.memory ?? 'page', rdns)
  const remembered = memory.load()
  const urls = new Map<string, string>()
  for (const [chainId, url] of Object.entries(options.rpcUrls ?? {})) urls.set(toHexChain(chainId), url)
  for (const [chainId, url] of Object.entries(remembered.added ?? {})) {
    if (!urls.has(chainId)) urls.set(chainId, url)
  }
  const configured = new Set(Object.keys(options.rpcUrls ?? {}).map(toHexChain))
  const first = toHexChain(options.chainId ?? [...configured][0] ?? 1)
  let chainId = remembered.chainId && urls.has(remembered.chainId) ? remembered.chainId : first
  let granted: readonly string[] = remembered.granted ?? []
  let own = options.accounts
  const askNode = options.askNode ?? askOverHttp
  let isLocked = options.locked ?? false
  const shown = () => (isLocked ? [] : granted)

  const save = () => {
    const added = [...urls].filter(([id]) => !configured.has(id))
    memory.save({ granted, chainId, added: Object.fromEntries(added) })
  }
  const adopt = (next: { granted?: readonly string[]; chainId?: string }) => {
    const accounts = next.granted ?? []
    const chain = next.chainId ?? first
    const moved = chain !== chainId && urls.has(chain)
    const changed = !same(accounts, granted) && !isLocked
    if (moved) chainId = chain
    granted = accounts
    if (moved) emitter.tell('chainChanged', chainId)
    if (changed) emitter.tell('accountsChanged', [...granted])
  }
  const unwatch = memory.watch(adopt)

  const state: EvmState = {
    get chainId() {
      return chainId
    },
    get granted() {
      return granted
    },
    get shown() {
      return shown()
    },
    get isLocked() {
      return isLocked
    },
    setLocked(locked) {
      if (locked === isLocked) return
      isLocked = locked
      if (granted.length > 0 && !faults.locksSilently) emitter.tell('accountsChanged', [...shown()])
    },
    async accounts() {
      if (own) return own
      const answer = (await state.ask({ method: 'eth_accounts' })) as string[]
      own ??= answer.slice(0, 1)
      return own
    },
    grant(accounts) {
      if (same(accounts, granted)) return
      granted = [...accounts]
      save()
      if (!isLocked) emitter.tell('accountsChanged', [...granted])
    },
    setAccounts(accounts) {
      own = [...accounts]
      if (granted.length > 0) state.grant(accounts)
    },
    knows: (id) => urls.has(id),
    addChain(id, url) {
      urls.set(id, url)
      save()
    },
    moveTo(id) {
      if (id === chainId) return
      chainId = id
      save()
      emitter.tell('chainChanged', chainId)
    },
    ask(request) {
      const url = urls.get(chainId)
      if (url !== undefined) return askNode(url, request)
      return Promise.reject(
        createRpcError(RPC_CODES.disconnected, `The wallet has no node for chain ${chainId}`),
      )
    },
    askAt: (url, request) => askNode(url, request),
    dispose: unwatch,
  }
  return state
}
