import { errors } from 'oidc-provider'

const DAY = 24 * 60 * 60

/** The errors of /server that say nothing about the account. */
const TROUBLE = new Set(['rpc_failed', 'store_failed'])

/**
 * Keeps the proof of each sign-in as long as its session and its tokens can live, and asks the account with it again.
 * The signature of a key holds for ever; a contract account may have another owner now.
 *
 * @param {object} signIn the verifier
 * @param {import('keyv').Keyv} store
 * @param {Record<string, unknown>} ttl lifetimes of the provider, in seconds
 */
export function createKeptProofs(signIn, store, ttl) {
  const seconds = [ttl.Session, ttl.Grant, ttl.RefreshToken, 14 * DAY].filter(Number.isFinite)
  const lifetime = Math.max(...seconds) * 1_000
  /** A session can have several sign-ins; each token knows the time of its own. */
  const keyOf = (sessionUid, time) => `proof:${sessionUid}:${time}`

  return {
    keep: (sessionUid, time, proof) => store.set(keyOf(sessionUid, time), proof, lifetime),
    /**
     * Whether the account still accepts its signature. An account whose proof is gone must sign again.
     *
     * @throws TemporarilyUnavailable if the node cannot say
     */
    async stillHolds(sessionUid, time) {
      const key = keyOf(sessionUid, time)
      const proof = await store.get(key)
      if (!proof) return false
      try {
        await signIn.revalidate(proof)
      } catch (cause) {
        if (!cause.code) throw cause
        if (TROUBLE.has(cause.code)) {
          const error = new errors.TemporarilyUnavailable('the account’s node does not answer', { cause })
          throw Object.assign(error, { status: 503, statusCode: 503, expose: true })
        }
        await store.delete(key)
        return false
      }
      await store.set(key, proof, lifetime)
      return true
    },
  }
}
