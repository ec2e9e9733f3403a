import type { WalletError } from '../errors/wallet-error.js'
import type { ChainId } from '../protocol/caip2.js'

/** Who has signed in, or how far a sign-in is. */
export interface Auth {
  /**
   * `unknown`: there is a server, and it has not answered yet; `nonce`: the server is asked for a nonce; `signing`: the wallet
   * asks the visitor to sign; `blocked`: the browser opens the wallet's window only after another click; `verifying`: the
   * server checks the signature.
   */
  status: 'unknown' | 'anonymous' | 'nonce' | 'signing' | 'blocked' | 'verifying' | 'signed-in'
  /** The account that signs in or has signed in; null while unknown or anonymous. */
  address: string | null
  chainId: ChainId | null
  /** Why the last sign-in failed, until the next begins. */
  error: WalletError | null
}

/** Nobody has signed in. */
export const ANONYMOUS: Auth = { status: 'anonymous', address: null, chainId: null, error: null }

const UNSIGNED = /unknown|anonymous/

/** Whether nobody is known to be signed in, and no sign-in has begun or failed. */
export const isUnbegun = ({ status, error }: Auth): boolean => !error && UNSIGNED.test(status)

/** Whether a sign-in is under way. */
export const isSigningIn = ({ status }: Auth): boolean => status !== 'signed-in' && !UNSIGNED.test(status)
