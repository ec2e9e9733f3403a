import { readField } from '../errors/normalise.js'
import { isSignInErrorCode } from '../errors/sign-in-catalogue.js'
import { createSignInError } from '../errors/sign-in-error.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter } from './adapter.js'
import { askServer, askSession, isSameAccount, isSession } from './server-call.js'
import type { ServerLine } from './server-line.js'

/** Whether the server has said that it did not do what it was asked. */
function isRefusal(error: unknown): boolean {
  const status = Number(readField(error, 'httpStatus'))
  return isSignInErrorCode(readField(error, 'code')) || (status >= 400 && status < 500)
}

/** Ends a session that has begun although its sign-in has failed. @param isBegun whether the server has said so, too late */
async function dropLate(
  adapter: SignInAdapter,
  proof: SignInProof,
  isSigned: () => boolean,
  isBegun: boolean,
): Promise<void> {
  const session = isSigned() ? null : await askSession(adapter)
  const isTheirs = session ? isSession(session, proof) : session === undefined && isBegun
  if (isTheirs && !isSigned()) await askServer(() => adapter.signOut())
}

/**
 * Lets the server check a proof, see `ServerSession.verify`.
 *
 * @param line what ends a session that begins although the call has failed
 */
export async function checkProof(
  line: ServerLine,
  adapter: SignInAdapter,
  proof: SignInProof,
  signal: AbortSignal,
  isWanted: () => boolean,
  isSigned: () => boolean,
): Promise<boolean> {
  // Nobody waits for the answer any more, and the server has no new session.
  if (signal.aborted) return true
  const verified = (async () => adapter.verify(proof))()
  const undo = (isBegun: boolean) =>
    line
      .inTurn(() => dropLate(adapter, proof, isSigned, isBegun))
      .catch(() => {
        // Without an answer of the server nothing can be ended.
      })
  let answer: Awaited<typeof verified>
  try {
    answer = await askServer(() => verified)
  } catch (error) {
    if (!isRefusal(error)) {
      // The answer is lost or late, and the server may have a session nevertheless.
      void undo(false)
      verified.then(
        (late) => {
          if (late) void undo(true)
        },
        () => {
          // It has failed for good.
        },
      )
    }
    throw error
  }
  if (!answer) throw createSignInError('signature_invalid')
  const isOurs = answer === true || isSameAccount(proof.namespace, answer.address, proof.address)
  if (isOurs && !signal.aborted && isWanted()) return true
  // The visitor does not count as signed in, even when the server cannot be reached.
  await askServer(() => adapter.signOut()).catch(() => {})
  return false
}
