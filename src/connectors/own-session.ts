import { Report, toSaid } from './report.js'
import type { Reported } from './reported.js'
import type { WalletSession } from './session.js'

/**
 * Creates a report for the session of a page's own connector. The report follows the session's changes.
 *
 * @returns null for a session without account or chain
 */
export function reportOwn(session: WalletSession): Reported | null {
  const report = new Report()
  const said = toSaid(session)
  try {
    report.open(said)
  } catch {
    // It throws only for what is missing; the caller says so in its own words.
    return null
  }
  return {
    session,
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
