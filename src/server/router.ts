import { initTRPC, TRPCError } from '@trpc/server'
import { WalletError } from '../errors/wallet-error.js'
import type { SignedAccount, SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInContext } from './context.js'
import { MAX_REQUEST_BODY, MAX_SIGN_IN_CALLS } from './limits.js'
import { reportFault, toApiCode } from './refusals.js'
import { createSignInService, type SignInServerOptions } from './service.js'
import type { SignIn } from './sign-in.js'

const t = initTRPC.context<SignInContext>().create({
  isDev: false,
  errorFormatter({ shape, error }) {
    const reason = error.cause instanceof WalletError ? error.cause.code : undefined
    // An internal error (a node's URL, a store's error) may contain secrets, so the answer does not repeat it.
    const message =
      error.code === 'INTERNAL_SERVER_ERROR' && !reason ? 'Internal server error' : shape.message
    return { ...shape, message, data: { ...shape.data, ...(reason && { reason }) } }
  },
})

function toTrpcError(error: WalletError): TRPCError {
  reportFault(error)
  return new TRPCError({ code: toApiCode(error), message: error.message, cause: error })
}

const tooLarge = (): TRPCError =>
  new TRPCError({ code: 'PAYLOAD_TOO_LARGE', message: `A sign-in takes ${MAX_REQUEST_BODY} bytes at most` })

/** The deepest proof: the members of the types of a message. */
const MAX_INPUT_DEPTH = 8

/** Whether an input has more text than a body may have, or is nested deeper than a proof. It stops at the limit. */
function isTooLarge(input: unknown): boolean {
  let left = MAX_REQUEST_BODY
  const isOver = (value: unknown, depth: number): boolean => {
    left -= typeof value === 'string' ? value.length : 1
    if (left < 0 || depth > MAX_INPUT_DEPTH) return true
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).some(([key, member]) => {
      left -= key.length
      return isOver(member, depth + 1)
    })
  }
  return isOver(input, 0)
}

/** The sign-in calls of each request, or the open calls on each socket. */
const calls = new WeakMap<object, number>()

/**
 * Limits the sign-in calls: of one request, however many its batch has, and at a time on a socket. Other procedures of
 * the same batch do not count.
 */
async function limitCalls<T>(context: SignInContext, run: () => Promise<T>): Promise<T> {
  const { signInRequest: request } = context
  const key = request?.connection ?? context
  const count = (calls.get(key) ?? 0) + 1
  if (count > MAX_SIGN_IN_CALLS) {
    throw new TRPCError({
      code: 'TOO_MANY_REQUESTS',
      message: `More than ${MAX_SIGN_IN_CALLS} sign-in calls at once`,
    })
  }
  calls.set(key, count)
  const isLasting = !request || request.isSocket
  return isLasting ? run().finally(() => calls.set(key, (calls.get(key) ?? 1) - 1)) : run()
}

/**
 * Creates the router of the sign-in API: `signIn.nonce`, `signIn.verify`, `signIn.session`, `signIn.signOut`.
 *
 * Serve it with any adapter of tRPC 11, with `createSignInContext` as `createContext` for sessions. It answers at most
 * eight sign-in calls of one request, and none with a body of more than 64 kB. It cannot limit how much an adapter
 * reads before it calls the router: give Node's adapter `maxBodySize: 65536`, and a WebSocket server `maxPayload:
 * 65536`.
 */
export function createSignInRouter(signIn: SignIn, options: SignInServerOptions = {}) {
  const service = createSignInService(signIn, options)

  const guarded = t.procedure.use(async ({ ctx, type, next }) => {
    // If the request declares its length, refuse it before the body is read.
    if (Number(ctx.signInRequest?.header('content-length')) > MAX_REQUEST_BODY) throw tooLarge()
    try {
      // Browsers keep the answers of HTTP from pages of other sites (CORS), but not those of a socket, which always has
      // an origin. A context without an origin may also be the server's own call.
      const request = ctx.signInRequest
      if (type === 'mutation' || (request?.isSocket && request.header('origin') !== null))
        service.checkOrigin(ctx)
    } catch (error) {
      throw toTrpcError(error as WalletError)
    }
    const result = await limitCalls(ctx, next)
    if (!result.ok && result.error.cause instanceof WalletError) throw toTrpcError(result.error.cause)
    return result
  })

  return t.router({
    signIn: t.router({
      nonce: guarded.query(async ({ ctx }): Promise<IssuedNonce | string> => {
        const issued = await service.issueNonce(ctx)
        return signIn.bareNonce ? issued.nonce : issued
      }),
      verify: guarded
        .input((proof: unknown) => proof as SignInProof)
        .mutation(({ ctx, input }): Promise<SignInResult> => {
          // The request declared no length. If the input's parser threw this error, it would become a BAD_REQUEST.
          if (isTooLarge(input)) throw tooLarge()
          return service.verify(ctx, input)
        }),
      session: guarded.query(({ ctx }): Promise<SignInSession | null> => service.readSession(ctx)),
      signOut: guarded
        .input((account: unknown) => account as SignedAccount | undefined)
        .mutation(({ ctx, input }): Promise<void> => {
          if (isTooLarge(input)) throw tooLarge()
          return service.signOut(ctx, input)
        }),
    }),
  })
}

/** The type of the router, for a typed client. */
export type SignInRouter = ReturnType<typeof createSignInRouter>
