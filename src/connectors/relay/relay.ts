import type { RequestProgress } from '../requests.js'
import type { Pair } from './pairing.js'
import type { StoredSession } from './stored-sessions.js'

/** What a session's wallet does by itself. */
export interface SessionListener {
  onEvent(name: string, data: unknown, chainId: string): void
  onUpdate(session: StoredSession): void
  onEnd(reason: 'wallet' | 'expired'): void
}

/** The relay connection of one namespace; each store of a page has its own. */
export interface Relay {
  /**
   * Shows codes until a wallet approves one. Rejects with `connection_rejected`, or with what must change for the
   * relay.
   */
  pair: Pair
  /**
   * Waits for the answer to the codes that an earlier page has shown.
   *
   * @returns the session; null when none was approved, or `signal` was aborted
   */
  resume(signal: AbortSignal): Promise<StoredSession | null>
  /**
   * Asks the wallet. Rejects with a WalletError, or with the wallet's error and its numeric code.
   *
   * @param progress of the page's request: what was not sent when it is given up is never sent
   */
  request(
    topic: string,
    chainId: string,
    request: { method: string; params: unknown },
    progress?: RequestProgress,
  ): Promise<unknown>
  /** Ends the open requests of a session with `session_ended`. A request that has not been sent is never sent. */
  giveUp(topic: string): void
  getSession(topic: string): StoredSession | undefined
  /** Adds a session that another page has stored since this client was created. */
  adopt(topic: string): Promise<void>
  /** Stores values with a session; they are deleted with it. */
  remember(topic: string, patch: Partial<StoredSession>): void
  listen(topic: string, listener: SessionListener): () => void
  /** Ends a session here and in the wallet, a second later at most. Never rejects. */
  end(topic: string): Promise<void>
  /** Ends every other session. */
  endOthers(topic: string): void
}
