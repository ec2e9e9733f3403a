import type { StarknetProfile, StarknetProfileName } from './starknet-profiles.js'
import type { StarknetApprove } from './starknet-prompts.js'

/** Options of {@link createScriptedStarknetWallet}. Everything has a default. */
export interface ScriptedStarknetWalletOptions {
  /** The wallet it behaves like; `argentX` by default. */
  profile?: StarknetProfileName
  /** Parts of the profile that are to be different. */
  overrides?: Partial<StarknetProfile>
  /** A data URI, or one for each theme. */
  icon?: unknown
  /** Private keys in hex, one per account. Test keys only. */
  privateKeys?: readonly string[]
  /** Short chain name → a JSON-RPC node; null for a chain the wallet knows without one. The first is in use. */
  nodes?: Readonly<Record<string, string | null>>
  /** Another account is chosen on each chain: the first on the first, the second on the second. */
  accountPerChain?: boolean
  /** What the owner does when the wallet asks; `always` by default. */
  approve?: StarknetApprove
  /** Time each answer takes, in ms. */
  delay?: number
  /** Whether leave lasts as long as the page, the tab (sessionStorage) or the browser (localStorage). */
  memory?: 'page' | 'session' | 'local'
  /** Ways to misbehave; they can be changed later on `wallet.faults`. */
  faults?: StarknetFaults
}

/** Ways in which wallets misbehave. Request types, `enable`, `isPreauthorized`, `signMessage` and `execute` are the keys. */
export interface StarknetFaults {
  /** These wait for `wallet.release()`, or for ever. */
  hold?: readonly string[]
  /** Given instead of the true answer, whatever it is. */
  answers?: Readonly<Record<string, unknown>>
  /** Rejected with, whatever it is. */
  errors?: Readonly<Record<string, unknown>>
  /** What `on` does instead of subscribing. */
  on?: 'throws' | 'rejects'
  /** Events that are never emitted. */
  omitEvents?: readonly string[]
  /** A switch ends on this chain, whichever was asked for. */
  switchLandsOn?: string
  /** enable says yes, and the wallet stays unconnected. */
  enableLeavesUnconnected?: boolean
}

/** One request that reached the wallet; `type` is the request type, or the method of the older API. */
export interface StarknetRequestRecord {
  readonly type: string
  readonly params: unknown
  outcome: 'open' | 'answered' | 'failed'
}
