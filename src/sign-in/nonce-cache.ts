import { MINUTE } from '../constants.js'
import { now } from '../platform/natives.js'
import type { SignInAdapter } from './adapter.js'
import { askServer } from './server-call.js'

/** How long an unused nonce is good for, in ms: servers keep it for ten minutes, and the visitor needs some of them. */
const NONCE_FRESH = 4 * MINUTE

/** Keeps the nonce that was fetched ahead, until a proof with it is sent. */
export interface NonceCache {
  /** The fresh nonce of this adapter, fetched when there is none. @throws WalletError */
  ask(adapter: SignInAdapter): Promise<unknown>
  /** The nonce is used: the next sign-in needs another. */
  drop(): void
}

/** Creates the {@link NonceCache} of a client. */
export function createNonceCache(): NonceCache {
  let spare: { adapter: SignInAdapter; answer: Promise<unknown>; at: number } | null = null
  return {
    ask(adapter) {
      if (spare?.adapter === adapter && now() - spare.at < NONCE_FRESH) return spare.answer
      const own = { adapter, answer: askServer<unknown>(() => adapter.getNonce()), at: now() }
      // Whoever waits for the answer hears of the failure; here it only makes room for the next try.
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
