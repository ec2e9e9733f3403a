import { createSignInError } from '../errors/sign-in-error.js'
import type { SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInContext } from './context.js'
import { MAX_SESSIONS } from './limits.js'
import { createMemoryStore } from './memory-store.js'
import { createSessions } from './sessions.js'
import type { SignIn } from './sign-in.js'
import { createStore, type KeyValueStore } from './store.js'

/** What the server's API takes besides the verifier, whichever way it is served. */
export interface SignInServerOptions {
  /** Where sessions are kept; in this process's memory by default. */
  sessionStore?: KeyValueStore | undefined
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
  signOut(context: SignInContext): Promise<void>
}

export function createSignInService(signIn: SignIn, options: SignInServerOptions): SignInService {
  const origins = new Set([...signIn.site.origins, ...(options.origins ?? [])])
  // Whatever further origins there are: the cookie is the domain's own.
  const own = signIn.site.origins.filter((origin) => new URL(origin).host === signIn.site.domain)
  const secure = own.every((origin) => origin.startsWith('https:'))
  const sessions = createSessions(
    createStore(options.sessionStore ?? createMemoryStore(MAX_SESSIONS), Date.now),
    {
      // The prefix keeps subdomains from setting it (RFC 6265bis); browsers take it with Secure only.
      cookie: options.cookie ?? (secure ? '__Host-wallet_session' : 'wallet_session'),
      lifetime: options.sessionLifetime ?? 7 * 24 * 60 * 60_000,
      secure,
      sameSite: options.sameSite ?? 'Lax',
    },
  )

  function readVisitor(context: SignInContext): string | undefined {
    if (!options.bindNonce) return undefined
    const visitor = sessions.visitor(context)
    if (visitor) return visitor
    throw createSignInError('nonce_unknown', 'bindNonce: this request can keep no cookie')
  }

  return {
    origins,
    checkOrigin({ signInRequest: request }) {
      const origin = request?.header('origin') ?? null
      const isForeign =
        origin === null ? request?.header('sec-fetch-site') === 'cross-site' : !origins.has(origin)
      if (isForeign) throw createSignInError('origin_refused')
    },
    issueNonce: async (context) => signIn.issueNonce(readVisitor(context)),
    async verify(context, proof) {
      const result = await signIn.verify(proof, readVisitor(context))
      await sessions.begin(context, result)
      return result
    },
    readSession: (context) => sessions.read(context),
    signOut: (context) => sessions.end(context),
  }
}
