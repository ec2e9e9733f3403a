import { forgetLastWallet } from '../connectors/sources.js'
import { NativePromise } from '../platform/natives.js'
import type { Namespace } from '../protocol/caip2.js'
import { cancelAll } from './attempt.js'
import type { Core } from './core.js'
import { forgetWaiting, tidy } from './reconnect.js'

/** Ends the connections and the attempt, in one namespace or in all, and deletes their records. */
export async function disconnect(core: Core, options?: { namespace?: Namespace } | null): Promise<void> {
  const { namespace } = options ?? {}
  const { running, pending, connections, records } = core
  const isMeant = (name: Namespace) => !namespace || name === namespace
  if ((running || pending) && (!namespace || running?.connector.namespace === namespace)) cancelAll(core)
  forgetWaiting(core, namespace)
  const ending = connections
    .all()
    .map(({ connector }) => connector.namespace)
    .filter(isMeant)
  core.closing = NativePromise.all([
    core.closing,
    ...ending.map((name) => connections.end(name, 'user', true)),
  ])
  for (const name of ['eip155', 'starknet'] as const) if (isMeant(name)) records.writeReconnect(name, null)
  if (namespace !== 'eip155') forgetLastWallet(core.lastWallets)
  tidy(core)
  await core.closing
  // Some wallets withdraw the permission of every namespace at once, so read the other connections again. This never
  // rejects.
  if (ending.length > 0) void connections.refresh()
}
