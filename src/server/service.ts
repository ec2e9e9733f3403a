import { DAY, MINUTE } from '../constants.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { isLoopback } from '../protocol/loopback.js'
import type { SignedAccount, SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInContext } from './context.js'
import { MAX_SESSIONS } from './limits.js'
import { createMemoryStore } from './memory-store.js'
import { readProof } from './proof.js'
import { readTime } from './read-time.js'
import { type Secret, warnOfUnsetSecret } from './secrets.js'
import { type CookieSettings, createSessionCookie } from './session-cookie.js'
import { createSessionTokens, type SessionTokens } from './session-token.js'
import { createSessions } from './sessions.js'
import type { SignIn } from './sign-in.js'
import { readSignedAccount } from './signed-account.js'
import { createStatelessSessions } from './stateless-sessions.js'
import { createStore, type KeyValueStore, type Store } from './store.js'

/** Stores what accounts signed when they signed in, by session, so that the accounts can be asked again. */
interface KeptProofs {
  keep(session: string, proof: SignInProof): Promise<void>
  /**
   * Whether the account still accepts its signature. A session without a stored proof is not valid.
   *
   * @throws WalletError `rpc_failed`, `store_failed` when that cannot be determined
   */
  stillHolds(session: string): Promise<boolean>
  forget(session: string): Promise<void>
}

/** @param lifetime of a session, in ms */
function createKeptProofs(store: Store, signIn: SignIn, lifetime: number): KeptProofs {
  const key = (session: string) => `proof:${session}`
  return {
    async keep(session, { namespace, chainId, address, message, signature, deployment }) {
      const proof = { namespace, chainId, address, message, signature, deployment }
      await store.write(key(session), JSON.stringify(proof), lifetime)
    },
    async stillHolds(session) {
      const kept = await store.read(key(session))
      if (kept === null) return false
      try {
        await signIn.revalidate(JSON.parse(kept) as SignInProof)
        return true
      } catch (error) {
        // The account's own refusal. Everything else is trouble of the node or of the site.
        if (error instanceof WalletError && error.code === 'signature_invalid') return false
        throw error
      }
    },
    forget: (session) => store.remove(key(session)),
  }
}

/** Options of the server's API besides the verifier, for both ways to serve it. */
export interface SignInServerOptions {
  /** Stores the sessions, or those that were ended; by default in this process's memory. */
  sessionStore?: KeyValueStore | undefined
  /**
   * `stored`, by default: the cookie has an id, and `sessionStore` the session. `stateless`: the cookie has a signed
   * token that names the visitor, and `sessionStore` only the sessions that were ended; needs the package `jose`.
   */
  sessions?: 'stored' | 'stateless' | undefined
  /**
   * Signs the tokens of stateless sessions, as `secret` of `createSignIn`: 16 characters or more. The first secret of a
   * list signs and all are accepted, so that a secret can be replaced. By default a random secret, which ends with the
   * process.
   */
  sessionSecret?: Secret | readonly (Secret | undefined)[] | undefined
  /** How long a token is valid before it is exchanged for a new token, in ms: 15 minutes by default. */
  tokenLifetime?: number | undefined
  /**
   * Trust a token within its `tokenLifetime` without asking `sessionStore`. Most requests then need no store, but a
   * copied cookie that was signed out elsewhere stays valid until its token expires.
   */
  trustFreshTokens?: boolean | undefined
  /**
   * Store the proof of each sign-in in `sessionStore` as long as its session, so that `revalidate` can ask a contract
   * account again.
   */
  keepProof?: boolean | undefined
  /** In ms: 7 days by default. */
  sessionLifetime?: number | undefined
  /** The cookie's name: `__Host-wallet_session` by default, `wallet_session` without https. */
  cookie?: string | undefined
  /** `Lax` by default; `None` when the pages are on another site than this server. `None` needs https, except on this machine. */
  sameSite?: 'Lax' | 'Strict' | 'None' | undefined
  /**
   * `partitioned`: for pages in frames of other sites. Browsers keep such a cookie (CHIPS) for each site around the frame apart,
   * where they refuse all others. It is `SameSite=None` and `Secure`, so it needs https, except on this machine.
   */
  sessionCookie?: { partitioned?: boolean | undefined } | undefined
  /**
   * Let only the visitor who asked for a nonce use it. Needs cookies and, with tRPC, `createSignInContext`. Off by
   * default, because nobody could sign in without cookies. It does not work with streamed answers, which can set no
   * cookie.
   */
  bindNonce?: boolean | undefined
  /**
   * More whole origins from which visitors may sign in and out here, each for its own host; the site's own origins always
   * may.
   */
  origins?: readonly string[] | undefined
}

/** The four calls of the sign-in API, with sessions. They reject only with a WalletError. */
export interface SignInService {
  /** The origins whose pages may sign in and out here. */
  readonly origins: ReadonlySet<string>
  /**
   * Refuses requests from pages of other sites, which must not sign anybody in or out here by a form or a socket.
   * Browsers send the page's origin with every such request; programs that are not browsers send none. A page under
   * `Referrer-Policy: no-referrer` sends the origin `null`, and `Sec-Fetch-Site`, which no page can set, decides.
   *
   * @throws WalletError `origin_refused`
   */
  checkOrigin(context: SignInContext): void
  issueNonce(context: SignInContext): Promise<IssuedNonce>
  verify(context: SignInContext, proof: SignInProof): Promise<SignInResult>
  readSession(context: SignInContext): Promise<SignInSession | null>
  /** Asks the account again whether its sign-in is still valid, and ends the session if it is not. */
  revalidate(context: SignInContext): Promise<SignInSession | null>
  /**
   * Ends the session of the request.
   *
   * @param account whose session alone is to end: a session of another account stays. Without it any session ends.
   * @throws WalletError `request_invalid` for what is no account; `store_failed`
   */
  signOut(context: SignInContext, account?: SignedAccount): Promise<void>
}

