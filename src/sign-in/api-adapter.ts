import type { ApiError } from '../api/api-error.js'
import { isForeign } from '../api/send.js'
import {
  createSignInCalls,
  type Dialect,
  PLAIN,
  type SignInMutation,
  type SignInQuery,
  TRPC,
} from '../api/sign-in-calls.js'
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
  const { query, mutate, now } = createSignInCalls(url)
  let known: Dialect | undefined

  /** Sends a call that changes nothing, and learns from it which dialect the server speaks. */
  async function ask(name: SignInQuery): Promise<unknown> {
    if (known) return query(known, name)
    try {
      const answer = await query(TRPC, name)
      known = TRPC
      return answer
    } catch (error) {
      if (!mayBePlain(error as ApiError, url)) throw error
      const answer = await query(PLAIN, name).catch((other: ApiError) => {
        throw NOT_TRPC.has(other.apiCode) ? error : other
      })
      known = PLAIN
      return answer
    }
  }

  async function tell(name: SignInMutation, input?: unknown): Promise<unknown> {
    if (!known) await ask('session')
    return mutate(known ?? TRPC, name, input)
  }

  return {
    getNonce: () => ask('nonce') as Promise<IssuedNonce | string>,
    getSession: () => ask('session') as Promise<SignInSession | null>,
    verify: (proof) => tell('verify', proof) as Promise<SignInResult>,
    signOut: (account) => tell('signOut', account),
    now,
  }
}
