import type { EvmFaults } from './faults.js'
import type { AskNode } from './node.js'
import type { Approve } from './prompts.js'

/**
 * How a wallet takes batches of calls (EIP-5792):
 *
 * - `atomic`: as one transaction, by a contract at the account itself. The node must be anvil, which can put it there.
 * - `not-atomic`: one transaction for each call, and only when the page does not ask for an atomic batch (5760).
 * - `partial`: it promises a batch, sends one transaction for each call, and goes on when one is reverted (600).
 * - `refused`: it promises a batch, and refuses it as not atomic (5760).
 * - `unsupported`: it has none of the methods, and says so with 4200.
 * - `no-capability`: it names no capability, and takes only batches that need not be atomic.
 * - `none`: it has none of the methods, and says so with -32601.
 */
export type Batches =
  | 'atomic'
  | 'not-atomic'
  | 'partial'
  | 'refused'
  | 'unsupported'
  | 'no-capability'
  | 'none'

/** Options of {@link createScriptedEvmWallet}. Everything has a default except the nodes. */
export interface ScriptedEvmWalletOptions {
  /** The name in lists of wallets. */
  name?: string
  /** The reverse domain name, which is the wallet's id (EIP-6963). */
  rdns?: string
  /** The id of this page load (EIP-6963); random by default. */
  uuid?: string
  /** A data URI (EIP-6963). */
  icon?: string
  /**
   * Chain id (decimal or hex) → a JSON-RPC node with unlocked accounts, such as anvil. The wallet begins on the first.
   */
  rpcUrls?: Readonly<Record<string, string>>
  /** Sends the requests to nodes; by default with `fetch` from the page. */
  askNode?: AskNode
  /** The chain that the wallet begins on; any of `rpcUrls`. */
  chainId?: number | string
  /** The accounts that the wallet shares after consent; by default the node's first account. */
  accounts?: readonly string[]
  /** What the visitor answers when the wallet asks; `always` by default. */
  approve?: Approve
  /** How the wallet takes batches of calls; `none` by default. `wallet.setBatches()` changes it. */
  batches?: Batches
  /** The wallet is locked at the beginning, as after a browser start: see `wallet.lock()`. */
  locked?: boolean
  /** The wallet connects and signs in with one prompt (ERC-7846), and announces it; by default it does not know the method. */
  signsInAtOnce?: boolean
  /**
   * The wallet has one window, and keeps every request until the visitor answers it, also one that the page has given up or whose
   * window was closed: with its next request it shows the old one first.
   */
  keepsRequests?: boolean
  /** How long each answer takes, in ms. */
  delay?: number
  /**
   * How long consent and chain last: as long as the page, the tab (sessionStorage) or the browser (localStorage). The
   * storage key is `scripted-wallet:` and the rdns.
   */
  memory?: 'page' | 'session' | 'local'
  /** Ways to misbehave. All of them can be changed later on `wallet.faults`, except `omit` and `on`. */
  faults?: EvmFaults
  /** The target of announcements; by default the window. */
  target?: EventTarget
}

/** Converts a chain id from decimal, hex or CAIP-2 to the hex form of wallets. */
export function toHexChain(chainId: number | string): string {
  return `0x${BigInt(String(chainId).replace(/^eip155:/, '')).toString(16)}`
}
