import { namespaceOf } from '../protocol/caip2.js'
import { Report, type Said } from './report.js'
import type { SessionChange, WalletSession } from './session.js'

/** A session's report, and the way to listen to the session. */
interface Reported {
  readonly report: Report
  watch(listener: (change: SessionChange) => void): () => void
}

/** The sessions of this package, by whose reports they read account and chain. A copy that a page makes of one is its own session. */
const REPORTS = new WeakMap<object, Report>()

/** Names the report of a session of this package. @returns the session */
export function withReport(session: WalletSession, report: Report): WalletSession {
  REPORTS.set(session, report)
  return session
}

/** What a page's own session says. The account in use is the first; a session may name the others by its `accounts` alone. */
function toSaid(
  { account, accounts, chainId, unknown }: Partial<Extract<SessionChange, { type: 'change' }>>,
  session: WalletSession,
  before = '',
): Said {
  const current = account || before
  const others = [...(accounts ?? session.accounts ?? [])].filter((one) => one !== current)
  return {
    accounts: [current, ...others],
    ...(chainId === null ? { unknown: unknown ?? `${namespaceOf(session.chainId)}:` } : { chainId }),
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
  report.open(toSaid(session, session))
  return {
    report,
    watch(listener) {
      report.watch(listener)
      const stop = session.watch((change) => {
        if (change.type === 'disconnect') return report.end(change.reason)
        report.hear(toSaid(change, session, report.account))
        listener(change)
      })
      return () => {
        report.leave()
        stop?.()
      }
    },
  }
}
