import type { Namespace } from '../protocol/caip2.js'
import { cancelAll } from './attempt.js'
import { running } from './call.js'
import type { Core } from './core.js'
import { forgetWaiting, tidy } from './reconnect.js'

/** Ends the connections and the attempt, in one namespace or in all, and deletes their records. */
export async function disconnect(core: Core, options?: { namespace?: Namespace } | null): Promise<void> {
  const { namespace } = options ?? {}
  const { connections, records } = core
  const attempt = running(core)
  const isMeant = (name: Namespace) => !namespace || name === namespace
  if (namespace ? attempt?.connector.namespace === namespace : attempt || core.now.call) cancelAll(core)
  forgetWaiting(core, namespace)
  for (const { connector } of connections.all())
    if (isMeant(connector.namespace)) connections.end(connector.namespace, 'user', true)
  for (const name of ['eip155', 'starknet'] as const) if (isMeant(name)) records.writeReconnect(name, null)
  if (namespace !== 'eip155') records.forgetLast()
  tidy(core)
  await connections.closing
}
