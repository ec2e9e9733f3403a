import { running } from './call.js'
import type { Core } from './core.js'
import { findSearch, put, seek } from './earlier-session.js'

/**
 * Waits for what phones answer to the codes of an earlier page, at the same time as the search for the stored session. The answer is what the
 * visitor has wanted last, and replaces whatever session is connected by then.
 */
export function awaitCodes(core: Core): void {
  const { discovery, config, disposed } = core
  for (const connector of discovery.all()) {
    const { namespace, id: walletId } = connector
    if (
      disposed.aborted ||
      running(core)?.connector.namespace === namespace ||
      !connector.isAwaited?.(config)
    )
      continue
    if (findSearch(core, namespace, 'code')) continue
    // It never rejects.
    void seek(core, put(core, { namespace, walletId, of: 'code' }))
  }
}
