import type { Report } from './report.js'
import type { SessionChange, WalletSession } from './session.js'

/** A session, what its wallet has said, and the way to listen to it. */
export interface Reported {
  readonly session: WalletSession
  readonly report: Report
  /** @returns the way to stop */
  watch(listener: (change: SessionChange) => void): () => void
}

/** The sessions of this package, by whose reports they read account and chain. A copy that a page makes of one is its own session. */
export const REPORTS = new WeakMap<object, Report>()
