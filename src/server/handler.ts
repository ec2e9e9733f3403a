import { type ApiCode, toHttpStatus } from '../errors/api-catalogue.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import type { SignedAccount, SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import { createSignInContext, type SignInContext } from './context.js'
import { describeApi } from './openapi.js'
import { readSignInForm } from './proof.js'
import { BodyError, checkLength, readFormBody, readJsonBody, readOptionalJson } from './read-body.js'
import { reportFault, toApiCode } from './refusals.js'
import { createSignInService, type SignInServerOptions, type SignInService } from './service.js'
import type { SignIn } from './sign-in.js'
import { isPath } from './site.js'

/** Options of {@link createSignInHandler}, besides the verifier. */
export interface SignInHandlerOptions extends SignInServerOptions {
  /** The path above the calls, such as `/auth`. By default any path: the last part of a request's path counts. */
  base?: string | undefined
}

/** Answers the calls of the sign-in API as plain JSON. It never rejects. */
export interface SignInHandler {
  (request: Request): Promise<Response>
  /**
   * Returns who is signed in, by the cookie of any request, for the server's own pages.
   *
   * @param answer headers of the answer to this request; the new token of a stateless session is added to them
   * @throws WalletError `store_failed`
   */
  readSession(request: Request, answer?: Headers): Promise<SignInSession | null>
  /**
   * Asks a contract account again whether its sign-in is still valid, and ends the session if it is not. Use it before
   * an important action. It needs the option `keepProof`.
   *
   * @param answer headers of the answer to this request; if the session ends, its cookie is deleted there
   * @throws WalletError `rpc_failed`, `store_failed` when that cannot be determined; `config_invalid` without
   * `keepProof`
   */
  revalidate(request: Request, answer?: Headers): Promise<SignInSession | null>
  /**
   * Issues a nonce for the page that answers this request: `sign-in-nonce` of an element with `sign-in="form"`.
   *
   * @param answer headers of that page; with `bindNonce` the visitor's cookie is added to them
   * @throws WalletError `store_failed`
   */
  issueNonce(request: Request, answer: Headers): Promise<IssuedNonce>
  /**
   * Signs in by the form that such a page has sent, and begins a session. It refuses pages of other sites, and reads at
   * most 64 kB.
   *
   * @param answer headers of the answer to this request; the session's cookie is added to them
   * @param name the element's `name`
   * @returns who has signed in, and the whole form
   * @throws WalletError as `signIn.verify`; `origin_refused`; `request_invalid` for a body that is not a form
   */
  verifyForm(request: Request, answer: Headers, name?: string): Promise<SignInResult & { form: FormData }>
}

interface Call {
  method: 'GET' | 'POST'
  run(context: SignInContext, request: Request, base: string): Promise<unknown>
}

/**
 * The answer to the questions of a page that does not know yet which kind of API it talks to: it asks in tRPC's way first
 * (`signIn.nonce`), and browsers write a 404 into the console. Anything that is no tRPC sends it to the plain calls.
 */
const PLAIN: Call = { method: 'GET', run: async () => ({ api: 'plain' }) }

const createCalls = (service: SignInService): Record<string, Call> => {
  return {
    nonce: { method: 'GET', run: (context) => service.issueNonce(context) },
    verify: {
      method: 'POST',
      run: async (context, request) => service.verify(context, (await readJsonBody(request)) as SignInProof),
    },
    session: { method: 'GET', run: (context) => service.readSession(context) },
    'sign-out': {
      method: 'POST',
      async run(context, request) {
        await service.signOut(context, (await readOptionalJson(request)) as SignedAccount | undefined)
        return null
      },
    },
    'signIn.nonce': PLAIN,
    'signIn.session': PLAIN,
    'openapi.json': { method: 'GET', run: async (_, __, base) => describeApi(base) },
  }
}

/** @throws WalletError `message_too_long`, `request_invalid` */
async function readForm(request: Request): Promise<FormData> {
  if (request.method !== 'POST') {
    throw new WalletError('request_invalid', { message: 'sign-in: a form is sent by POST' })
  }
  try {
    return await readFormBody(request)
  } catch (cause) {
    if (!(cause instanceof BodyError)) throw cause
    if (cause.code === 'PAYLOAD_TOO_LARGE') throw createSignInError('message_too_long', cause.message)
    throw new WalletError('request_invalid', { message: `sign-in: ${cause.message}`, cause })
  }
}

