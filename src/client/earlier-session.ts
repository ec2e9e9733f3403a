import type { Connector, WalletSession } from '../connectors/connector.js'
import { RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../constants.js'
import { readField } from '../errors/normalise.js'
import { untilLoaded } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import { wait, within } from '../platform/time.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { Namespace } from '../protocol/caip2.js'
import type { Core, EarlierSession } from './core.js'
import { release } from './live-connection.js'
import { findConnector } from './progress.js'
import { toSessionConfig } from './session-config.js'
import { callSafely } from './store.js'

/** Longest wait for the code that asks a wallet, in ms. */
const CODE_PATIENCE = 10_000

/** Why a silent reconnect was stopped: the visitor has disconnected, so a session that still arrives ends. */
export const DISCONNECTED = 'disconnected'

/** How a wallet answers without a prompt; `none` also when the page has no such wallet. */
type Answer = 'taken' | 'locked' | 'none'

/** Creates the {@link EarlierSession} of a namespace. It asks the wallet nothing yet. */
export const createEarlierSession = (
  namespace: Namespace,
  walletId: string,
  onNone: () => void,
): EarlierSession => ({
  namespace,
  walletId,
  key: undefined,
  isLate: false,
  turn: { control: new AbortController(), open: 0 },
  question: undefined,
  unwatch: undefined,
  onNone,
})

/** Finds the connector. When two wallets share the id, the client restores neither of them by itself. */
function find(core: Core, { namespace, walletId }: EarlierSession): Connector | null {
  const found = findConnector(core, walletId)
  return found?.namespace === namespace && found.availability === 'ready' && !found.note ? found : null
}

/**
 * Lets go of a session that comes too late to be restored. Another page may use it, and the attempt that replaced this search may
 * still be cancelled; so it ends only when the visitor has disconnected.
 */
function releaseLate(core: Core, session: WalletSession, connector: Connector, signal: AbortSignal): void {
  if (signal.reason === DISCONNECTED) release(core, session, connector)
  else if (!session.topic) callSafely(() => session.watch(() => {})?.())
}

/** Replaces the question that is open, so that a wallet that leaves its questions unanswered has one at a time. */
function replaceQuestion(earlier: EarlierSession): AbortSignal {
  const { signal } = earlier.turn.control
  const question = new AbortController()
  earlier.question?.abort()
  earlier.question = question
  const stopQuestion = () => question.abort(signal.reason)
  if (signal.aborted) stopQuestion()
  else signal.addEventListener('abort', stopQuestion, { once: true, signal: question.signal })
  return question.signal
}

/**
 * Asks the wallet once. Restores its session, however late it answers, unless the search was stopped or the wallet was
 * asked again meanwhile.
 */
async function ask(core: Core, earlier: EarlierSession): Promise<Answer> {
  const { namespace, turn } = earlier
  const { connections, records, config } = core
  const connector = find(core, earlier)
  if (!connector || connections.get(namespace)) return 'none'
  earlier.key = connector.key
  const signal = replaceQuestion(earlier)
  turn.open++
  try {
    const topic = records.readWallet(connector.key)?.topic
    const session = await connector.restore({ config: toSessionConfig(core, config), signal, topic })
    const isStale = signal.aborted || connections.get(namespace)
    if (session && (isStale || !session.account || !session.chainId))
      releaseLate(core, session, connector, turn.control.signal)
    // Another question speaks for the wallet now.
    if (isStale) return 'locked'
    if (!session?.account || !session.chainId) return 'none'
    // A wallet that answers late takes nothing from the account that the page shows meanwhile.
    const [leading] = Object.keys(records.readReconnect())
    const wasActive = !earlier.isLate && leading === namespace
    const connection = connections.accept(connector, session, wasActive ? 'active' : true)
    stop(earlier)
    core.onRestored(connection)
    return 'taken'
  } catch (error) {
    // A wallet that fails has no session to restore, unless it is only locked.
    return readField(error, 'code') === 'wallet_locked' ? 'locked' : 'none'
  } finally {
    turn.open--
  }
}

/** Handles an answer that comes after the second: the client gives up a wallet that has no session. */
async function handleLate(core: Core, earlier: EarlierSession, asked: Promise<Answer>): Promise<void> {
  const { signal } = earlier.turn.control
  if (
    (await asked) === 'none' &&
    !signal.aborted &&
    !core.connections.get(earlier.namespace) &&
    find(core, earlier)
  )
    earlier.onNone()
}

/**
 * A second (specification, section 4), which begins when the code that asks the wallet is there: until then the wallet has not
 * been silent, and the button may keep the room of a connection.
 */
async function untilOver(signal: AbortSignal): Promise<void> {
  const loading = untilLoaded()
  if (loading) await within(untilAborted(loading, signal), CODE_PATIENCE, () => {}).catch(() => {})
  await wait(RECONNECT_TIMEOUT, signal)
}

/** Asks the wallet every 100 ms, for a second at most. @returns when the session is restored, or the second is over */
export async function seek(core: Core, earlier: EarlierSession): Promise<void> {
  const signal = begin(earlier)
  let answer: Answer = 'none'
  let isOver = false
  let asked = ask(core, earlier)
  const over = untilOver(signal).then(() => {
    isOver = true
  })
  for (;;) {
    const heard = await NativePromise.race([asked, over])
    if (core.connections.get(earlier.namespace)) return
    // `handleLate` never rejects: a question to the wallet answers with a word.
    if (!heard) void handleLate(core, earlier, asked)
    else await NativePromise.race([over, wait(RECONNECT_INTERVAL, signal)])
    // A wallet that has not answered yet may be starting up.
    answer = heard ?? 'locked'
    if (isOver) break
    asked = ask(core, earlier)
  }
  if (signal.aborted) return
  if (answer === 'locked') listen(core, earlier)
  else earlier.onNone()
}

/** Waits for the wallet's own event and asks it nothing, because it has just locked itself. */
export function listen(core: Core, earlier: EarlierSession): void {
  const connector = find(core, earlier)
  earlier.isLate = true
  earlier.key = connector?.key ?? earlier.key
  const onUnlock = () => void handleLate(core, earlier, ask(core, earlier))
  earlier.unwatch ??= callSafely(() => connector?.watchUnlock?.(onUnlock)) as EarlierSession['unwatch']
}

/**
 * Asks once more, unless the wallet still has a question to answer. @returns when it answers, after a second
 * at most
 */
export async function askAgain(core: Core, earlier: EarlierSession): Promise<void> {
  const signal = begin(earlier)
  listen(core, earlier)
  if (earlier.turn.open === 0)
    await NativePromise.race([handleLate(core, earlier, ask(core, earlier)), wait(RECONNECT_TIMEOUT, signal)])
}

/**
 * Stops the search. A session that still arrives is left alone; it ends when the reason is {@link
 * DISCONNECTED}.
 */
export function stop(earlier: EarlierSession, reason?: typeof DISCONNECTED): void {
  earlier.turn.control.abort(reason)
  callSafely(() => earlier.unwatch?.())
  earlier.unwatch = undefined
}

/** Starts the search again after a stop. */
function begin(earlier: EarlierSession): AbortSignal {
  if (earlier.turn.control.signal.aborted) earlier.turn = { control: new AbortController(), open: 0 }
  return earlier.turn.control.signal
}
