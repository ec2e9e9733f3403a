import type { Namespace } from '../chains/caip2.js'
import type { Connector, WalletSession } from '../connectors/connector.js'
import { RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../constants.js'
import { readField } from '../errors/normalise.js'
import { NativePromise } from '../platform/natives.js'
import { wait } from '../platform/time.js'
import type { WalletConfig } from './config.js'
import type { Connections } from './connections.js'
import type { LiveConnection } from './live-connection.js'
import type { Records } from './session-records.js'
import { callSafely } from './store.js'

/** Why a silent reconnect was stopped: the visitor has disconnected, so a session that still comes ends. */
export const DISCONNECTED = 'disconnected'

/** What a wallet answers without a prompt: `none` also where the page has no such wallet. */
type Answer = 'taken' | 'locked' | 'none'

/** The session of an earlier visit with one wallet, until it is restored or given up. */
export interface EarlierSession {
  readonly walletId: string
  /** Names the stored keys; undefined until the wallet was found. */
  readonly key: string | undefined
  /** Its second is over: nobody waits for it any more, and it is still restored when the wallet answers. */
  readonly isLate: boolean
  /** Asks the wallet every 100 ms, for a second at most. @returns when the session is restored, or the second is over */
  seek(): Promise<void>
  /** Waits for the wallet's own event, and asks the wallet nothing: it has just locked itself. */
  listen(): void
  /** Asks once more, unless a question is open already. @returns when the wallet has answered, a second later at most */
  askAgain(): Promise<void>
  /** Stops. A session that still comes is left alone, or ended where the reason is {@link DISCONNECTED}. */
  stop(reason?: typeof DISCONNECTED): void
}

/** What an {@link EarlierSession} works with. */
export interface EarlierSessionContext {
  records: Records
  connections: Connections
  getConfig(): WalletConfig
  findConnector(id: string): Connector | undefined
  /** Releases a session that nobody waits for any more. */
  release(session: WalletSession, connector: Connector): void
  /** There is no session: the wallet says so, or was not found for a second. */
  onNone(namespace: Namespace, walletId: string): void
  /** The session is restored. */
  onTaken(connection: LiveConnection): void
}

/** Creates the {@link EarlierSession} of a namespace. */
export function createEarlierSession(
  context: EarlierSessionContext,
  namespace: Namespace,
  walletId: string,
): EarlierSession {
  const { records, connections, getConfig, findConnector, release, onNone, onTaken } = context
  let turn = { control: new AbortController(), open: 0 }
  let key: string | undefined
  let isLate = false
  let unwatch: (() => void) | undefined

  /** Finds the connector. Where two wallets share the id, neither is restored by itself. */
  const find = (): Connector | null => {
    const found = findConnector(walletId)
    return found?.namespace === namespace && found.availability === 'ready' && !found.note ? found : null
  }

  /**
   * Releases a session that comes too late to be restored. A relay session was not made here: another tab may use it, or the
   * attempt that replaced it may be cancelled. It ends only where the visitor has disconnected.
   */
  function releaseLate(session: WalletSession, connector: Connector, signal: AbortSignal) {
    if (!session.topic || signal.reason === DISCONNECTED) release(session, connector)
  }

  /** Asks the wallet once. Restores what it answers, however late, unless the search was stopped meanwhile. */
  async function ask(): Promise<Answer> {
    const own = turn
    const { signal } = own.control
    const connector = find()
    if (!connector || connections.get(namespace)) return 'none'
    key = connector.key
    own.open++
    try {
      const topic = records.readWallet(connector.key)?.topic
      const session = await connector.restore({ config: getConfig(), signal, topic })
      if (!session) return 'none'
      if (!session.account || !session.chainId || signal.aborted || connections.get(namespace)) {
        releaseLate(session, connector, signal)
        return 'none'
      }
      const connection = connections.accept(connector, session, true)
      stop()
      onTaken(connection)
      return 'taken'
    } catch (error) {
      // A wallet that fails has no session to restore, unless it is only locked.
      return readField(error, 'code') === 'wallet_locked' ? 'locked' : 'none'
    } finally {
      own.open--
    }
  }

  /** Handles an answer after the second: a wallet that has no session is given up. */
  async function handleLate(asked: Promise<Answer>) {
    const { signal } = turn.control
    if ((await asked) === 'none' && !signal.aborted && !connections.get(namespace) && find())
      onNone(namespace, walletId)
  }

  function listen() {
    const connector = find()
    isLate = true
    key = connector?.key ?? key
    const onUnlock = () => void handleLate(ask())
    unwatch ??= callSafely(() => connector?.watchUnlock?.(onUnlock)) as typeof unwatch
  }

  function stop(reason?: typeof DISCONNECTED) {
    turn.control.abort(reason)
    callSafely(() => unwatch?.())
    unwatch = undefined
  }

  /** Starts again after a stop. */
  const begin = (): AbortSignal => {
    if (turn.control.signal.aborted) turn = { control: new AbortController(), open: 0 }
    return turn.control.signal
  }

  return {
    walletId,
    get key() {
      return key
    },
    get isLate() {
      return isLate
    },
    async seek() {
      const signal = begin()
      let answer: Answer = 'none'
      let isOver = false
      const over = wait(RECONNECT_TIMEOUT, signal).then(() => {
        isOver = true
      })
      while (!isOver) {
        const asked = ask()
        const heard = await NativePromise.race([asked, over])
        if (connections.get(namespace)) return
        if (!heard) void handleLate(asked)
        else await NativePromise.race([over, wait(RECONNECT_INTERVAL, signal)])
        // A wallet that has not answered yet may be waking up.
        answer = heard ?? 'locked'
      }
      if (signal.aborted) return
      if (answer === 'locked') listen()
      else onNone(namespace, walletId)
    },
    listen,
    async askAgain() {
      const signal = begin()
      listen()
      if (turn.open === 0) await NativePromise.race([handleLate(ask()), wait(RECONNECT_TIMEOUT, signal)])
    },
    stop,
  }
}
