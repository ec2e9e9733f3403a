/** How the wallet's host behaves; a test may change it between two pages. */
export interface HostSettings {
  /** Its procedures: those of 2023, those since 2024, or both, as on a host that keeps the older procedures. */
  dialect: 'v1' | 'v3' | 'both'
  /** Short name of the chain of its accounts, and a node of that chain. */
  chain: string
  node: string
  /** Whether a framed page reports to its parent that it has loaded; many do not, because they look for an opener. */
  signalsFrame: boolean
  /** Answers that replace the real answers, by procedure: structured-cloneable values. */
  answers: Record<string, unknown>
  /** Procedures that are never answered. */
  silent: readonly string[]
  /** The first values of `updateModal`. */
  updates: readonly unknown[]
}

/** The meta element that holds a page's settings. */
export const SETTINGS_META = 'host-settings'
