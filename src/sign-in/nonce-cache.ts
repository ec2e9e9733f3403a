import { MINUTE } from '../constants.js'
import { now } from '../platform/natives.js'
import type { SignInAdapter } from './adapter.js'
import { askServer } from './server-call.js'

/**
 * How long we keep an unused nonce, in ms: servers keep it for ten minutes, and the visitor needs some of that time.
 */
const NONCE_FRESH = 4 * MINUTE

/** Keeps the nonce that was fetched ahead, until a proof with it is sent. */
export interface NonceCache {
  /** Returns the unused nonce of this adapter, and fetches it if necessary. @throws WalletError */
  ask(adapter: SignInAdapter): Promise<unknown>
  /** Drops the nonce, because it is used or cannot be used: the next sign-in needs another. */
  drop(): void
}

/** Creates the {@link NonceCache} of a client. */
export function createNonceCache(): NonceCache {
  let spare: { adapter: SignInAdapter; answer: Promise<unknown>; at: number } | null = null
  return {
    ask(adapter) {
      if (spare?.adapter === adapter && Math.abs(now() - spare.at) < NONCE_FRESH) return spare.answer
      const own = { adapter, answer: askServer<unknown>(() => adapter.getNonce()), at: now() }
      // Everybody who waits for the answer gets the failure. Here it only allows the next try.
      own.answer.catch(() => {
        if (spare === own) spare = null
      })
      spare = own
      return own.answer
    },
    drop() {
      spare = null
    },
  }
}
