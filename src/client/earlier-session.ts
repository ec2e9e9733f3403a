import type { Connector, WalletSession } from '../connectors/connector.js'
import type { Reported } from '../connectors/reported.js'
import { type LEFT, RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../constants.js'
import { callSafely } from '../platform/call-safely.js'
import { untilLoaded } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import { wait, within } from '../platform/time.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { Namespace } from '../protocol/caip2.js'
import { findConnector } from './choices.js'
import type { Core } from './core.js'
import { release } from './live-connection.js'
import { expectSession, openReport } from './open-report.js'
import {
  createEarlierSession,
  type EarlierSession,
  isLate,
  isOver,
  move,
  openQuestion,
  type Wanted,
} from './search.js'
import { toSessionConfig } from './session-config.js'

/** Longest wait for the code that asks a wallet, in ms. */
const CODE_PATIENCE = 10_000

/** First and longest pause between two looks for a wallet that is not on the page yet, in ms; each is longer than the one before. */
const FIRST_LOOK = 250
const LAST_LOOK = 10_000
const LOOKS_SLOW_DOWN = 1.25

/** Why a silent reconnect was stopped: the visitor has disconnected, so a session that still arrives ends. */
export const DISCONNECTED = 'disconnected'

/** How a wallet answers without a prompt. `missing`: it is not on the page. `failed`: it was asked, and has failed. `silent`: not yet. */
type Answer = 'session' | 'none' | 'missing' | 'failed' | 'silent'

/** The connector of the wallet, when it can be asked. When two wallets share the id, neither is asked by itself. */
function findReady(core: Core, { namespace, walletId }: EarlierSession): Connector | null {
  const found = findConnector(core, walletId)
  return found?.namespace === namespace && found.availability === 'ready' && !found.note ? found : null
}

/** Whether the wallet is there and has not been asked yet. */
function isNew(core: Core, search: EarlierSession): boolean {
  const found = findReady(core, search)
  return !!found && found !== search.asked
}

/**
 * Releases a session that comes too late to be restored. Another page may use it, and the attempt that replaced this search may
 * still be cancelled; so it ends only when the visitor has disconnected.
 */
function releaseLate(core: Core, session: WalletSession, connector: Connector, reason?: unknown): void {
  if (reason === DISCONNECTED) release(core, session, connector)
  else if (!session.topic) callSafely(() => session.watch(() => {})?.())
}

/** Connects a session that answers the open question. */
function accept(core: Core, search: EarlierSession, reported: Reported, connector: Connector): void {
  const { namespace, of } = search
  const { connections, records } = core
  const [leading] = Object.keys(records.readReconnect())
  const wasActive = leading === namespace && !isLate(search) && !connections.get(namespace)
  end(core, search, 'session')
  // A call that wants only the name does not connect the session.
  if (of === 'name') releaseLate(core, reported.session, connector)
  else core.onRestored(connections.accept(connector, reported, wasActive ? 'active' : true))
}

/** Asks the wallet once. Connects its session, however late it answers, as long as the question is the open one. */
async function ask(core: Core, search: EarlierSession): Promise<Answer> {
  const { namespace, of } = search
  const { records, config } = core
  if (isOver(search)) return 'silent'
  const connector = findReady(core, search)
  if (!connector) return 'missing'
  if (of === 'session') records.clearMissing(namespace)
  search.asked = connector
  const question = openQuestion(search)
  const { signal } = question
  const isOpen = () => search.question === question
  let session: WalletSession | null = null
  try {
    expectSession(core, connector)
    const topic = of === 'code' ? '' : records.readWallet(connector.key)?.topic
    session = await connector.restore({ config: toSessionConfig(core, config), signal, topic })
    const reported = isOpen() ? await openReport(session) : null
    if (session && !(reported && isOpen())) releaseLate(core, session, connector, signal.reason)
    if (!isOpen()) return 'silent'
    if (!reported) return 'none'
    accept(core, search, reported, connector)
    return 'session'
  } catch {
    if (session) releaseLate(core, session, connector, signal.reason)
    return isOpen() ? 'failed' : 'silent'
  } finally {
    if (isOpen()) search.question = undefined
  }
}

/** Moves the search by what the wallet has answered at the end of its second, or later. */
function conclude(core: Core, search: EarlierSession, heard: Answer): void {
  if (isOver(search)) return
  // Nobody waits for a name any longer than a second.
  if (heard === 'none' || search.of === 'name') {
    end(core, search, 'stop')
    search.onNone?.()
    return
  }
  const isFirst = !isLate(search)
  move(search, 'late')
  if (heard === 'missing' && isFirst) search.onMissing?.()
}

/** Asks once more, after the second. Never rejects. */
async function askLate(core: Core, search: EarlierSession): Promise<void> {
  conclude(core, search, await ask(core, search))
}

/**
 * Asks the wallet every 100 ms, for a second at most (specification, section 4). The second begins when the code that asks the wallet is
 * there: until then the wallet has not been silent, and the button may keep the width of a connected button.
 *
 * @returns when the session is connected, or the second is over
 */
export async function seek(core: Core, search: EarlierSession): Promise<void> {
  const { signal } = search.life
  let hasPassed = false
  const second = async () => {
    const loading = untilLoaded()
    if (loading) await within(untilAborted(loading, signal), CODE_PATIENCE, () => {}).catch(() => {})
    await wait(RECONNECT_TIMEOUT, signal)
    hasPassed = true
  }
  // The first question may be what loads the code. A question never rejects: it answers with a word.
  let asking = ask(core, search)
  const passing = second()
  for (;;) {
    const heard = (await NativePromise.race([asking, passing])) ?? 'silent'
    const isAnswered = heard === 'session' || heard === 'silent'
    if (!isAnswered) await NativePromise.race([passing, wait(RECONNECT_INTERVAL, signal)])
    // A wallet that has come after the last question of the second is asked once more.
    if (isAnswered || (hasPassed && !isNew(core, search))) {
      if (heard === 'silent') void asking.then((late) => conclude(core, search, late))
      conclude(core, search, heard)
      break
    }
    asking = ask(core, search)
  }
  if (!isOver(search)) listen(core, search)
}

/** Looks for a wallet that is not on the page, again and again. @returns the way to stop */
function lookOut(core: Core, search: EarlierSession): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const unwatch = core.discovery.watch(() => {
    // A wallet that has just come may not be ready for its first question.
    if (isNew(core, search) && !search.question) void seek(core, search)
  })
  const look = async () => {
    for (let pause = FIRST_LOOK; ; pause = Math.min(pause * LOOKS_SLOW_DOWN, LAST_LOOK)) {
      await wait(pause, signal)
      if (signal.aborted || findReady(core, search)) return
      core.discovery.scan()
    }
  }
  // It never rejects: sources find wallets without a failure.
  if (!findReady(core, search)) void look()
  return () => {
    stopped.abort()
    unwatch()
  }
}

