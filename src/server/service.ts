import { DAY, MINUTE } from '../constants.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import type { SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInContext } from './context.js'
import { createKeptProofs } from './kept-proofs.js'
import { MAX_SESSIONS } from './limits.js'
import { createMemoryStore } from './memory-store.js'
import { createSessionCookie } from './session-cookie.js'
import { createSessionTokens, type SessionTokens } from './session-token.js'
import { createSessions } from './sessions.js'
import type { SignIn } from './sign-in.js'
import { createStatelessSessions } from './stateless-sessions.js'
import { createStore, type KeyValueStore } from './store.js'

/** What the server's API takes besides the verifier, whichever way it is served. */
export interface SignInServerOptions {
  /** Where sessions are kept, or which ones were ended; in this process's memory by default. */
  sessionStore?: KeyValueStore | undefined
  /**
   * `stored`, by default: the cookie has an id, and `sessionStore` the session. `stateless`: the cookie has a signed token
   * that says who is signed in, and `sessionStore` only which sessions were ended; needs the package `jose`.
   */
  sessions?: 'stored' | 'stateless' | undefined
  /**
   * What the tokens of stateless sessions are signed with, as `secret` of `createSignIn`: 16 characters or more. Of a list
   * the first one signs and all are believed, so that a secret can be replaced. By default a random one, which ends with
   * the process.
   */
  sessionSecret?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined
  /** How long a token is good before it is exchanged for a new one, in ms: 15 minutes by default. */
  tokenLifetime?: number | undefined
  /**
   * Believe a token that is within its `tokenLifetime` without asking `sessionStore`. Nothing is asked for most requests
   * then, and a copy of a cookie that was signed out elsewhere is good until its token has ended.
   */
  trustFreshTokens?: boolean | undefined
  /**
   * Keep the proof of each sign-in in `sessionStore` for as long as its session, so that `revalidate` can ask a contract
   * account again.
   */
  keepProof?: boolean | undefined
  /** In ms: 7 days by default. */
  sessionLifetime?: number | undefined
  /** The cookie's name: `__Host-wallet_session` by default, `wallet_session` without https. */
  cookie?: string | undefined
  /** `Lax` by default; `None` where the pages are on another site than this server. */
  sameSite?: 'Lax' | 'Strict' | 'None' | undefined
  /**
   * Let only the visitor who asked for a nonce use it. Needs cookies and, with tRPC, `createSignInContext`; off by default,
   * since without cookies nobody could sign in. Not with streamed answers, which can set no cookie.
   */
  bindNonce?: boolean | undefined
  /** Further origins whose pages may sign in and out here; the site's own always may. */
  origins?: readonly string[] | undefined
}

/** The four calls of contract section 7, with sessions. Each rejects with a WalletError alone. */
export interface SignInService {
  /** Origins whose pages may sign in and out here. */
  readonly origins: ReadonlySet<string>
  /**
   * A page of another site must not sign anybody in or out here, be it by a form or a socket. Browsers name the page's
   * origin with every such request; programs that are no browser send none.
   *
   * @throws WalletError `origin_refused`
   */
  checkOrigin(context: SignInContext): void
  issueNonce(context: SignInContext): Promise<IssuedNonce>
  verify(context: SignInContext, proof: SignInProof): Promise<SignInResult>
  readSession(context: SignInContext): Promise<SignInSession | null>
  /** Asks the account again whether it stands by its sign-in, and ends the session where it does not. */
  revalidate(context: SignInContext): Promise<SignInSession | null>
  signOut(context: SignInContext): Promise<void>
}

type Secret = string | Uint8Array

function createTokens(given: Secret | readonly Secret[] | undefined, domain: string): SessionTokens {
  const secret = given ?? crypto.getRandomValues(new Uint8Array(32))
  return createSessionTokens(Array.isArray(secret) ? secret : [secret as Secret], domain)
}

/** Sessions as the options ask for them, and the proofs that are kept beside them. */
function openSessions(signIn: SignIn, options: SignInServerOptions) {
  // Whatever further origins there are: the cookie is the domain's own.
  const own = signIn.site.origins.filter((origin) => new URL(origin).host === signIn.site.domain)
  const secure = own.every((origin) => origin.startsWith('https:'))
  const lifetime = options.sessionLifetime ?? 7 * DAY
  const store = createStore(options.sessionStore ?? createMemoryStore(MAX_SESSIONS), Date.now)
  const cookie = createSessionCookie({
    // The prefix keeps subdomains from setting it (RFC 6265bis); browsers take it with Secure only.
    cookie: options.cookie ?? (secure ? '__Host-wallet_session' : 'wallet_session'),
    lifetime,
    secure,
    sameSite: options.sameSite ?? 'Lax',
  })
  const sessions =
    options.sessions === 'stateless'
      ? createStatelessSessions(store, cookie, createTokens(options.sessionSecret, signIn.site.domain), {
          lifetime,
          tokenLifetime: options.tokenLifetime ?? 15 * MINUTE,
          trustFresh: options.trustFreshTokens ?? false,
          now: Date.now,
        })
      : createSessions(store, cookie, lifetime)
  return { sessions, proofs: options.keepProof ? createKeptProofs(store, signIn, lifetime) : null }
}

export function createSignInService(signIn: SignIn, options: SignInServerOptions): SignInService {
  const origins = new Set([...signIn.site.origins, ...(options.origins ?? [])])
  const { sessions, proofs } = openSessions(signIn, options)

  async function readVisitor(context: SignInContext): Promise<string | undefined> {
    if (!options.bindNonce) return undefined
    const visitor = await sessions.visitor(context)
    if (visitor) return visitor
    throw createSignInError('nonce_unknown', 'bindNonce: this request can keep no cookie')
  }

  async function signOut(context: SignInContext): Promise<void> {
    const id = await sessions.end(context)
    if (id) await proofs?.forget(id)
  }

  return {
    origins,
    checkOrigin({ signInRequest: request }) {
      const origin = request?.header('origin') ?? null
      const isForeign =
        origin === null ? request?.header('sec-fetch-site') === 'cross-site' : !origins.has(origin)
      if (isForeign) throw createSignInError('origin_refused')
    },
    issueNonce: async (context) => signIn.issueNonce(await readVisitor(context)),
    async verify(context, proof) {
      const result = await signIn.verify(proof, await readVisitor(context))
      const { id } = await sessions.begin(context, result)
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
      if (await proofs.stillHolds(known.id)) return known.session
      await signOut(context)
      return null
    },
    signOut,
  }
}
