import type { Connector } from '../connectors/connector.js'
import { REPORTS, type Reported } from '../connectors/reported.js'
import type { WalletSession } from '../connectors/session.js'
import { createPart } from '../platform/chunks.js'
import type { Core } from './core.js'

/** The code for sessions of a page's own connectors. */
export const OWN_SESSION = createPart(() => import('../connectors/own-session.js'))

/** Fetches the code for the session of a page's own connector, while that connector is asked for one. */
export function expectSession({ config }: Core, connector: Connector): void {
  // Who needs it hears of a failure.
  if (config.connectors.includes(connector)) OWN_SESSION.load().catch(() => {})
}

/**
 * Finds the report of a session that a connector has given. A session of this package has it at once.
 *
 * @returns null for a session without account or chain. A promise rejects when the code for sessions of a page's own connectors does not come
 */
export function openReport(session: WalletSession | null): Reported | null | Promise<Reported> {
  if (!session?.account || !session.chainId) return null
  const report = REPORTS.get(session)
  if (!report) return OWN_SESSION.load().then(({ reportOwn }) => reportOwn(session))
  return { session, report, watch: (listener) => session.watch(listener) }
}
