import { MINUTE } from '../constants.js'
import type { SignInContext } from './context.js'
import { createId, isId, type SessionCookie } from './session-cookie.js'
import type { SessionToken, SessionTokens } from './session-token.js'
import { type KnownSession, type Sessions, toSession } from './sessions.js'
import type { Store } from './store.js'

/** How stateless sessions are kept; all times in ms. */
export interface StatelessSettings {
  /** From the sign-in to the end of the session. */
  lifetime: number
  /** How long a token is good before it is exchanged for a new one. */
  tokenLifetime: number
  /** Believe a token that is good without asking the store whether its session was ended. */
  trustFresh: boolean
  /** Epoch ms. */
  now(): number
}

/**
 * How long a token that was exchanged may come once more, in ms: two tabs ask at once, an answer is lost on the way, and
 * the clocks of two servers may be this far apart.
 */
const REUSE_GRACE = 5 * MINUTE

/**
 * Sessions in a signed token in the cookie. The store keeps only which sessions were ended, and which tokens exchanged.
 *
 * A token that is past its own lifetime is exchanged for a new one wherever a cookie can be set. Each is exchanged once:
 * if it comes again later, somebody has a copy, and the session ends for both.
 */
export function createStatelessSessions(
  store: Store,
  cookie: SessionCookie,
  tokens: SessionTokens,
  settings: StatelessSettings,
): Sessions {
  const { lifetime, tokenLifetime, trustFresh, now } = settings
  const endedKey = (id: string) => `ended:${id}`
  const exchangedKey = (id: string) => `exchanged:${id}`

  async function open(context: SignInContext): Promise<SessionToken | null> {
    const text = cookie.read(context)
    const token = text && !isId(text) ? await tokens.read(text) : null
    return token && token.endsAt > now() ? token : null
  }

  /** Remembers that a session was ended, until it would have ended by every server's clock. */
  const revoke = ({ id, endsAt }: SessionToken) => store.write(endedKey(id), '', endsAt - now() + REUSE_GRACE)

  async function issue(context: SignInContext, known: KnownSession, endsAt: number): Promise<void> {
    const freshUntil = Math.min(now() + tokenLifetime, endsAt)
    const text = await tokens.write(known.session, known.id, freshUntil, endsAt)
    cookie.write(context, text, endsAt - now())
  }

  /** Exchanges a token that is past its time, where the new one can be sent. False for one that was exchanged long ago. */
  async function exchange(context: SignInContext, token: SessionToken): Promise<boolean> {
    const exchanged = await store.read(exchangedKey(token.tokenId))
    if (exchanged !== null && now() - Number(exchanged) > REUSE_GRACE) {
      await revoke(token)
      return false
    }
    // A socket's own cookie stays as it is: its page asks over plain requests too.
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
      const known = cookie.read(context)
      if (isId(known)) return known
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
      if ((await store.read(endedKey(token.id))) !== null) return null
      return isFresh || (await exchange(context, token)) ? token : null
    },
    async begin(context, result) {
      const before = await open(context)
      const endsAt = now() + lifetime
      const known = { id: createId(), session: toSession(result), endsAt }
      await issue(context, known, endsAt)
      // The visitor has a new session; the one before ends with its lifetime.
      if (before) await revoke(before).catch(() => {})
      return known
    },
    async end(context) {
      const token = await open(context)
      if (cookie.read(context)) cookie.write(context, '')
      if (token) await revoke(token)
      return token?.id ?? null
    },
  }
}
