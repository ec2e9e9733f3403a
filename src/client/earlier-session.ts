import type { Namespace } from '../chains/caip2.js'
import type { Connector, WalletSession } from '../connectors/connector.js'
import { RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../constants.js'
import { readField } from '../errors/normalise.js'
import { NativePromise } from '../platform/natives.js'
import { wait } from '../platform/time.js'
import type { WalletConfig } from './config.js'
import type { Connections, Standing } from './connections.js'
import type { Records } from './session-records.js'
import { callSafely } from './store.js'

/** Why a silent reconnect was stopped: the session is to be ended, not only left alone. */
export const DISCONNECTED = 'disconnected'

/** What came of a silent question: `none` also where the wallet is not in the page. */
type Answer = 'taken' | 'locked' | 'none'

/** The session of an earlier visit with one wallet, until it is taken up or given up. */
export interface EarlierSession {
  readonly walletId: string
  /** Names the stored keys; undefined as long as the wallet was not seen. */
  readonly key: string | undefined
  /** It has had its second: it is not waited for any more, but taken up when it comes. */
  readonly isLate: boolean
  /** Asks every 100 ms, for a second at most. @returns when it is taken up, or the second is over */
  seek(): Promise<void>
  /** Waits for the wallet to say something, and asks it nothing: it has just locked itself. */
  listen(): void
  /** Asks once more, unless a question is open already. @returns when that is answered, a second later at most */
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
  /** Lets a session go that nobody waits for any more. */
  release(session: WalletSession, connector: Connector): void
  /** There is nothing to take up: the wallet says so, or was not there for a second. */
  onNone(namespace: Namespace, walletId: string): void
  onTaken(standing: Standing): void
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

  /** Two wallets under one name: neither is taken up by itself. */
  const find = (): Connector | null => {
    const found = findConnector(walletId)
    return found?.namespace === namespace && found.availability === 'ready' && !found.note ? found : null
  }

  /**
   * Lets an earlier session go that came too late to be taken up. One on a relay was not made here: another tab may be on it,
   * or the attempt that took its place may be called off. It ends only where the visitor has disconnected.
   */
  function leave(session: WalletSession, connector: Connector, signal: AbortSignal) {
    if (!session.topic || signal.reason === DISCONNECTED) release(session, connector)
  }

  /** Asks the wallet once. What it brings is taken up, however late, unless it was stopped meanwhile. */
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
        leave(session, connector, signal)
        return 'none'
      }
      const standing = connections.accept(connector, session, true)
      stop()
      onTaken(standing)
      return 'taken'
    } catch (error) {
      // A wallet that cannot be asked has nothing to take up, unless it is only locked.
      return readField(error, 'code') === 'wallet_locked' ? 'locked' : 'none'
    } finally {
      own.open--
    }
  }

  /** An answer after the second: a wallet that has nothing to take up is not waited for any longer. */
  async function hear(asked: Promise<Answer>) {
    const { signal } = turn.control
    if ((await asked) === 'none' && !signal.aborted && !connections.get(namespace) && find())
      onNone(namespace, walletId)
  }

  function listen() {
    const connector = find()
    isLate = true
    key = connector?.key ?? key
    const onUnlock = () => void hear(ask())
    unwatch ??= callSafely(() => connector?.watchUnlock?.(onUnlock)) as typeof unwatch
  }

  function stop(reason?: typeof DISCONNECTED) {
    turn.control.abort(reason)
    callSafely(() => unwatch?.())
    unwatch = undefined
  }

  /** Begins anew after a stop. */
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
        if (!heard) void hear(asked)
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
      if (turn.open === 0) await NativePromise.race([hear(ask()), wait(RECONNECT_TIMEOUT, signal)])
    },
    stop,
  }
}
