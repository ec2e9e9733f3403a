import { createSignInError } from '../errors/sign-in-error.js'
import { createSignInNonce, isSignInNonce } from '../protocol/sign-in-nonce.js'
import type { Store } from './store.js'

/** The nonces of one server: each is issued once and can be used once. */
export interface Nonces {
  /** @param session the value that the nonce is bound to: only the same value can use it, and the value can use no unbound nonce */
  issue(session?: string): Promise<string>
  /**
   * Refuses a nonce that cannot be used, before the server spends work on its message.
   *
   * @throws WalletError `nonce_unknown`, `nonce_used`, `store_failed`
   */
  check(nonce: string, session?: string): Promise<void>
  /**
   * Uses up a nonce. Of any number of simultaneous calls exactly one succeeds.
   *
   * @throws WalletError `nonce_unknown`, `nonce_used`, `store_failed`
   */
  take(nonce: string, session?: string): Promise<void>
}

/**
 * Creates nonces that are stored when they are issued. Several processes need only a common store. For nonces that need
 * no storage until they are used, see `createSignedNonces`.
 *
 * @param lifetime how long a nonce can be used, in ms; its use is remembered as long
 * @param purpose what the nonce may be used for; only a server with the same purpose accepts it
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
      // This entry only decides the text of a second refusal. It is there first, or another process could find neither.
      await store.write(takenKey(nonce), '', lifetime).catch(() => {})
      if (!(await store.take(issuedKey(nonce)))) throw createSignInError('nonce_used')
    },
  }
}
