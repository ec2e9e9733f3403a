import type { Eip6963Info } from './announce.js'
import type { EvmFaults } from './faults.js'
import type { Batches } from './options.js'
import type { Approve, PromptKind, PromptRecord, WalletPrompt } from './prompts.js'
import type { RequestRecord, ScriptedProvider } from './provider.js'

/** A wallet under a test's control: it plays the browser extension and its visitor. */
export interface ScriptedEvmWallet {
  /** How the wallet announces itself (EIP-6963). */
  readonly info: Readonly<Eip6963Info>
  /** The provider for the page (EIP-1193). */
  readonly provider: ScriptedProvider
  /** The faults. A change counts from the next request on. */
  readonly faults: EvmFaults
  /** Every request that reached the wallet, in order. */
  readonly requests: readonly RequestRecord[]
  /** Every window the wallet has shown, in order. */
  readonly prompts: readonly PromptRecord[]
  /** The windows that are open now. */
  readonly openPrompts: readonly WalletPrompt[]
  /** The accounts that the page may see. */
  readonly granted: readonly string[]
  /** The chain in use, in hex. */
  readonly chainId: string
  /**
   * Announces the wallet now, or `after` this many ms as a wallet that loads late, and at each request for
   * announcements.
   */
  announce(options?: { after?: number }): void
  /** Stops announcing. */
  withdraw(): void
  /** Sets `window.ethereum`, as wallets without EIP-6963 do. @returns the way to restore its old value */
  installLegacy(): () => void
  /** Sets what the visitor does from now on. */
  setApprove(approve: Approve): void
  /** Sets how the wallet takes batches of calls from now on. */
  setBatches(batches: Batches): void
  /** The oldest open window, or the next window. */
  nextPrompt(kind?: PromptKind): Promise<WalletPrompt>
  /** The visitor closes the wallet's windows without an answer, of which the page hears nothing. */
  closeWindow(): void
  /** The visitor allows the page in the wallet: `accountsChanged` with accounts. */
  connect(): Promise<void>
  /** The visitor disconnects the page in the wallet: `accountsChanged` with none. */
  disconnect(): void
  /** The wallet locks itself: it shows no accounts, keeps its permissions, and emits `accountsChanged` with none. */
  lock(): void
  /**
   * The visitor unlocks the wallet: `accountsChanged` with the accounts. A locked wallet asks for this before any
   * prompt; an open lock screen closes, and its request goes on.
   */
  unlock(): void
  /** The visitor chooses other accounts. */
  setAccounts(accounts: readonly string[]): void
  /** The visitor chooses another chain. */
  setChain(chainId: number | string): void
  /** The wallet loses its nodes: event `disconnect` with 4900, or 1013 for a short interruption. */
  goOffline(code?: number): void
  /** The nodes are back: event `connect`. */
  goOnline(): void
  /** Emits any event. */
  emit(event: string, ...args: unknown[]): void
  /** How many listeners the page has on the provider, for one event or in all. */
  listenerCount(event?: string): number
  /** Lets held requests continue: those of one method, or all. */
  release(method?: string): void
  /** Takes the wallet out of the page: it announces nothing, and open requests end with 4900. Its memory stays. */
  dispose(): void
}
