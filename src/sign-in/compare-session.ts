import type { Connection } from '../client/state.js'
import type { SignInDetail } from '../client/wallet-client.js'
import { isSession, type Session } from './server-call.js'
import type { SignInParts } from './state.js'

/**
 * Takes over a session that the server has, if it belongs to the connected account. With `endsOthers` a session of another account
 * of the same namespace is ended, unless another store may have it. Where no wallet of its namespace is connected, the wallet
 * may still be locked or slow: the session stays.
 *
 * @param before the connections when the server was asked
 */
function takeOver(
  { client, state, findSharers }: SignInParts,
  session: Session | null | undefined,
  before: readonly Connection[],
  endsOthers: boolean,
): void {
  const others = findSharers()
  const isBusy = state.run || state.signed || others.some(({ run, signed }) => run || signed)
  if (!session || isBusy) {
    state.answered()
    return
  }
  const { chainId, namespace } = session
  const isTheirs = (each: Connection) =>
    isSession(session, { namespace: each.namespace, address: each.account })
  const connection = client.getState().connections.find((each) => each.namespace === namespace)
  if (connection && isTheirs(connection)) {
    const signed: SignInDetail = { address: connection.account, chainId, namespace, verified: true }
    state.signed = signed
    state.show('signed-in')
    client.tell('signed_in', signed)
  } else if (connection ? endsOthers && others.length === 0 : before.some(isTheirs)) {
    // Another account is connected, or the wallet was disconnected meanwhile.
    // The event tells the page whose session ends.
    state.signed = session
    state.forget('looks')
  } else state.answered()
}

/**
 * Compares with the server who is signed in, when the wallets of this page are back: another tab, or the page after this one, may have
 * signed in or out. Without an answer nothing changes, and who is signed in stays unknown where it was.
 *
 * @param endsOthers as for {@link takeOver}
 */
export async function compareSession(parts: SignInParts, endsOthers = false): Promise<void> {
  const { client, server, state } = parts
  const { signed } = state
  try {
    await client.restore()
    const before = client.getState().connections
    const session = await server.read()
    if (signed) {
      if (state.signed !== signed || state.run || session === undefined) return
      if (session && isSession(session, signed)) return
      state.forget(false)
    }
    // The account that has signed in elsewhere may be connected here, too.
    takeOver(parts, session, before, endsOthers)
  } catch {
    // The page did not ask for this.
  }
}
