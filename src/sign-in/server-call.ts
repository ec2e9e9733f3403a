import { readField } from '../errors/normalise.js'
import { isSignInErrorCode } from '../errors/sign-in-catalogue.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { within } from '../platform/time.js'
import { type ChainId, type Namespace, namespaceOf, readChainId } from '../protocol/caip2.js'
import { readStarknetAddress } from '../protocol/starknet-address.js'
import type { SignInAdapter } from './adapter.js'

/** Longest wait for a page's own adapter, in ms, because it may never answer. */
const ADAPTER_TIMEOUT = 60_000

/** Calls the page's adapter. It always settles. @throws WalletError with a sign-in code, or `api_failed` */
export async function askServer<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    const asked = (async () => call())()
    return await within(asked, ADAPTER_TIMEOUT, () => {
      throw new WalletError('api_failed')
    })
  } catch (cause) {
    if (cause instanceof WalletError) throw cause
    const code = readField(cause, 'code')
    throw isSignInErrorCode(code)
      ? createSignInError(code, '', { cause })
      : new WalletError('api_failed', { cause })
  }
}

/**
 * Whether two spellings mean the same account. Starknet addresses may lack leading zeros, EVM addresses their checksum.
 */
export function isSameAccount(namespace: Namespace, a: unknown, b: unknown): boolean {
  const read = (address: unknown) =>
    namespace === 'starknet' ? readStarknetAddress(address) : String(address).toLowerCase()
  return typeof a === 'string' && typeof b === 'string' && read(a) === read(b)
}

/** Reads who is signed in according to a server; null for nobody, and for an answer that cannot be read. */
export function readSession(
  value: unknown,
): { address: string; chainId: ChainId; namespace: Namespace } | null {
  const address = readField(value, 'address')
  const chainId = readChainId(readField(value, 'chainId'))
  return chainId && typeof address === 'string' && address
    ? { address, chainId, namespace: namespaceOf(chainId) }
    : null
}

/** A session as the server has it. */
export type Session = NonNullable<ReturnType<typeof readSession>>

/** An account, of which a server may have a session. */
export type Account = Pick<Session, 'namespace' | 'address'>

/** Whether a session is that of an account. */
export const isSession = (session: Account, { namespace, address }: Account): boolean =>
  session.namespace === namespace && isSameAccount(namespace, session.address, address)

/** A server that refuses the visitor's cookie has said that nobody is signed in. */
function ignoreNobody(error: unknown): null {
  if (readField(error, 'apiCode') === 'UNAUTHORIZED') return null
  throw error
}

/** Whether the server's answer was lost on the way, or did not come in time, so that it may have done what it was asked nevertheless. */
export function isAnswerLost(error: unknown): boolean {
  const status = readField(error, 'httpStatus')
  if (status !== undefined) return !(Number(status) >= 400)
  return readField(error, 'code') === 'api_failed' && readField(error, 'cause') === undefined
}

/** Longest wait for the server's word on whose session it has, while a sign-in waits for it, in ms. */
const SESSION_PATIENCE = 3_000

/** As {@link askSession}, where the visitor waits. @throws WalletError also when the server does not answer soon */
export const lookAtSession = (adapter: SignInAdapter): Promise<Session | null | undefined> =>
  within(askSession(adapter), SESSION_PATIENCE, () => {
    throw new WalletError('api_failed')
  })

/** Ends the session of an account, or whatever session there is. @throws WalletError */
export const endSession = (adapter: SignInAdapter, account?: Account): Promise<unknown> =>
  askServer(() =>
    adapter.signOut(account && { namespace: account.namespace, address: account.address }),
  ).catch(ignoreNobody)

/** Whether a server says that nobody is signed in; not where it says nothing, or has no sessions. */
export const isNobodySignedIn = (adapter: SignInAdapter): Promise<boolean> =>
  lookAtSession(adapter).then(
    (session) => session === null,
    () => false,
  )

/**
 * Asks a server who is signed in.
 *
 * @returns null for nobody; undefined when it has no words for that, or none that we read
 * @throws WalletError without an answer
 */
export async function askSession(adapter: SignInAdapter): Promise<Session | null | undefined> {
  if (!adapter.getSession) return undefined
  const answer = await askServer(() => adapter.getSession?.() ?? null).catch(ignoreNobody)
  return readSession(answer) ?? (answer ? undefined : null)
}
