import type { Connection } from '../client/state.js'
import type { SignInParts } from './parts.js'
import { toFailure } from './run.js'
import { isSession } from './server-call.js'

/**
 * Asks the server who is signed in, when the wallets of this page are back: another tab, or the page after this one, may have
 * signed in or out. A session of an account that was connected when the server was asked, and is not any more, ends. Where no wallet of
 * its namespace is connected, the wallet may still be locked or slow: the session stays. Without an answer nothing changes.
 *
 * @param endsOthers a session of another account of the same namespace ends, unless it may be that of a store without a wallet
 */
export async function look(parts: SignInParts, endsOthers = false): Promise<void> {
  const { client, machine, holder } = parts
  try {
    await client.restore()
    const before = client.getState().connections
    const { ledger } = parts
    if (!ledger) return
    await ledger.ask()
    const { known } = ledger
    if (known.is !== 'somebody' || known.of || [...ledger.holders].some((each) => each.isSigningIn())) return
    const { session } = known
    const { address, chainId, namespace } = session
    const isTheirs = (each: Connection) =>
      isSession(session, { namespace: each.namespace, address: each.account })
    const isOver = holder.uses(namespace)
      ? endsOthers && [...ledger.holders].every((each) => each.uses(namespace))
      : before.some(isTheirs)
    // The store may have left, or follow another server by now.
    if (!isOver || !ledger.holders.has(holder)) return
    // The event tells the page whose session ends.
    client.tell('signed_out', { address, chainId, namespace, verified: false })
    await ledger.drop(session, holder).catch((caught) => machine.report(toFailure(caught)))
  } catch {
    // The page did not ask for this.
  }
}
