import type { ApiError } from '../api/api-error.js'
import { createApiClient } from '../api/create-api-client.js'
import { createPlainClient } from '../api/plain-client.js'
import type { SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInAdapter } from './adapter.js'

/** An adapter whose questions can all be asked. */
type Server = Required<Pick<SignInAdapter, 'getNonce' | 'verify' | 'signOut' | 'getSession' | 'now'>>

/** After these an address may still be one of plain JSON: nothing there, or nothing that tRPC would say. */
const NOT_TRPC: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'BAD_REQUEST',
  'PARSE_ERROR',
])

function createTrpcServer(url: string): Server {
  const { signIn, now } = createApiClient({ url })
  return {
    getNonce: () => signIn.nonce.query(),
    verify: (proof) => signIn.verify.mutate(proof),
    signOut: () => signIn.signOut.mutate(),
    getSession: () => signIn.session.query(),
    now,
  }
}

function createPlainServer(url: string): Server {
  const { get, post, now } = createPlainClient(url)
  return {
    getNonce: () => get('nonce') as Promise<IssuedNonce>,
    verify: (proof) => post('verify', proof) as Promise<SignInResult>,
    signOut: () => post('sign-out'),
    getSession: () => get('session') as Promise<SignInSession | null>,
    now,
  }
}

/**
 * The adapter that `api-url` stands for. The address may be a tRPC router's or one of plain JSON.
 *
 * Which of the two is found out by the first question that changes nothing, for a nonce or for the session: it is asked
 * in tRPC's way (`{url}/signIn.nonce`); where that finds nothing, or no tRPC, plainly (`{url}/nonce`). The first answer
 * settles it for as long as the page is there; where neither is one, the error is tRPC's and the next question tries both
 * again. What changes something (`verify`, `signOut`) is only ever sent to a server that is known.
 *
 * @throws WalletError `config_invalid`
 */
export function createApiAdapter(url: string): Server {
  const trpc = createTrpcServer(url)
  let known: Server | null = null

  /** Asks a question that changes nothing, and learns by it what kind the server is. */
  async function ask<T>(question: (server: Server) => T | Promise<T>): Promise<T> {
    if (known) return question(known)
    try {
      const answer = await question(trpc)
      known ??= trpc
      return answer
    } catch (error) {
      if (!NOT_TRPC.has((error as ApiError).apiCode)) throw error
      const plain = createPlainServer(url)
      try {
        const answer = await question(plain)
        known ??= plain
        return answer
      } catch (other) {
        const { apiCode } = other as ApiError
        throw NOT_TRPC.has(apiCode) ? error : other
      }
    }
  }

  async function tell<T>(call: (server: Server) => T | Promise<T>): Promise<T> {
    if (!known) await ask(({ getSession }) => getSession())
    return call(known ?? trpc)
  }

  return {
    getNonce: () => ask(({ getNonce }) => getNonce()),
    getSession: () => ask(({ getSession }) => getSession()),
    verify: (proof) => tell(({ verify }) => verify(proof)),
    signOut: () => tell(({ signOut }) => signOut()),
    now: () => (known ?? trpc).now(),
  }
}
