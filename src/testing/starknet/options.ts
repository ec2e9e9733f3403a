import type { StarknetProfile, StarknetProfileName } from './profiles.js'
import type { StarknetApprove } from './prompts.js'

/** Options of {@link createScriptedStarknetWallet}. Everything has a default. */
export interface ScriptedStarknetWalletOptions {
  /** The wallet that it behaves like; `argentX` by default. */
  profile?: StarknetProfileName
  /** Parts of the profile that differ. */
  overrides?: Partial<StarknetProfile>
  /** A data URI, or a pair of them for both themes. */
  icon?: unknown
  /** Private keys in hex, one for each account. Test keys only. */
  privateKeys?: readonly string[]
  /** Short chain name → a JSON-RPC node; null for a known chain without a node. The wallet begins on the first. */
  nodes?: Readonly<Record<string, string | null>>
  /** Each chain has another account: the first chain the first account, the second chain the second. */
  accountPerChain?: boolean
  /** What the visitor answers when the wallet asks; `always` by default. */
  approve?: StarknetApprove
  /** How long each answer takes, in ms. */
  delay?: number
  /** Whether the permission lasts as long as the page, the tab (sessionStorage) or the browser (localStorage). */
  memory?: 'page' | 'session' | 'local'
  /** Habits of real wallets that cause trouble for pages. All are off by default. */
  habits?: StarknetHabits
  /** Ways to misbehave; they can be changed later on `wallet.faults`. */
  faults?: StarknetFaults
}

/** What real wallets do, by design or by mistake, and pages do not expect. Everything is off by default. */
export interface StarknetHabits {
  /**
   * While the wallet is locked it emits nothing, reports no permission for the page, and fails requests that need a
   * window with `Error('Timeout')` after `givesUpAfter`, without a window. A request for accounts shows its unlock
   * screen and is answered then (Argent X, which locks itself by a timer).
   */
  locksSilently?: boolean
  /** When the wallet's script in the page gives up, in ms; 1000 by default (Argent X). */
  givesUpAfter?: number
  /** The wallet locks itself when it gets no request for this many ms. */
  lockAfter?: number
  /**
   * A permission belongs to an account of one network. On a switch to a network without it the wallet answers true, and
   * reports a disconnect by `accountsChanged([])` and `networkChanged(undefined)` (Argent X).
   */
  leavePerNetwork?: boolean
  /**
   * The wallet's window closes this many ms after its answer. Another request that needs a window meanwhile gets none,
   * and stays pending (Argent X, about 300).
   */
  windowClosesAfter?: number
  /**
   * The first answer takes this many ms, because the wallet's worker has to start; `wallet_supportedSpecs` needs no
   * worker.
   */
  wakesAfter?: number
  /**
   * Before the visitor's consent, and while the wallet is locked, every request but `wallet_getPermissions` and a silent
   * `wallet_requestAccounts` opens a window; a locked wallet fails those two (Keplr).
   */
  asksBefore?: boolean
  /**
   * The wallet locks itself as soon as the visitor has allowed the page: its events tell account and network, and every other
   * request fails, or is never answered (Argent X, set to lock itself immediately).
   */
  locksAtOnce?: 'fails' | 'never answers'
  /**
   * The wallet has one window, and keeps every request until the visitor answers it, also one that the page has given up or whose
   * window was closed: with its next request it shows the old one first (Argent X).
   */
  keepsRequests?: boolean
  /** Rejects with plain objects `{ code, message }` instead of errors. */
  plainErrors?: boolean
  /** On the page where it was first connected, the wallet sends no events until `enable` is called (Keplr). */
  muteUntilEnabled?: boolean
  /** The wallet finds networks by the text under which they were added; it first decodes hex to a name (Argent X). */
  looksNamesUpAsTheyCame?: boolean
}

/**
 * Ways in which wallets misbehave. Request types, `enable`, `isPreauthorized`, `signMessage` and `execute` are the
 * keys.
 */
export interface StarknetFaults {
  /** These requests wait for `wallet.release()`, or for ever. */
  hold?: readonly string[]
  /** Answers that replace the real answer; any value. */
  answers?: Readonly<Record<string, unknown>>
  /** Rejections; any value. */
  errors?: Readonly<Record<string, unknown>>
  /** What `on` does instead of subscribing. */
  on?: 'throws' | 'rejects'
  /** The wallet carries these requests out, with windows and events, and never answers. */
  loseAnswers?: readonly string[]
  /** Events that the wallet never emits. */
  omitEvents?: readonly string[]
  /** A switch ends on this chain, whatever the page asked for. */
  switchLandsOn?: string
  /** `enable` reports success, and the wallet stays unconnected. */
  enableLeavesUnconnected?: boolean
}

/** A request that reached the wallet; `type` is the request type, or the method of the older API. */
export interface StarknetRequestRecord {
  readonly type: string
  readonly params: unknown
  outcome: 'open' | 'answered' | 'failed'
}
