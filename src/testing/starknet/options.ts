import type { StarknetProfile, StarknetProfileName } from './profiles.js'
import type { StarknetApprove } from './prompts.js'

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
  /** Whether the permission lasts as long as the page, the tab (sessionStorage) or the browser (localStorage). */
  memory?: 'page' | 'session' | 'local'
  /** Habits of real wallets that a page stumbles over. All are off by default. */
  habits?: StarknetHabits
  /** Ways to misbehave; they can be changed later on `wallet.faults`. */
  faults?: StarknetFaults
}

/** What real wallets do, by their own design or by mistake, and pages do not expect. Everything is off by default. */
export interface StarknetHabits {
  /**
   * While it is locked it emits nothing, says that the page has no permission, and lets what would need a window fail with
   * `Error('Timeout')` after `givesUpAfter`, without a window. Asked for accounts it shows its unlock screen, and then answers
   * (Argent X, which locks itself by a timer).
   */
  locksSilently?: boolean
  /** When its script in the page gives up, in ms; 1000 by default (Argent X). */
  givesUpAfter?: number
  /** Locks itself when nobody has asked it anything for so many ms. */
  lockAfter?: number
  /**
   * A permission belongs to an account of a network: on a switch to a network without it the wallet answers true, and says that it has
   * disconnected by `accountsChanged([])` and `networkChanged(undefined)` (Argent X).
   */
  leavePerNetwork?: boolean
  /**
   * Its window closes so many ms after its answer; what would open a window meanwhile gets none, and stays pending
   * (Argent X, about 300).
   */
  windowClosesAfter?: number
  /** Its first answer takes so many ms, since its worker has to start; `wallet_supportedSpecs` needs no worker. */
  wakesAfter?: number
  /** Rejects with plain objects `{ code, message }` instead of errors. */
  plainErrors?: boolean
  /** Sends no events in the page in which it was first connected, until `enable` is called there (Keplr). */
  muteUntilEnabled?: boolean
  /** Looks networks up by the text they were added under; hex is read as a name first (Argent X). */
  looksNamesUpAsTheyCame?: boolean
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
  /** Carried out, windows and events included, and never answered. */
  loseAnswers?: readonly string[]
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
