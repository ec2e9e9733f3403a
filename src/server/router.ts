import { initTRPC, TRPCError } from '@trpc/server'
import type { ApiCode } from '../errors/api-catalogue.js'
import { createSignInError, isSignInErrorCode, type SignInErrorCode } from '../errors/sign-in-catalogue.js'
import { WalletError } from '../errors/wallet-error.js'
import type { SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInContext } from './context.js'
import { createMemoryStore } from './memory-store.js'
import { createSessions } from './sessions.js'
import type { SignIn } from './sign-in.js'
import { createStore, type KeyValueStore } from './store.js'

/** What the API answers with when a sign-in is refused. */
const API_CODE_OF: Record<SignInErrorCode, ApiCode> = {
  message_invalid: 'BAD_REQUEST',
  message_too_long: 'PAYLOAD_TOO_LARGE',
  message_expired: 'PRECONDITION_FAILED',
  nonce_used: 'CONFLICT',
  nonce_unknown: 'PRECONDITION_FAILED',
  domain_mismatch: 'FORBIDDEN',
  chain_mismatch: 'UNPROCESSABLE_CONTENT',
  account_mismatch: 'UNPROCESSABLE_CONTENT',
  // Not UNAUTHORIZED, which says that a session has ended and signs the visitor out.
  signature_invalid: 'FORBIDDEN',
  account_not_deployed: 'UNPROCESSABLE_CONTENT',
  rpc_failed: 'INTERNAL_SERVER_ERROR',
  store_failed: 'INTERNAL_SERVER_ERROR',
  origin_refused: 'FORBIDDEN',
}

/** Most sessions that are kept in this process's memory. */
const MAX_SESSIONS = 100_000

/** What {@link createSignInRouter} takes besides the verifier. */
export interface SignInRouterOptions {
  /** Where sessions are kept; in this process's memory by default. */
  sessionStore?: KeyValueStore | undefined
  /** In ms: 7 days by default. */
  sessionLifetime?: number | undefined
  /** The cookie's name: `__Host-wallet_session` by default, `wallet_session` without https. */
  cookie?: string | undefined
  /** `Lax` by default; `None` where the pages are on another site than this server. */
  sameSite?: 'Lax' | 'Strict' | 'None' | undefined
  /**
   * Let only the visitor who asked for a nonce use it. Needs cookies and {@link createSignInContext}; off by default,
   * since without cookies nobody could sign in. Not with streamed answers, which can set no cookie.
   */
  bindNonce?: boolean | undefined
  /** Further origins whose pages may sign in and out here; the site's own always may. */
  origins?: readonly string[] | undefined
}

const t = initTRPC.context<SignInContext>().create({
  isDev: false,
  errorFormatter({ shape, error }) {
    const reason = error.cause instanceof WalletError ? error.cause.code : undefined
    // What went wrong inside (a node's URL, a store's error) is nobody's business outside.
    const message =
      error.code === 'INTERNAL_SERVER_ERROR' && !reason ? 'Internal server error' : shape.message
    return { ...shape, message, data: { ...shape.data, ...(reason && { reason }) } }
  },
})

function toTrpcError(error: WalletError): TRPCError {
  const code = isSignInErrorCode(error.code) ? API_CODE_OF[error.code] : 'BAD_REQUEST'
  return new TRPCError({ code, message: error.message, cause: error })
}

/**
 * A page of another site must not sign anybody in or out here, be it by a form or a socket. Browsers name the page's
 * origin with every such request; programs that are no browser send none.
 */
function isForeign({ signInRequest: request }: SignInContext, origins: ReadonlySet<string>): boolean {
  const origin = request?.header('origin') ?? null
  return origin === null ? request?.header('sec-fetch-site') === 'cross-site' : !origins.has(origin)
}

/**
 * The router of contract section 7: `signIn.nonce`, `signIn.verify`, `signIn.session`, `signIn.signOut`.
 *
 * Serve it with any adapter of tRPC 11, with {@link createSignInContext} as `createContext` for sessions.
 */
export function createSignInRouter(signIn: SignIn, options: SignInRouterOptions = {}) {
  const origins = new Set([...signIn.site.origins, ...(options.origins ?? [])])
  const secure = signIn.site.origins.every((origin) => origin.startsWith('https:'))
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
  const visitorOf = (ctx: SignInContext): string | undefined => {
    if (!options.bindNonce) return undefined
    const visitor = sessions.visitor(ctx)
    if (visitor) return visitor
    throw new TRPCError({
      code: 'PRECONDITION_FAILED',
      message: 'bindNonce: this request can keep no cookie',
    })
  }

  const guarded = t.procedure.use(async ({ ctx, type, next }) => {
    if (type === 'mutation' && isForeign(ctx, origins)) throw toTrpcError(createSignInError('origin_refused'))
    const result = await next()
    if (!result.ok && result.error.cause instanceof WalletError) throw toTrpcError(result.error.cause)
    return result
  })

  return t.router({
    signIn: t.router({
      nonce: guarded.query(async ({ ctx }): Promise<IssuedNonce | string> => {
        const issued = await signIn.issueNonce(visitorOf(ctx))
        return signIn.bareNonce ? issued.nonce : issued
      }),
      verify: guarded
        .input((proof: unknown) => proof as SignInProof)
        .mutation(async ({ ctx, input }): Promise<SignInResult> => {
          const result = await signIn.verify(input, visitorOf(ctx))
          await sessions.begin(ctx, result)
          return result
        }),
      session: guarded.query(({ ctx }): Promise<SignInSession | null> => sessions.read(ctx)),
      signOut: guarded.mutation(({ ctx }): Promise<void> => sessions.end(ctx)),
    }),
  })
}

/** The type of the router, for a typed client. */
export type SignInRouter = ReturnType<typeof createSignInRouter>
