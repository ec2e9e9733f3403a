import type { Report } from './report.js'
import { REPORTS } from './reported.js'
import type { WalletSession } from './session.js'

/** A session of this package, without account and chain, which its report has. */
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