function createTokens(options: SignInServerOptions, domain: string): SessionTokens {
  warnOfUnsetSecret(options, 'sessionSecret')
  const secret = options.sessionSecret ?? crypto.getRandomValues(new Uint8Array(32))
  return createSessionTokens(Array.isArray(secret) ? secret : [secret as Secret], domain)
}

/**
 * Whether the session's cookie is for https only. Browsers drop a cookie with `SameSite=None` that is not; on this machine
 * they accept such a cookie without https too.
 *
 * @throws WalletError `config_invalid` for `None` on a site without https
 */
function readSecure(signIn: SignIn, sameSite: CookieSettings['sameSite']): boolean {
  // More origins do not count here, because the cookie belongs to the domain itself.
  const own = signIn.site.origins
    .map((origin) => new URL(origin))
    .filter(({ host }) => host === signIn.site.domain)
  if (own.every(({ protocol }) => protocol === 'https:')) return true
  if (sameSite !== 'None') return false
  if (own.every(({ hostname }) => isLoopback(hostname))) return true
  throw new WalletError('config_invalid', { message: 'SameSite=None needs a site with https' })
}

/** Reads how the session's cookie is set. @throws WalletError `config_invalid` */
function readCookie(signIn: SignIn, options: SignInServerOptions, lifetime: number): CookieSettings {
  const partitioned = options.sessionCookie?.partitioned ?? false
  const sameSite = options.sameSite ?? (partitioned ? 'None' : 'Lax')
  if (partitioned && sameSite !== 'None')
    throw new WalletError('config_invalid', {
      message: "sessionCookie: a partitioned cookie needs sameSite: 'None', or none given",
    })
  const secure = readSecure(signIn, sameSite)
  // The prefix prevents subdomains from setting the cookie (RFC 6265bis); browsers accept it only with Secure.
  const cookie = options.cookie ?? (secure ? '__Host-wallet_session' : 'wallet_session')
  return { cookie, lifetime, secure, sameSite, partitioned }
}

/** Creates the sessions that the options ask for, and the store of their proofs. */
function openSessions(signIn: SignIn, options: SignInServerOptions) {
  const lifetime = readTime(options, 'sessionLifetime', 7 * DAY)
  // A stateless session that the store has forgotten to be ended is valid again; one that is stored is over.
  const limit = options.sessions === 'stateless' ? undefined : MAX_SESSIONS
  const store = createStore(options.sessionStore ?? createMemoryStore(limit), Date.now)
  const cookie = createSessionCookie(readCookie(signIn, options, lifetime))
  const sessions =
    options.sessions === 'stateless'
      ? createStatelessSessions(store, cookie, createTokens(options, signIn.site.domain), {
          lifetime,
          tokenLifetime: readTime(options, 'tokenLifetime', 15 * MINUTE),
          trustFresh: options.trustFreshTokens ?? false,
          now: Date.now,
        })
      : createSessions(store, cookie, lifetime)
  return { sessions, proofs: options.keepProof ? createKeptProofs(store, signIn, lifetime) : null }
}

export function createSignInService(verifier: SignIn, options: SignInServerOptions): SignInService {
  const signIn = options.origins?.length ? verifier.withOrigins(options.origins) : verifier
  const origins = new Set(signIn.site.origins)
  const { sessions, proofs } = openSessions(signIn, options)

  async function readVisitor(context: SignInContext): Promise<string | undefined> {
    if (!options.bindNonce) return undefined
    const visitor = await sessions.visitor(context)
    if (visitor) return visitor
    throw createSignInError('nonce_unknown', 'bindNonce: this request can keep no cookie')
  }

  async function signOut(context: SignInContext, account?: SignedAccount): Promise<void> {
    const id = await sessions.end(context, readSignedAccount(account))
    if (id) await proofs?.forget(id)
  }

  return {
    origins,
    checkOrigin({ signInRequest: request }) {
      const origin = request?.header('origin') ?? null
      const from = request?.header('sec-fetch-site')
      const isOwn =
        origin === null
          ? from !== 'cross-site'
          : origins.has(origin) || (origin === 'null' && from === 'same-origin')
      if (!isOwn) throw createSignInError('origin_refused')
    },
    issueNonce: async (context) => signIn.issueNonce(await readVisitor(context)),
    async verify(context, given) {
      // Read once: the kept proof is the one that was verified, also if the members of several were sent.
      const proof = readProof(given)
      const result = await signIn.verify(proof, await readVisitor(context))
      const { id, replaced } = await sessions.begin(context, result)
      // A proof that cannot be removed ends with its lifetime.
      if (replaced) await proofs?.forget(replaced).catch(() => {})
      await proofs?.keep(id, proof).catch(async (error) => {
        // The caller hears why the proof could not be kept; the session then ends with its lifetime.
        await sessions.end(context).catch(() => {})
        throw error
      })
      return result
    },
    readSession: async (context) => (await sessions.read(context))?.session ?? null,
    async revalidate(context) {
      if (!proofs) throw new WalletError('config_invalid', { message: 'revalidate needs keepProof' })
      const known = await sessions.read(context)
      if (!known) return null
      // Read again: the visitor may have signed out while the account was asked.
      if (await proofs.stillHolds(known.id)) return (await sessions.read(context))?.session ?? null
      await signOut(context)
      return null
    },
    signOut,
  }
}
