import { Report, type Said } from './report.js'
import type { SessionChange, WalletSession } from './session.js'

/** A session's report, and the way to listen to the session. */
interface Reported {
  readonly report: Report
  watch(listener: (change: SessionChange) => void): () => void
}

/** The sessions of this package, by whose reports they read account and chain. A copy that a page makes of one is its own session. */
const REPORTS = new WeakMap<object, Report>()

/** A session of this package, without what its report says. */
export type SessionParts = Omit<WalletSession, 'account' | 'accounts' | 'chainId'>

/** Creates a session of this package: its account and chain are those of the report. */
export function withReport(report: Report, own: SessionParts): WalletSession {
  const read = (get: () => unknown) => ({ get, enumerable: true, configurable: true })
  const session: WalletSession = Object.defineProperties(own as WalletSession, {
    account: read(() => report.account),
    accounts: read(() => report.accounts),
    chainId: read(() => report.chainId),
  })
  REPORTS.set(session, report)
  return session
}

/**
 * What a session says of its place. The account in use is the first.
 *
 * @param before the account in use, where the session names none
 */
export function toSaid(
  { account, accounts, chainId, unknown }: Partial<Extract<SessionChange, { type: 'change' }>>,
  before = '',
): Said {
  const current = account || before
  return {
    accounts: [current, ...(accounts ?? []).filter((one) => one !== current)],
    ...(chainId === null ? { unknown: unknown ?? 'starknet:' } : { chainId }),
  }
}

/**
 * Finds the report of a session that the client takes in. The session of a page's own connector has none, so it gets one, which
 * hears what the session tells.
 *
 * @throws WalletError `wallet_malformed`, `session_ended` for a session without account or chain
 */
export function openReport(session: WalletSession): Reported {
  const known = REPORTS.get(session)
  if (known) return { report: known, watch: (listener) => session.watch(listener) }
  const report = new Report()
  report.open(toSaid(session))
  return {
    report,
    watch(listener) {
      report.watch(listener)
      const stop = session.watch((change) => {
        if (change.type === 'disconnect') return report.end(change.reason)
        const { accounts = session.accounts } = change
        report.hear(toSaid({ ...change, accounts }, report.account))
        listener(change)
      })
      return () => {
        report.leave()
        stop?.()
      }
    },
  }
}
