import type { Pair } from './pairing.js'
import type { StoredSession } from './stored-sessions.js'

/** What a session's wallet does without being asked. */
export interface SessionListener {
  onEvent(name: string, data: unknown, chainId: string): void
  onUpdate(session: StoredSession): void
  onEnd(reason: 'wallet' | 'expired'): void
}

/** One namespace's connection to the relay; each store of a page has its own. */
export interface Relay {
  /** Shows codes until a wallet approves one. Rejects with `connection_rejected`, or what the relay wants set right. */
  pair: Pair
  /** Asks the wallet. Rejects with a WalletError, or with the wallet's error and its numeric code. */
  request(topic: string, chainId: string, request: { method: string; params: unknown }): Promise<unknown>
  /** Ends the open requests of a session with `session_ended`: what has not been sent is never sent. */
  giveUp(topic: string): void
  getSession(topic: string): StoredSession | undefined
  /** Remembers something beside a session; it goes with it. */
  remember(topic: string, patch: Partial<StoredSession>): void
  listen(topic: string, listener: SessionListener): () => void
  /** Ends a session here and in the wallet, at most a second later. Never rejects. */
  end(topic: string): Promise<void>
  /** Ends every session but this one. */
  endOthers(topic: string): void
}
