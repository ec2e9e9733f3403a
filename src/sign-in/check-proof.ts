import { readField } from '../errors/normalise.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter } from './adapter.js'
import { askServer, isNobodySignedIn, isSameAccount, isSession, lookAtSession } from './server-call.js'
import type { ServerLine } from './server-line.js'

/** A proof on its way to the server. */
export interface SentProof {
  adapter: SignInAdapter
  proof: SignInProof
  /** Aborted when the sign-in is cancelled: nothing is sent any more. */
  signal: AbortSignal
  /** Whether the account that has signed is still connected. */
  isWanted(): boolean
  /** Whether the page knows the account as signed in. */
  isSigned(): boolean
  /** Called when the session of the proof was ended: the server has none any more. */
  onEnded(): void
}

/** Whether the server's answer was lost on the way, or did not come in time, so that it may have a session nevertheless. */
function isLost(error: unknown): boolean {
  const status = readField(error, 'httpStatus')
  if (status !== undefined) return !(Number(status) >= 400)
  return readField(error, 'code') === 'api_failed' && readField(error, 'cause') === undefined
}

/**
 * Ends a session that has begun although its sign-in has failed, unless another proof was sent since.
 *
 * @param isBegun whether the server has said so, too late
 */
async function dropLate(
  line: ServerLine,
  at: number,
  { adapter, proof, isSigned, onEnded }: SentProof,
  isBegun: boolean,
): Promise<void> {
  const isOver = () => line.proofs !== at || isSigned()
  const session = isOver() ? null : await lookAtSession(adapter)
  const isTheirs = session ? isSession(session, proof) : session === undefined && isBegun
  if (!isTheirs || isOver()) return
  await askServer(() => adapter.signOut())
  line.ends++
  onEnded()
}

/**
 * Lets the server check a proof, see `ServerSession.verify`.
 *
 * @param hasSession whether a session begins with a good answer, so that the server must know the visitor afterwards
 */
export async function checkProof(line: ServerLine, sent: SentProof, hasSession: boolean): Promise<boolean> {
  const { adapter, proof, signal, isWanted, onEnded } = sent
  // Nobody waits for the answer any more, and the server has no new session.
  if (signal.aborted) return true
  const at = ++line.proofs
  const verified = (async () => adapter.verify(proof))()
  const undo = (isBegun: boolean) =>
    line
      .inTurn(() => dropLate(line, at, sent, isBegun))
      .catch(() => {
        // Without an answer of the server nothing can be ended.
      })
  let answer: Awaited<typeof verified>
  try {
    answer = await askServer(() => verified)
  } catch (error) {
    if (isLost(error)) {
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
  line.last = proof
  const isGood = () => isOurs && !signal.aborted && isWanted()
  // The browser may have refused the session's cookie, as in a frame of another site. Only the server can tell.
  const isLostHere = hasSession && isGood() && (await isNobodySignedIn(adapter))
  if (isLostHere && isGood()) throw new WalletError('session_not_kept')
  if (isGood()) return true
  // The visitor does not count as signed in, even when the server cannot be reached.
  await askServer(() => adapter.signOut()).catch(() => {})
  line.ends++
  onEnded()
  return false
}
