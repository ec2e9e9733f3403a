import { isSigningIn } from '../client/sign-in-state.js'
import { type Connection, isOnWrongNetwork } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { toWalletError } from '../errors/normalise.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { UserNotConnectedError, UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { loadChunk } from '../platform/chunks.js'
import { NativePromise, now, setTimer } from '../platform/natives.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { ServerSession } from './server-session.js'
import type { SignInRun } from './sign-in-attempt.js'
import type { PageAddress } from './sign-in-message.js'
import type { Visitor } from './visitor.js'

/** Loads the code of a sign-in attempt, which a page without sign-in never needs. */
export const loadFlow = () => loadChunk('sign-in/sign-in-attempt', () => import('./sign-in-attempt.js'))

/** How long the modal shows that the sign-in has succeeded, in ms. */
const SIGNED_IN_SHOWN = 900

/** Runs at most one sign-in at a time. */
export interface SingleSignIn {
  /** Whether a sign-in runs. */
  isRunning(): boolean
  /**
   * Signs in with the active connection, or joins the sign-in that runs.
   *
   * @param visible only the visitor waits for it, so the modal shows a failure
   * @throws WalletError
   */
  start(visible?: boolean): Promise<SignInDetail>
  /** Cancels the sign-in that runs, if there is one. @param reason the error that it rejects with */
  stop(reason: WalletError): void
  /** Reports the visitor's click, after which the wallet may open its window. */
  proceed(): void
}

/** What a sign-in needs. */
interface Surroundings {
  client: WalletClient
  server: ServerSession
  visitor: Visitor
  /** The page's own address. */
  page: PageAddress
}

/** A sign-in that runs. */
interface Running {
  connection: Connection
  controller: AbortController
  visible: boolean
  /** Whether the modal has been on screen since it began. */
  shown: boolean
  /** Receives the visitor's click. */
  click(): void
}

const isConnected = ({ getState }: WalletClient, namespace: string, account?: string): boolean =>
  getState().connections.some(
    (each) => each.namespace === namespace && (account === undefined || each.account === account),
  )

/** Loads the code and asks for the nonce at the same time. */
async function load({ getAdapter, askNonce }: ServerSession, signal: AbortSignal) {
  const adapter = await getAdapter()
  const [{ runSignIn }, answer] = await NativePromise.race([
    NativePromise.all([loadFlow(), askNonce(adapter)]),
    new NativePromise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ])
  return { adapter, runSignIn, answer }
}

/**
 * Brings a wallet to a chain of the page: no visitor signs in on a chain that the page does not list.
 *
 * @returns the connection there
 * @throws WalletError as `switchChain`; `chain_mismatch` when the page has no chain for this wallet
 */
async function reachListedChain(client: WalletClient, running: Running): Promise<Connection> {
  const { connection, controller } = running
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

/** Runs the attempt, from the nonce to the server's answer. @throws WalletError */
async function run(
  { client, server, visitor, page }: Surroundings,
  running: Running,
  isOpen: boolean,
): Promise<SignInDetail> {
  const { connection } = running
  const { signal } = running.controller
  const { adapter, runSignIn, answer } = await load(server, signal)
  const isWanted = () => isConnected(client, connection.namespace, connection.account)
  const attempt: SignInRun = {
    client,
    connection,
    given: visitor.given,
    isOpen,
    answer,
    onUnusable: server.dropNonce,
    page,
    signal,
    now: () => adapter.now?.() ?? now(),
    starknetMessage: adapter.starknetMessage,
    isVerified: !('isForm' in adapter),
    onStatus: (status) => visitor.show(status, status === 'blocked' || undefined),
    untilClick: () =>
      new NativePromise((resolve) => {
        running.click = resolve
      }),
    async verify(proof) {
      if (await server.verify(adapter, proof, signal, isWanted)) return
      visitor.forget(false)
      throw createSignInError('account_mismatch')
    },
  }
  // It counts once: whatever becomes of it, the next sign-in asks the wallet.
  visitor.given = null
  return runSignIn(attempt)
}

/** Shows that the sign-in has succeeded, and closes the modal a little later, unless something else has begun. */
function showSuccess({ client, visitor }: Surroundings, detail: SignInDetail): void {
  visitor.signed = detail
  visitor.show('signed-in')
  const { auth } = client.getState()
  setTimer(() => {
    const state = client.getState()
    if (state.auth === auth && state.phase === 'ready') client.setAuth(auth, false)
  }, SIGNED_IN_SHOWN)
  client.tell('signed_in', detail)
}

/** Shows a failure with a way to try again, unless the visitor has cancelled it here or the session has ended. */
function showFailure({ client, visitor }: Surroundings, running: Running, error: WalletError): void {
  const { open, phase } = client.getState()
  const { connection, visible } = running
  const isHere = phase === 'ready' && (open || (visible && isConnected(client, connection.namespace)))
  const isOver = running.controller.signal.aborted || error.code === 'session_ended'
  visitor.showSigned(isHere ? !isOver : undefined, error)
}

/** Creates the {@link SingleSignIn} of a client. */
export function createSingleSignIn(surroundings: Surroundings): SingleSignIn {
  const { client, visitor } = surroundings
  let current: { running: Running; result: Promise<SignInDetail> } | null = null
  let modalWasOpen = client.getState().open

  client.subscribe(() => {
    const { open, auth } = client.getState()
    modalWasOpen = open
    if (!current || !isSigningIn(auth)) return
    const { running } = current
    // Closing the modal cancels the sign-in.
    if (running.shown && !open) running.controller.abort(new UserRejectedRequestError())
    running.shown = open
  })

  function finish() {
    current = null
    visitor.signing = null
  }

  async function perform(running: Running): Promise<SignInDetail> {
    // A wallet that has just been connected signs in the same window, without another click.
    const release = client.holdWindow(running.connection.namespace)
    try {
      const connection = await reachListedChain(client, running)
      if (connection !== running.connection) {
        running.connection = connection
        visitor.signing = connection
        visitor.show('nonce')
      }
      const detail = await run(surroundings, running, release !== null)
      finish()
      showSuccess(surroundings, detail)
      return detail
    } catch (caught) {
      finish()
      const error = toWalletError(caught, 'api_failed')
      showFailure(surroundings, running, error)
      throw visitor.fail(error)
    } finally {
      release?.()
    }
  }

  return {
    isRunning: () => current !== null,
    start(visible = false) {
      if (current) return current.result
      const { active, connections, chains } = client.getState()
      const connection = connections.find(({ namespace }) => namespace === active)
      if (!connection) return NativePromise.reject(visitor.fail(new UserNotConnectedError()))
      const controller = new AbortController()
      const running: Running = { connection, controller, visible, shown: false, click() {} }
      // A switch that comes first may change the account.
      visitor.signing = isOnWrongNetwork(connection, chains) ? null : connection
      // If the list is on screen, it stays open for the next step.
      visitor.show('nonce', modalWasOpen || undefined)
      current = { running, result: perform(running) }
      return current.result
    },
    stop: (reason) => current?.running.controller.abort(reason),
    proceed: () => current?.running.click(),
  }
}
