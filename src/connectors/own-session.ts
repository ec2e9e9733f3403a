import { Report, toSaid } from './report.js'
import type { Reported } from './reported.js'
import type { WalletSession } from './session.js'

/**
 * Gives the session of a page's own connector a report, which hears what the session tells.
 *
 * @throws WalletError `wallet_malformed`, `session_ended` for a session without account or chain
 */
export function reportOwn(session: WalletSession): Reported {
  const report = new Report()
  report.open(toSaid(session))
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
