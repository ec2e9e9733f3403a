import { toWalletError } from '../errors/normalise.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { Core, Pending } from './core.js'
import type { LiveConnection } from './live-connection.js'
import { publishChoices } from './progress.js'
import type { ConnectResult } from './wallet-client.js'

/** The result of a call that wants only a name. */
export const toNamed = ({ connector }: ConnectResult): ConnectResult => ({ connector, wallet: null })

/** The result when the visitor chooses nothing. */
export const NOTHING: ConnectResult = { connector: null, wallet: null }

/**
 * Takes the waiting call. If that call had narrowed the list to one chain, the list shows every wallet again.
 */
function takeCall(core: Core): Pending | null {
  const { pending } = core
  core.pending = null
  if (pending?.chainId) queueMicrotask(() => publishChoices(core))
  return pending
}

/** Answers the waiting call. */
export const settle = (core: Core, result: ConnectResult): void => takeCall(core)?.settle(result)

/** Rejects the waiting call, and emits the error even when no call waits. */
export function fail(core: Core, error: WalletError): void {
  const call = takeCall(core)
  core.events.emit('error', { code: error.code, message: error.message, error })
  call?.fail(error)
}

/** Rejects a call when the work that should answer it fails. */
export const failWith = (core: Core, call: Pending, answering: Promise<unknown>): void =>
  void answering.catch((error) => core.pending === call && fail(core, toWalletError(error, 'connect_failed')))

/** The result of a call that a connection answers. */
export function toResult({ store }: Core, { connector }: LiveConnection): ConnectResult {
  const connection = store.get().connections.find(({ namespace }) => namespace === connector.namespace)
  return connection ? { connector: connection.connector, wallet: connection.wallet } : NOTHING
}
