import type { ApiError } from '../api/api-error.js'
import { createApiClient } from '../api/create-api-client.js'
import { isForeign } from '../api/fetch.js'
import { createPlainClient } from '../api/plain-client.js'
import type { SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInAdapter } from './adapter.js'

/** An adapter with all methods. */
type Server = Required<Pick<SignInAdapter, 'getNonce' | 'verify' | 'signOut' | 'getSession' | 'now'>>

/** After these codes the address may still serve plain JSON: there was nothing, or nothing that tRPC would send. */
const NOT_TRPC: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'BAD_REQUEST',
  'PARSE_ERROR',
])

/** Whether a server that has answered a call of tRPC like this may still serve plain JSON. */
function mayBePlain({ apiCode, httpStatus, detail }: ApiError, url: string): boolean {
  // A guard refuses whoever asks for an unknown address, or sends him to its login page. tRPC has a text for each error.
  if (apiCode === 'UNAUTHORIZED' || apiCode === 'FORBIDDEN') return !detail
  // Another origin allows the page its own addresses perhaps, and not that of its 404.
  if (apiCode === 'NETWORK') return httpStatus === null && isForeign(url)
  return NOT_TRPC.has(apiCode)
}

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
 * Creates the adapter for `api-url`, which may be the address of a tRPC router or of plain JSON.
 *
 * The first call that changes nothing, for a nonce or the session, finds out which it is. It is sent in tRPC's way
 * (`{url}/signIn.nonce`); if that finds nothing, or no tRPC, it is sent as plain JSON (`{url}/nonce`). The first answer
 * decides for as long as the page lives. If neither works, the error is tRPC's and the next call tries both again.
 * Calls that change something (`verify`, `signOut`) are only sent to a server of known kind.
 *
 * @throws WalletError `config_invalid`
 */
export function createApiAdapter(url: string): Server {
  const trpc = createTrpcServer(url)
  let known: Server | null = null

  /** Sends a call that changes nothing, and learns from it which kind the server is. */
  async function ask<T>(question: (server: Server) => T | Promise<T>): Promise<T> {
    if (known) return question(known)
    try {
      const answer = await question(trpc)
      known ??= trpc
      return answer
    } catch (error) {
      if (!mayBePlain(error as ApiError, url)) throw error
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
