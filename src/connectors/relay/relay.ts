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
  /** Asks the wallet. Rejects with a WalletError, or with the wallet's error and its numeric code. */
  request(topic: string, chainId: string, request: { method: string; params: unknown }): Promise<unknown>
  /** Ends the open requests of a session with a code, by default `session_ended`. A request that has not been sent is never sent. */
  giveUp(topic: string, code?: 'session_ended' | 'user_rejected'): void
  getSession(topic: string): StoredSession | undefined
  /** Stores values beside a session; they are deleted with it. */
  remember(topic: string, patch: Partial<StoredSession>): void
  listen(topic: string, listener: SessionListener): () => void
  /** Ends a session here and in the wallet, a second later at most. Never rejects. */
  end(topic: string): Promise<void>
  /** Ends every other session. */
  endOthers(topic: string): void
}
