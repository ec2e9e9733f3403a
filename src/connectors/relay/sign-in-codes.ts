import type { SignClient } from '@walletconnect/sign-client'
import type { ChainId } from '../../protocol/caip2.js'
import type { PatchedClient } from './client-patches.js'
import type { StoredSignIn } from './stored-codes.js'
import type { StoredSession } from './stored-sessions.js'

/** What creates a code. */
export interface CodeContext extends Pick<PatchedClient, 'outbox' | 'subscribe' | 'unsubscribe' | 'answers'> {
  client: InstanceType<typeof SignClient>
}

/**
 * Called when a code that asks for a sign-in has no answer after 15 s, or when the wallet answers that it cannot sign in.
 *
 * @param goOn shows another code, by which a wallet is asked to connect only
 */
export type OnSilence = (goOn: () => void) => void

/** A code by which a wallet connects and signs in at once, if it can (CAIP-222, `wc_sessionAuthenticate`). */
export interface SignInCode {
  /** Its pairing, in which the wallet is also asked to connect only. */
  readonly topic: string
  readonly uri: string
  /** What a later page needs to end a session that a wallet opens by this code when this page is gone. */
  readonly stored: StoredSignIn
  /** Resolves when the relay has the request. */
  readonly sent: Promise<void>
  /** The session of the wallet that has signed. Rejects with its refusal, or with what is wrong with its answer. */
  readonly answer: Promise<StoredSession>
  /** Resolves when a wallet has answered that it cannot. */
  readonly unable: Promise<void>
  /**
   * Ends the request: a wallet that signs later gets the end of its session.
   *
   * @param session the topic of the session with which the attempt goes on, when this code has led to one
   */
  close(session?: string): void
}

/** The codes of one attempt. */
export interface SignInCodes {
  /** The chain that the wallet has signed for. */
  readonly chainId: ChainId | undefined
  /** Creates a code; null when the wallet can be asked to connect only. */
  create(context: CodeContext): Promise<SignInCode | null>
}
