import { type Connection, isOnWrongNetwork } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { toWalletError } from '../errors/normalise.js'
import { UserNotConnectedError, WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import { NativePromise, setTimer } from '../platform/natives.js'
import { untilAborted } from '../platform/until-aborted.js'
import { checkStatement } from '../protocol/sign-in-statement.js'
import type { ServerSession } from './server-session.js'
import type { SignInParts, SignInRun } from './state.js'

/** The code that signs, which a page without sign-in never needs. */
export const SIGNING = createPart(() => import('./sign-and-verify.js'))

/** How long the modal shows that the sign-in has succeeded, in ms. */
const SIGNED_IN_SHOWN = 900

const isConnected = ({ getState }: WalletClient, namespace: string): boolean =>
  getState().connections.some((each) => each.namespace === namespace)

/**
 * Brings a wallet to a chain of the page: no visitor signs in on a chain that the page does not list.
 *
 * @returns the connection there
 * @throws WalletError as `switchChain`; `chain_mismatch` when the page has no chain for this wallet
 */
async function reachListedChain(client: WalletClient, run: SignInRun): Promise<Connection> {
  const { connection, controller } = run
  const { namespace } = connection
  const { chains } = client.getState()
  if (!isOnWrongNetwork(connection, chains)) return connection
  const chainId = chains.find((chain) => chain.startsWith(`${namespace}:`))
  if (!chainId) throw new WalletError('chain_mismatch')
  // The client sends its requests to the active connection, so make this connection active.
  client.activate(namespace)
  await untilAborted(client.switchChain({ chainId }), controller.signal)
  const moved = client.getState().connections.find((each) => each.namespace === namespace)
  if (!moved) throw new WalletError('session_ended')
  if (isOnWrongNetwork(moved, chains)) throw new WalletError('chain_mismatch')
  return moved
}

/** Loads the code that signs, and asks for the nonce at the same time. */
async function load({ getAdapter, askNonce }: ServerSession, signal: AbortSignal) {
  const adapter = await untilAborted(getAdapter(), signal)
  const loading = NativePromise.all([SIGNING.load(), askNonce(adapter)])
  const [{ signAndVerify }, answer] = await untilAborted(loading, signal)
  return { adapter, signAndVerify, answer }
}

/** Shows that the sign-in has succeeded, and closes the modal a little later, unless something else has begun. */
function showSuccess({ client, state, findSharers }: SignInParts, detail: SignInDetail): void {
  // The server has replaced the session that another store had.
  for (const other of findSharers()) other.forget(false)
  // So it has that of this store's other wallet.
  if (state.signed && state.signed.namespace !== detail.namespace) state.forget(false)
  state.signed = detail
  state.show('signed-in')
  const { auth } = client.getState()
  setTimer(() => {
    const now = client.getState()
    if (now.auth === auth && now.phase === 'ready') client.setAuth(auth, false)
  }, SIGNED_IN_SHOWN)
  client.tell('signed_in', detail)
}

/** Shows a failure with a way to try again, unless it was given up here or the session has ended. */
function showFailure({ client, state }: SignInParts, run: SignInRun, error: WalletError): void {
  const { open, phase } = client.getState()
  const isHere = phase === 'ready' && (open || (run.visible && isConnected(client, run.connection.namespace)))
  const isOver = run.controller.signal.aborted || /^(?:session_ended|request_given_up)$/.test(error.code)
  state.showSigned(isHere ? !isOver : undefined, error)
}

/** Runs a sign-in to its end: the right chain, the nonce and the code, the signature, the server's answer. */
async function perform(parts: SignInParts, run: SignInRun): Promise<SignInDetail> {
  const { client, server, state, page } = parts
  /** @returns whether no other sign-in has taken its place */
  const end = () => {
    const isLast = state.run === run
    if (isLast) state.run = null
    return isLast
  }
  // A wallet that has just been connected signs in the same window, without another click.
  const release = client.holdWindow(run.connection.namespace)
  try {
    // Before a wallet is asked, also for another chain.
    checkStatement(page.statement)
    const connection = await reachListedChain(client, run)
    if (run.isMoving) {
      run.connection = connection
      run.isMoving = false
      state.show('nonce')
    }
    const { adapter, signAndVerify, answer } = await load(server, run.controller.signal)
    state.answered()
    const detail = await signAndVerify(parts, run, { adapter, answer, isOpen: release !== null })
    end()
    showSuccess(parts, detail)
    return detail
  } catch (caught) {
    const isLast = end()
    const error = toWalletError(caught, 'api_failed')
    if (isLast) showFailure(parts, run, error)
    throw state.fail(error)
  } finally {
    release?.()
  }
}

/**
 * Begins a sign-in with the active connection, while none runs.
 *
 * @param visible only the visitor waits for it, so the modal shows a failure
 * @throws WalletError
 */
export function startSignIn(parts: SignInParts, visible: boolean): Promise<SignInDetail> {
  const { client, state } = parts
  const { active, connections, chains } = client.getState()
  const connection = connections.find(({ namespace }) => namespace === active)
  if (!connection) return NativePromise.reject(state.fail(new UserNotConnectedError()))
  const isMoving = isOnWrongNetwork(connection, chains)
  const controller = new AbortController()
  const run: SignInRun = { connection, isMoving, visible, shown: false, controller, click() {} }
  state.run = run
  // If the list is on screen, it stays open for the next step.
  state.show('nonce', state.modalWasOpen || undefined)
  return perform(parts, run)
}
