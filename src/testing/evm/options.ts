import type { EvmFaults } from './faults.js'
import type { AskNode } from './node.js'
import type { Approve } from './prompts.js'

/** Options of {@link createScriptedEvmWallet}. Everything has a default but the nodes. */
export interface ScriptedEvmWalletOptions {
  /** Shown in lists of wallets. */
  name?: string
  /** Reverse domain name, the wallet's id (EIP-6963). */
  rdns?: string
  /** One per page load (EIP-6963); random by default. */
  uuid?: string
  /** A data URI (EIP-6963). */
  icon?: string
  /** Chain id (decimal or hex) → a JSON-RPC node whose accounts are unlocked, such as anvil. The first is in use. */
  rpcUrls?: Readonly<Record<string, string>>
  /** How nodes are asked; by default `fetch` from the page. */
  askNode?: AskNode
  /** The chain in use at first; any of `rpcUrls`. */
  chainId?: number | string
  /** What the wallet shares once it has consent; by default the node's first account. */
  accounts?: readonly string[]
  /** What the visitor does when the wallet asks; `always` by default. */
  approve?: Approve
  /** The wallet is locked at first, as after a browser start: see `wallet.lock()`. */
  locked?: boolean
  /** Time each answer takes, in ms. */
  delay?: number
  /**
   * How long consent and chain last: as long as the page, the tab (sessionStorage) or the browser (localStorage).
   * The key is `scripted-wallet:` and the rdns.
   */
  memory?: 'page' | 'session' | 'local'
  /** Ways to misbehave. All of them can be changed later on `wallet.faults`, save `omit` and `on`. */
  faults?: EvmFaults
  /** Where announcements are made; by default the window. */
  target?: EventTarget
}

/** Reads a chain id in decimal, hex or CAIP-2 as the hex that wallets speak. */
export function toHexChain(chainId: number | string): string {
  return `0x${BigInt(String(chainId).replace(/^eip155:/, '')).toString(16)}`
}
