import { REPORTS, type Reported } from '../connectors/reported.js'
import type { WalletSession } from '../connectors/session.js'
import { createPart } from '../platform/chunks.js'

/** The code for sessions of a page's own connectors. */
export const OWN_SESSION = createPart(() => import('../connectors/own-session.js'))

/**
 * Finds the report of a session that a connector has given.
 *
 * @returns null for a session without account or chain
 * @throws WalletError when the code for sessions of a page's own connectors does not come
 */
export async function openReport(session: WalletSession | null): Promise<Reported | null> {
  if (!session?.account || !session.chainId) return null
  const report = REPORTS.get(session)
  if (!report) return (await OWN_SESSION.load()).reportOwn(session)
  return { session, report, watch: (listener) => session.watch(listener) }
}
