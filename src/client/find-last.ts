import type { Connector } from '../connectors/connector.js'
import { NativePromise } from '../platform/natives.js'
import type { Namespace } from '../protocol/caip2.js'
import type { Core } from './core.js'
import { end, put, seek } from './earlier-session.js'
import type { EarlierSession } from './search.js'

/**
 * Asks wallets for their sessions, all at once and without a prompt, and leaves the sessions alone.
 *
 * @param over aborted when the call is over; the questions to wallets end then
 * @returns the first that answers; null when none does within a second
 */
export async function findLastWallet(
  core: Core,
  ids: readonly (readonly [Namespace, string])[],
  over: AbortSignal,
): Promise<Connector | null> {
  const searches = ids.map(([namespace, walletId]) => put(core, { namespace, walletId, of: 'name' }))
  const stopAll = () => {
    for (const search of searches) end(core, search, 'stop')
  }
  over.addEventListener('abort', stopAll)
  const look = async (search: EarlierSession) => {
    await seek(core, search)
    if (search.stage === 'found') stopAll()
  }
  await NativePromise.all(searches.map(look))
  stopAll()
  over.removeEventListener('abort', stopAll)
  return searches.find(({ stage }) => stage === 'found')?.asked ?? null
}