/** Allows pages of the site's own origins and of the configured origins to read the answer. */
function allowOrigin(request: Request, headers: Headers, origins: ReadonlySet<string>): boolean {
  const origin = request.headers.get('origin')
  headers.set('vary', 'origin')
  if (origin === null || !origins.has(origin)) return false
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-allow-credentials', 'true')
  // The page needs the date to use this server's clock.
  headers.set('access-control-expose-headers', 'date, retry-after')
  return true
}

/** Reads the option `base`, without the slashes at its end. @throws WalletError `config_invalid` */
function readBase(base: string | undefined): string | undefined {
  if (!base) return base
  if (!isPath(base))
    throw new WalletError('config_invalid', {
      message: 'base must be a path as an address has it, such as /auth',
    })
  return base.replace(/\/+$/, '')
}

/**
 * The server's half of the sign-in as plain JSON over HTTP, for any server with `Request` and `Response`:
 *
 * - `GET {base}/nonce` → `{ nonce, domain }`
 * - `POST {base}/verify` with a proof → `{ address, chainId }`, and a session in a cookie
 * - `GET {base}/session` → `{ address, chainId, namespace }` or null
 * - `POST {base}/sign-out` → null; with `{ namespace, address }` only the session of this account ends
 * - `GET {base}/openapi.json` → a description of these calls in OpenAPI 3.1
 *
 * A refusal is `{ code, message }` with the status of the API's table. A body is read up to 64 kB. Pages of more
 * origins (`origins`) may call it and get CORS headers. The handler never trusts the `Host` header.
 */
export function createSignInHandler(signIn: SignIn, options: SignInHandlerOptions = {}): SignInHandler {
  const service = createSignInService(signIn, options)
  const fixed = readBase(options.base)
  const calls = createCalls(service)

  /** The call of a path, and the part of the path before it. */
  function findCall(request: Request): { call: Call | undefined; base: string } {
    const { pathname } = new URL(request.url)
    const at = pathname.lastIndexOf('/')
    const name = pathname.slice(at + 1)
    const base = pathname.slice(0, at)
    // Two slashes begin a host: the description of the calls would send its readers there.
    const isBase = fixed === undefined ? !base.startsWith('//') : fixed === base
    const isHere = isBase && Object.hasOwn(calls, name)
    return { call: isHere ? calls[name] : undefined, base }
  }

  async function handle(request: Request): Promise<Response> {
    const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    const isAllowed = allowOrigin(request, headers, service.origins)
    const answer = (status: number, body: unknown) => {
      headers.set('content-type', 'application/json')
      // A server's own HTTP layer leaves the body of a HEAD out; some runtimes do not.
      return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), { status, headers })
    }
    const refuse = (code: ApiCode, message: string) => answer(toHttpStatus(code), { code, message })

    try {
      const { call, base } = findCall(request)
      if (!call) return refuse('NOT_FOUND', 'There is no such call')
      if (request.method === 'OPTIONS' && isAllowed) {
        headers.set('access-control-allow-methods', call.method)
        headers.set('access-control-allow-headers', 'content-type')
        return new Response(null, { status: 204, headers })
      }
      const isHead = request.method === 'HEAD' && call.method === 'GET'
      if (request.method !== call.method && !isHead) {
        headers.set('allow', call.method === 'GET' ? 'GET, HEAD' : call.method)
        return refuse('METHOD_NOT_SUPPORTED', `This call is made by ${call.method}`)
      }
      const context = createSignInContext({ req: request, resHeaders: headers })
      if (call.method === 'POST') {
        service.checkOrigin(context)
        checkLength(request)
      }
      return answer(200, await call.run(context, request, base))
    } catch (error) {
      if (error instanceof BodyError) return refuse(error.code, error.message)
      reportFault(error)
      // An internal error may contain secrets, so the answer does not repeat it.
      if (!(error instanceof WalletError)) return refuse('INTERNAL_SERVER_ERROR', 'Internal server error')
      return answer(toHttpStatus(toApiCode(error)), { code: error.code, message: error.message })
    }
  }

  const toContext = (request: Request, answer?: Headers) =>
    createSignInContext({ req: request, ...(answer && { resHeaders: answer }) })

  async function verifyForm(request: Request, answer: Headers, name?: string) {
    const context = toContext(request, answer)
    service.checkOrigin(context)
    const form = await readForm(request)
    return { ...(await service.verify(context, readSignInForm(form, name))), form }
  }

  return Object.assign(handle, {
    issueNonce: (request: Request, answer: Headers) => service.issueNonce(toContext(request, answer)),
    verifyForm,
    readSession: (request: Request, answer?: Headers) => service.readSession(toContext(request, answer)),
    revalidate: (request: Request, answer?: Headers) => service.revalidate(toContext(request, answer)),
  })
}