/** Waits for the wallet, and for its own event. It asks the wallet nothing: it may have just locked itself. */
export function listen(core: Core, search: EarlierSession): void {
  search.unwatch?.()
  const connector = findReady(core, search)
  const onUnlock = () => void askLate(core, search)
  const stopUnlock = callSafely(() => connector?.watchUnlock?.(onUnlock)) as (() => void) | undefined
  const stopLooking = lookOut(core, search)
  search.unwatch = () => {
    stopLooking()
    callSafely(() => stopUnlock?.())
  }
}

/** Waits for a wallet whose session has just ended, and may come back. */
export function expectBack(core: Core, search: EarlierSession): void {
  move(search, 'late')
  listen(core, search)
}

/**
 * Asks once more, unless the wallet still has a question to answer. @returns when it answers, after a second
 * at most
 */
export async function askAgain(core: Core, search: EarlierSession): Promise<void> {
  move(search, 'again')
  if (!search.unwatch || !findReady(core, search)) listen(core, search)
  if (!search.question)
    await NativePromise.race([askLate(core, search), wait(RECONNECT_TIMEOUT, search.life.signal)])
}

/**
 * Stops the search. It begins again when the visitor comes back and has not connected another wallet. A session that still arrives is
 * left alone.
 */
export const stop = (search: EarlierSession, reason?: typeof LEFT): void => move(search, 'stop', reason)

/** The search of one kind in a namespace. */
export const findSearch = ({ searches }: Core, namespace: Namespace, of: 'session' | 'code' = 'session') =>
  [...searches].find((search) => search.namespace === namespace && search.of === of)

/** Ends the search for good. A session that still arrives is left alone; it ends when the reason is {@link DISCONNECTED}. */
export function end(
  core: Core,
  search: EarlierSession,
  event: 'session' | 'stop',
  reason?: typeof DISCONNECTED,
): void {
  move(search, event, reason)
  core.searches.delete(search)
}

/** Puts a search in the place of that of its kind and namespace. */
export function put(core: Core, wanted: Wanted): EarlierSession {
  const search = createEarlierSession(wanted)
  const { namespace, of } = search
  const before = of === 'name' ? undefined : findSearch(core, namespace, of)
  if (before) end(core, before, 'stop')
  core.searches.add(search)
  return search
}
