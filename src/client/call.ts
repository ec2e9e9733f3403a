import { toWalletError } from '../errors/normalise.js'
import type { WalletError } from '../errors/wallet-error.js'
import { publishChoices } from './choices.js'
import type { Call, Core, LiveAttempt, Now, Wanted } from './core.js'
import type { LiveConnection } from './live-connection.js'
import { isConnecting, type MachineEvent, nextPhase, SHOWS } from './machine.js'
import type { Attempt } from './state.js'
import type { ConnectResult } from './wallet-client.js'

/** The attempt that runs. */
export const running = ({ now: { phase, attempt } }: Pick<Core, 'now'>): LiveAttempt | null =>
  isConnecting(phase) ? attempt : null

/** Whether the page wants the wallet connected, and not only its name. */
export const wantsWallet = ({ options, config }: Wanted): boolean =>
  (options.resultType ?? config.resultType) !== 'connector'

/**
 * Moves the machine, and puts what follows from it into the state. An attempt that is left or replaced is stopped: what its wallet
 * still answers is released.
 *
 * @param change the call that waits from now on, the attempt that begins, the error of the one that has failed, or the silent reconnect
 * that begins or is over
 */
export function move(
  core: Core,
  event: MachineEvent,
  change: Partial<Pick<Now, 'call' | 'restoring'>> & { attempt?: LiveAttempt; error?: WalletError } = {},
): void {
  const { store, connections, disposed, now } = core
  if (disposed.aborted) return
  const phase = nextPhase(now.phase, event)
  const isShown = isConnecting(phase) || phase === 'failed'
  const { call = now.call, restoring = now.restoring, attempt = isShown ? now.attempt : null } = change
  const left = attempt !== now.attempt && event !== 'accept' ? running(core) : null
  core.now = { phase, call, attempt, restoring } as Now
  const { open, error } = store.get()
  store.set({
    phase,
    open: SHOWS[event] ?? open,
    attempt: attempt?.shown ?? null,
    error: phase === 'failed' ? (change.error ?? error) : null,
    status: isConnecting(phase) ? 'connecting' : connections.all().length ? 'connected' : 'idle',
  })
  left?.control.abort()
  // A call that had narrowed the list to one chain is over: the list shows every wallet again.
  if (now.call?.chainId && call !== now.call) queueMicrotask(() => publishChoices(core))
}

/** Changes what the state says about an attempt, as long as it runs. */
export function changeAttempt(
  core: Core,
  attempt: LiveAttempt | null,
  change: Partial<Attempt>,
  event: MachineEvent = 'stay',
): void {
  if (!attempt || running(core) !== attempt) return
  attempt.shown = { ...attempt.shown, ...change }
  move(core, event)
}

/** Changes what the call that waits asks for. */
export function changeCall(core: Core, change: Partial<Wanted>): void {
  const { call } = core.now
  if (call) Object.assign(call, change)
  if (change.chainId) publishChoices(core)
}

/** Puts the list on screen. */
export function showList(core: Core, event: 'open' | 'back' = 'open'): void {
  publishChoices(core)
  move(core, event)
}

/** The result of a call that wants only a name. */
export const toNamed = ({ connector }: ConnectResult): ConnectResult => ({ connector, wallet: null })

/** The result when the visitor chooses nothing. */
export const NOTHING: ConnectResult = { connector: null, wallet: null }

/** Answers a call, if it still waits; by default the one that waits. */
export function settle(core: Core, result: ConnectResult, call = core.now.call): void {
  if (!call || core.now.call !== call) return
  move(core, 'stay', { call: null })
  call.settle(result)
}

/** Rejects the waiting call, and emits the error even when no call waits. */
export function fail(core: Core, error: WalletError): void {
  const { call } = core.now
  if (call) move(core, 'stay', { call: null })
  core.events.emit('error', { code: error.code, message: error.message, error })
  call?.fail(error)
}

/** Rejects a call, if it still waits, when the work that should answer it fails. */
export const failWith = (core: Core, call: Call, answering: Promise<unknown>): void =>
  void answering.catch(
    (error) => core.now.call === call && fail(core, toWalletError(error, 'connect_failed')),
  )

/** The result of a call that a connection answers. */
export function toResult({ store }: Core, { connector }: LiveConnection): ConnectResult {
  const connection = store.get().connections.find(({ namespace }) => namespace === connector.namespace)
  return connection ? { connector: connection.connector, wallet: connection.wallet } : NOTHING
}
