import { UserNotConnectedError, UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { Core } from './core.js'
import type { LiveConnection } from './live-connection.js'

/**
 * Calls `action` with the connection in use, at once if there is one. While sessions are being restored it waits, for a second at
 * most, because pages make requests as soon as they have loaded.
 *
 * @param signal gives the wait up
 * @throws WalletError `user_not_connected`, `disposed`
 */
export function withConnection<T>(
  core: Core,
  action: (live: LiveConnection) => Promise<T>,
  find = (): LiveConnection | undefined => core.connections.active(),
  signal?: AbortSignal,
): Promise<T> {
  if (core.disposed.aborted) throw new WalletError('disposed')
  const live = find()
  if (live) return action(live)
  const { restoring } = core.now
  if (!restoring) throw new UserNotConnectedError()
  const ready = signal ? untilAborted(restoring, signal, () => new UserRejectedRequestError()) : restoring
  return ready.then(() => withConnection(core, action, find, signal))
}
