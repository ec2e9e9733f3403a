import type { Eip6963Info } from './announce.js'
import type { EvmFaults } from './faults.js'
import type { Approve, PromptKind, PromptRecord, WalletPrompt } from './prompts.js'
import type { RequestRecord, ScriptedProvider } from './provider.js'

/** A wallet under a test's control: what a browser extension would be, and its owner. */
export interface ScriptedEvmWallet {
  /** How the wallet announces itself (EIP-6963). */
  readonly info: Readonly<Eip6963Info>
  /** What the page talks to (EIP-1193). */
  readonly provider: ScriptedProvider
  /** Live: a change counts from the next request on. */
  readonly faults: EvmFaults
  /** Every request that reached the wallet, in order. */
  readonly requests: readonly RequestRecord[]
  /** Every window the wallet has shown, in order. */
  readonly prompts: readonly PromptRecord[]
  /** The windows that are open now. */
  readonly openPrompts: readonly WalletPrompt[]
  /** The accounts the page may see. */
  readonly granted: readonly string[]
  /** The chain in use, in hex. */
  readonly chainId: string
  /** Announces now, or `after` so many ms as a wallet that loads late, and at each request for announcements. */
  announce(options?: { after?: number }): void
  /** Stops announcing. */
  withdraw(): void
  /** Sets `window.ethereum`, as wallets without EIP-6963 do. @returns the way to put back what was there */
  installLegacy(): () => void
  /** What the owner does from now on. */
  setApprove(approve: Approve): void
  /** The oldest open window, or the next to open. */
  nextPrompt(kind?: PromptKind): Promise<WalletPrompt>
  /** The owner allows the page from within the wallet: `accountsChanged` with accounts. */
  connect(): Promise<void>
  /** The owner disconnects the page from within the wallet: `accountsChanged` with none. */
  disconnect(): void
  /** The wallet locks itself: it shows no accounts, forgets nothing, and reports a disconnect, `accountsChanged` with none. */
  lock(): void
  /** The owner unlocks the wallet: `accountsChanged` with the accounts. A prompt of a locked wallet asks for that first. */
  unlock(): void
  /** The owner chooses other accounts. */
  setAccounts(accounts: readonly string[]): void
  /** The owner chooses another chain. */
  setChain(chainId: number | string): void
  /** The wallet loses its nodes: event `disconnect` with 4900, or 1013 for a passing interruption. */
  goOffline(code?: number): void
  /** The nodes are back: event `connect`. */
  goOnline(): void
  /** Emits anything. */
  emit(event: string, ...args: unknown[]): void
  /** Listeners the page has on the provider, for one event or in all. */
  listenerCount(event?: string): number
  /** Lets held requests go on: those of one method, or all. */
  release(method?: string): void
  /** Takes the wallet out of the page: nothing is announced, open requests end with 4900. What it remembers stays. */
  dispose(): void
}
