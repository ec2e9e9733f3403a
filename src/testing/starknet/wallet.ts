import type { StarknetTypedData } from '../../protocol/starknet-typed-data.js'
import type { ScriptedAccount } from './account.js'
import type { StarknetFaults, StarknetRequestRecord } from './options.js'
import type { StarknetProfile } from './profiles.js'
import type { StarknetApprove, StarknetPrompt, StarknetPromptKind, StarknetPrompts } from './prompts.js'

/** A Starknet wallet under a test's control: it plays the extension and its visitor. */
export interface ScriptedStarknetWallet {
  /** The real wallet that it behaves like. */
  readonly profile: Readonly<StarknetProfile>
  /** What the page sees: the object on the window, or the registered object of the wallet standard. */
  readonly object: Record<string, unknown>
  /** The faults. A change counts from the next request on. */
  readonly faults: StarknetFaults
  /** Every request that reached the wallet, in order. */
  readonly requests: readonly StarknetRequestRecord[]
  /** Every window the wallet has shown, in order. */
  readonly prompts: StarknetPrompts['shown']
  /** The windows that are open now. */
  readonly openPrompts: readonly StarknetPrompt[]
  /** The most windows that were open at once. */
  readonly mostPrompts: number
  /** The current account. */
  readonly account: ScriptedAccount
  /** Every account of the wallet. */
  readonly accounts: readonly ScriptedAccount[]
  /** The short name of the current chain. */
  readonly chain: string
  /** Whether the page may see the accounts. */
  readonly allowed: boolean
  /** Whether the wallet is locked. */
  readonly locked: boolean
  /**
   * Puts the wallet on the page, now or `after` this many ms, as a wallet that injects late. @returns the way to remove
   * it
   */
  install(options?: { after?: number }): () => void
  /** Takes the wallet off the page, as a disabled extension does. */
  uninstall(): void
  /** Sets what the visitor does from now on. */
  setApprove(approve: StarknetApprove): void
  /** The oldest open window, or the next window. */
  nextPrompt(kind?: StarknetPromptKind): Promise<StarknetPrompt>
  /** The visitor closes the wallet's windows without an answer, of which the page hears nothing. */
  closeWindow(): void
  /** The visitor allows the page beforehand. */
  allow(): void
  /** The visitor disconnects the page in the wallet. */
  disconnect(): void
  /** The wallet locks itself: it shows no accounts and keeps its permissions. */
  lock(): void
  /** The visitor unlocks the wallet. An open lock screen closes, and its request goes on. */
  unlock(): void
  /** The visitor chooses another account. */
  setAccount(index: number): void
  /** The visitor chooses another chain. */
  setChain(name: string): void
  /** Emits any event. */
  emit(event: string, ...args: unknown[]): void
  /** How many listeners the page has on the wallet, for one event or in all. */
  listenerCount(event?: string): number
  /** How often on and off were called. */
  readonly calls: { readonly on: number; readonly off: number }
  /** Lets held requests continue: those of one type, or all. */
  release(type?: string): void
  /** Computes the hash that the current account signs for typed data. */
  hash(typedData: StarknetTypedData): bigint
  /** Whether a signature is from the current account. */
  isValidSignature(typedData: StarknetTypedData, signature: readonly string[]): boolean
  /** Takes the wallet off the page: open requests, and all that follow, end with an error. */
  dispose(): void
}
