import type { SignInDetail } from '../client/wallet-client.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter } from './adapter.js'
import { askServer, endSession, isNobodySignedIn, isSameAccount } from './server-call.js'

/** A proof on its way to the server. */
export interface SentProof {
  adapter: SignInAdapter
  proof: SignInProof
  /** The session that begins with it. */
  detail: SignInDetail
  /** Aborted when the sign-in is cancelled: nothing is sent any more. */
  signal: AbortSignal
  /** Whether the account that has signed is still connected. */
  isWanted(): boolean
}

/**
 * Lets the server check a proof. A session that does not count is ended.
 *
 * @param verified the server's answer
 * @param hasSession whether a session begins with a good answer, so that the server must know the visitor afterwards
 * @returns null when the session counts, otherwise why it does not
 * @throws WalletError `signature_invalid`, and the server's errors
 */
export async function checkProof(
  { adapter, proof, signal, isWanted }: SentProof,
  verified: ReturnType<SignInAdapter['verify']>,
  hasSession: boolean,
): Promise<WalletError | null> {
  const answer = await askServer(() => verified)
  if (!answer) throw createSignInError('signature_invalid')
  const isOurs = answer === true || isSameAccount(proof.namespace, answer.address, proof.address)
  const isGood = () => isOurs && !signal.aborted && isWanted()
  // The browser may have refused the session's cookie, as in a frame of another site. Only the server can tell.
  const isRefused = hasSession && isGood() && (await isNobodySignedIn(adapter))
  if (isGood()) return isRefused ? new WalletError('session_not_kept') : null
  // The visitor does not count as signed in, even when the server cannot be reached.
  await endSession(adapter, isOurs ? proof : undefined).catch(() => {})
  return createSignInError('account_mismatch')
}
