import type { StarknetTypedData } from '../../protocol/typed-data.js'
import type { ScriptedAccount } from './account.js'
import type { StarknetFaults, StarknetRequestRecord } from './options.js'
import type { StarknetProfile } from './profiles.js'
import type { StarknetApprove, StarknetPrompt, StarknetPromptKind, StarknetPrompts } from './prompts.js'

/** A Starknet wallet under a test's control: what an extension would be, and its owner. */
export interface ScriptedStarknetWallet {
  /** Which real wallet it behaves like. */
  readonly profile: Readonly<StarknetProfile>
  /** What the page gets to see: the object on the window, or the registered one of the wallet standard. */
  readonly object: Record<string, unknown>
  /** Live: a change counts from the next request on. */
  readonly faults: StarknetFaults
  /** Every request that reached the wallet, in order. */
  readonly requests: readonly StarknetRequestRecord[]
  /** Every window the wallet has shown, in order. */
  readonly prompts: StarknetPrompts['shown']
  /** The windows that are open now. */
  readonly openPrompts: readonly StarknetPrompt[]
  /** The largest number of windows that were open at once. */
  readonly mostPrompts: number
  /** The account in use. */
  readonly account: ScriptedAccount
  /** Every account that the wallet has. */
  readonly accounts: readonly ScriptedAccount[]
  /** Short name of the chain in use. */
  readonly chain: string
  /** Whether the page may see the accounts. */
  readonly allowed: boolean
  /** Whether the wallet is locked. */
  readonly locked: boolean
  /** Puts the wallet on the page, now or `after` so many ms, as one that injects late. @returns the way to take it off */
  install(options?: { after?: number }): () => void
  /** Takes the wallet off the page, as disabling the extension does. */
  uninstall(): void
  /** What the owner does from now on. */
  setApprove(approve: StarknetApprove): void
  /** The oldest open window, or the next to open. */
  nextPrompt(kind?: StarknetPromptKind): Promise<StarknetPrompt>
  /** The owner allows the page beforehand. */
  allow(): void
  /** The owner disconnects the page from within the wallet. */
  disconnect(): void
  /** The wallet locks itself: it shows no accounts and forgets nothing. */
  lock(): void
  /** The owner unlocks the wallet. */
  unlock(): void
  /** The owner chooses another account. */
  setAccount(index: number): void
  /** The owner chooses another chain. */
  setChain(name: string): void
  /** Emits anything. */
  emit(event: string, ...args: unknown[]): void
  /** Listeners the page has on the wallet, for one event or in all. */
  listenerCount(event?: string): number
  /** How often on and off were called. */
  readonly calls: { readonly on: number; readonly off: number }
  /** Lets held requests go on: those of one type, or all. */
  release(type?: string): void
  /** The hash the account in use signs for typed data. */
  hash(typedData: StarknetTypedData): bigint
  /** Whether a signature is the one of the account in use. */
  isValidSignature(typedData: StarknetTypedData, signature: readonly string[]): boolean
  /** Takes the wallet off the page and ends what is open. */
  dispose(): void
}
