/** How the wallet's host behaves; a test may change it between two pages. */
export interface HostSettings {
  /** Which procedures it has: of 2023, of 2024 on, or both, as a host that keeps the older ones. */
  dialect: 'v1' | 'v3' | 'both'
  /** Short name of the chain its accounts are on, and a node of it. */
  chain: string
  node: string
  /** A framed page tells the page around it that it has loaded; many do not, since they look for an opener. */
  signalsFrame: boolean
  /** Answers in place of the true ones, by procedure: structured-cloneable values. */
  answers: Record<string, unknown>
  /** These are never answered. */
  silent: readonly string[]
  /** What `updateModal` says first. */
  updates: readonly unknown[]
}

/** Where a page finds its settings. */
export const SETTINGS_META = 'host-settings'
