import { createSignInError } from '../errors/sign-in-error.js'
import { createSignInNonce, isSignInNonce } from '../protocol/sign-in-nonce.js'
import type { Store } from './store.js'

/** Nonces of one server: each is issued once and taken once. */
export interface Nonces {
  /** @param session what the nonce is bound to; only the same value takes it, and it takes no nonce that is bound to nothing */
  issue(session?: string): Promise<string>
  /**
   * Refuses a nonce that cannot be taken, before anybody works on its message.
   *
   * @throws WalletError `nonce_unknown`, `nonce_used`, `store_failed`
   */
  check(nonce: string, session?: string): Promise<void>
  /**
   * Takes a nonce. Of any number of calls at once exactly one succeeds.
   *
   * @throws WalletError `nonce_unknown`, `nonce_used`, `store_failed`
   */
  take(nonce: string, session?: string): Promise<void>
}

/**
 * Nonces that are kept in a store from when they are issued, so that several processes need nothing but the store in
 * common. See `createSignedNonces` for the ones that need no room until they are used.
 *
 * @param lifetime how long a nonce can be taken, in ms; that it was taken is remembered as long
 * @param purpose what the nonce may be used for; only a server with the same purpose takes it
 */
export function createStoredNonces(store: Store, lifetime: number, purpose = ''): Nonces {
  const issuedKey = (nonce: string) => `nonce:${nonce}`
  const takenKey = (nonce: string) => `taken:${nonce}`

  /** What a nonce is kept with. No purpose looks like this list of two texts. */
  const mark = (session: string) => (session ? JSON.stringify([purpose, session]) : purpose)

  async function check(nonce: string, session = ''): Promise<void> {
    if (!isSignInNonce(nonce)) throw createSignInError('nonce_unknown')
    const bound = await store.read(issuedKey(nonce))
    if (bound === null) {
      throw createSignInError((await store.read(takenKey(nonce))) === null ? 'nonce_unknown' : 'nonce_used')
    }
    if (bound !== mark(session))
      throw createSignInError('nonce_unknown', 'it was issued to another visitor, or for something else')
  }

  return {
    async issue(session = '') {
      const nonce = createSignInNonce()
      await store.write(issuedKey(nonce), mark(session), lifetime)
      return nonce
    },
    check,
    async take(nonce, session) {
      await check(nonce, session)
      if (!(await store.take(issuedKey(nonce)))) throw createSignInError('nonce_used')
      // Only the wording of a second refusal hangs on this one.
      await store.write(takenKey(nonce), '', lifetime).catch(() => {})
    },
  }
}
