import type { Connector } from '../connectors/connector.js'
import { REPORTS, type Reported } from '../connectors/reported.js'
import type { WalletSession } from '../connectors/session.js'
import { createPart } from '../platform/chunks.js'
import type { Core } from './core.js'

/** The code for sessions of a page's own connectors. */
export const OWN_SESSION = createPart(() => import('../connectors/own-session.js'))

/** Fetches the code for the session of a page's own connector, while that connector is asked for one. */
export function expectSession({ config }: Core, connector: Connector): void {
  // `openReport` rejects when it fails.
  if (config.connectors.includes(connector)) OWN_SESSION.load().catch(() => {})
}

/**
 * Finds the report of a connector's session, or creates it for a session of the page's own connector.
 *
 * @returns null for a session without account or chain. Rejects when the code for sessions of a page's own connectors cannot be loaded
 */
export async function openReport(session: WalletSession | null): Promise<Reported | null> {
  if (!session) return null
  const report = REPORTS.get(session)
  if (!report) return (await OWN_SESSION.load()).reportOwn(session)
  return report.place && { session, report, watch: (listener) => session.watch(listener) }
}
