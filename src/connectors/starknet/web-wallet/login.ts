import { UserRejectedRequestError } from '../../../errors/wallet-error.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { ANSWERS, type Answer, type Procedure } from './answers.js'
import { isUnknownProcedure } from './errors.js'
import type { Ask } from './surface.js'

/** The two sets of procedures: of 2023 (`enable`, `execute`, `signMessage`), and since 2024 (`connectWebwallet` …). */
export type WireDialect = 'v1' | 'v3'

/** The visitor's login. */
export interface Login {
  dialect: WireDialect
  accounts: string[]
  /** Null when the page does not say it; then the host's chain counts. */
  chainId: ChainId | null
}

/** Calls a procedure and checks the form of its answer. */
export async function call<P extends Procedure>(ask: Ask, path: P, input?: unknown): Promise<Answer<P>> {
  return ANSWERS[path](await ask(path, input)) as Answer<P>
}

/** Calls a procedure; null when the page does not know it. */
async function tryCall<P extends Procedure>(ask: Ask, path: P, input?: unknown): Promise<Answer<P> | null> {
  try {
    return await call(ask, path, input)
  } catch (error) {
    if (isUnknownProcedure(error)) return null
    throw error
  }
}

/**
 * Logs the visitor in, in the page's own dialect. It tries the newer dialect, and uses the older dialect only when the
 * page answers that it does not know the procedure.
 *
 * @param isFramed a framed page of the older dialect is asked for permission first (starknetkit 1.1.9)
 * @throws UserRejectedRequestError for an empty list of accounts
 */
export async function logIn(ask: Ask, isFramed: boolean): Promise<Login> {
  const connected = await tryCall(ask, 'connectWebwallet', { theme: 'auto' })
  if (connected) {
    const { accounts } = connected
    if (accounts.length === 0) throw new UserRejectedRequestError()
    const chainId = connected.chainId ?? (await tryCall(ask, 'requestChainId'))
    return { dialect: 'v3', accounts, chainId }
  }
  if (isFramed && (await tryCall(ask, 'authorize')) === false) throw new UserRejectedRequestError()
  return { dialect: 'v1', accounts: [await call(ask, 'enable')], chainId: null }
}

/**
 * Whether the visitor is logged in and this site is pre-authorised (specification, section 6); null when the page knows
 * neither question. Never prompts.
 */
export async function isPreauthorized(ask: Ask): Promise<boolean | null> {
  const status = await tryCall(ask, 'getLoginStatus')
  if (status) return status.isLoggedIn && status.isPreauthorized === true
  return (await tryCall(ask, 'getPermissions'))?.includes('accounts') ?? null
}

/** Restores the login of a pre-authorised visitor; null otherwise. Never prompts. */
export async function restoreLogin(ask: Ask): Promise<Login | null> {
  if (!(await isPreauthorized(ask))) return null
  const accounts = await tryCall(ask, 'requestAccounts', { silent_mode: true })
  if (!accounts) return { dialect: 'v1', accounts: [await call(ask, 'enable')], chainId: null }
  if (accounts.length === 0) return null
  return { dialect: 'v3', accounts, chainId: await tryCall(ask, 'requestChainId') }
}
