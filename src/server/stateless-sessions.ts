import { MINUTE } from '../constants.js'
import type { SignInContext } from './context.js'
import { createId, isId, type SessionCookie } from './session-cookie.js'
import { isToken, type SessionToken, type SessionTokens } from './session-token.js'
import { isSessionOf, type KnownSession, type Sessions, toSession } from './sessions.js'
import type { Store } from './store.js'

/** Settings of stateless sessions; all times in ms. */
export interface StatelessSettings {
  /** The time from the sign-in to the end of the session. */
  lifetime: number
  /** How long a token is valid before it is exchanged for a new token. */
  tokenLifetime: number
  /** Trust a valid token without asking the store whether its session was ended. */
  trustFresh: boolean
  /** Epoch ms. */
  now(): number
}

/**
 * How long an exchanged token may be sent again, in ms: two tabs may ask at once, an answer may be lost, and the clocks
 * of two servers may be this far apart.
 */
const REUSE_GRACE = 5 * MINUTE

/**
 * Creates the list of the sessions that were ended. The store keeps each until it would have expired by every server's
 * clock.
 */
function createEnded(store: Store, now: StatelessSettings['now']) {
  const key = (id: string) => `ended:${id}`
  return {
    has: async ({ id }: SessionToken) => (await store.read(key(id))) !== null,
    add: ({ id, endsAt }: SessionToken) => store.write(key(id), '', endsAt - now() + REUSE_GRACE),
  }
}

/**
 * Creates sessions in a signed token in the cookie. The store only keeps which sessions were ended and which tokens
 * were exchanged.
 *
 * A token past its own lifetime is exchanged for a new token whenever a cookie can be set. Each token is exchanged
 * once: if it comes again later, somebody has a copy, and the session ends for both.
 */
export function createStatelessSessions(
  store: Store,
  cookie: SessionCookie,
  tokens: SessionTokens,
  settings: StatelessSettings,
): Sessions {
  const { lifetime, tokenLifetime, trustFresh, now } = settings
  const ended = createEnded(store, now)
  const exchangedKey = (id: string) => `exchanged:${id}`

  async function open(context: SignInContext): Promise<SessionToken | null> {
    const text = cookie.read(context, isToken)
    const token = text ? await tokens.read(text) : null
    return token && token.endsAt > now() ? token : null
  }

  async function issue(context: SignInContext, known: KnownSession, endsAt: number): Promise<void> {
    const freshUntil = Math.min(now() + tokenLifetime, endsAt)
    const text = await tokens.write(known.session, known.id, freshUntil, endsAt)
    cookie.write(context, text, endsAt - now())
  }

  /**
   * Exchanges a token past its lifetime, if the new token can be sent. False for a token that was exchanged long ago.
   */
  async function exchange(context: SignInContext, token: SessionToken): Promise<boolean> {
    const exchanged = await store.read(exchangedKey(token.tokenId))
    if (exchanged !== null && now() - Number(exchanged) > REUSE_GRACE) {
      await ended.add(token)
      return false
    }
    // A socket's own cookie stays as it is, because its page also sends plain requests.
    if (!context.signInRequest?.setCookie) return true
    if (exchanged === null) {
      const kept = token.endsAt - now() + REUSE_GRACE
      await store.write(exchangedKey(token.tokenId), String(now()), kept)
    }
    await issue(context, token, token.endsAt)
    return true
  }

  return {
    async visitor(context) {
      const token = await open(context)
      if (token) return token.id
      const known = cookie.read(context, isId)
      if (known) return known
      if (!context.signInRequest?.canKeep) return null
      const id = createId()
      cookie.write(context, id)
      return id
    },
    async read(context) {
      const token = await open(context)
      if (!token) return null
      const isFresh = token.freshUntil > now()
      if (isFresh && trustFresh) return token
      if (await ended.has(token)) return null
      return isFresh || (await exchange(context, token)) ? token : null
    },
    async begin(context, result) {
      const before = await open(context)
      const endsAt = now() + lifetime
      const known = { id: createId(), session: toSession(result), endsAt }
      await issue(context, known, endsAt)
      // The visitor has a new session; the one before ends with its lifetime.
      if (before) await ended.add(before).catch(() => {})
      return { ...known, replaced: before?.id ?? null }
    },
    async end(context, account) {
      const token = await open(context)
      if (account && !isSessionOf(token?.session, account)) return null
      // Its cookie stays, as with stored sessions; but a trusted token would go on without the store.
      if (account && token && !trustFresh && (await ended.has(token))) return null
      if (cookie.read(context)) cookie.write(context, '')
      if (token) await ended.add(token)
      return token?.id ?? null
    },
  }
}
