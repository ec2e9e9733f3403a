import { createSignInError } from '../errors/sign-in-error.js'
import { namespaceOf } from '../protocol/caip2.js'
import type { SignedAccount, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { SignInContext } from './context.js'
import { createId, isId, type SessionCookie } from './session-cookie.js'
import type { Store } from './store.js'

/** A session, and its id on the server. */
export interface KnownSession {
  id: string
  session: SignInSession
  /** When it ends at the latest, in epoch ms; null when only the store knows. */
  endsAt: number | null
}

/** Tracks who is signed in, by a cookie that scripts cannot read. */
export interface Sessions {
  /** The id of a visitor before signing in; sets a new id if there is none. Null without cookies. */
  visitor(context: SignInContext): Promise<string | null>
  read(context: SignInContext): Promise<KnownSession | null>
  /** Begins a session under a new id, and ends the session before, which is `replaced`. */
  begin(context: SignInContext, result: SignInResult): Promise<KnownSession & { replaced: string | null }>
  /**
   * Ends the session.
   *
   * @param account whose session alone is to end, in our own spelling; a session of another account stays, and so does a
   * cookie whose session is over
   * @returns the id of the ended session; null when none was ended
   */
  end(context: SignInContext, account?: SignedAccount | null): Promise<string | null>
}

/** The session of a visitor who has just signed in. */
export const toSession = ({ address, chainId }: SignInResult): SignInSession => ({
  address,
  chainId,
  namespace: namespaceOf(chainId),
})

/** Whether a session is that of an account; both have our own spelling. */
export const isSessionOf = (
  session: SignInSession | undefined,
  { namespace, address }: SignedAccount,
): boolean => session?.namespace === namespace && session.address === address

/** @throws WalletError `store_failed` for anything but a session that this server has written */
function readStored(value: string): SignInSession {
  let session: Partial<SignInSession> | null = null
  try {
    session = JSON.parse(value)
  } catch {
    // No JSON.
  }
  if (typeof session?.address !== 'string') throw createSignInError('store_failed', 'a session is damaged')
  return session as SignInSession
}

/**
 * Creates sessions that are kept in a store, with their id in the cookie.
 *
 * @param lifetime in ms
 */
export function createSessions(store: Store, cookie: SessionCookie, lifetime: number): Sessions {
  const key = (id: string) => `session:${id}`

  const readId = (context: SignInContext): string | null => cookie.read(context, isId)

  async function read(context: SignInContext): Promise<KnownSession | null> {
    const id = readId(context)
    const value = id && (await store.read(key(id)))
    return value ? { id, session: readStored(value), endsAt: null } : null
  }

  return {
    async visitor(context) {
      const known = readId(context)
      if (known || !context.signInRequest?.canKeep) return known
      const id = createId()
      cookie.write(context, id)
      return id
    },
    read,
    async begin(context, result) {
      const before = readId(context)
      const id = createId()
      const session = toSession(result)
      await store.write(key(id), JSON.stringify(session), lifetime)
      cookie.write(context, id)
      // The visitor has a new session; the one before ends with its lifetime.
      if (before) await store.remove(key(before)).catch(() => {})
      return { id, session, endsAt: null, replaced: before }
    },
    async end(context, account) {
      const id = readId(context)
      if (!id) return null
      // A session that is over keeps its cookie: another page may have signed in, and the answer would delete its new one.
      if (account && !isSessionOf((await read(context))?.session, account)) return null
      cookie.write(context, '')
      await store.remove(key(id))
      return id
    },
  }
}
