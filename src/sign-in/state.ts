import { type Auth, type Belief, isSigningIn, toUnsigned } from '../client/sign-in-state.js'
import type { Connection } from '../client/state.js'
import type { WalletClient } from '../client/wallet-client.js'
import { toWalletError } from '../errors/normalise.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import type { OnePromptProof } from '../protocol/one-prompt.js'
import { isSameAccount } from './server-call.js'
import type { ServerSession } from './server-session.js'
import type { PageAddress } from './sign-in-message.js'

/** A sign-in that runs. */
export interface SignInRun {
  /** The connection that signs in. */
  connection: Connection
  /** Whether its wallet must change to a chain of the page first. Its account may change with it. */
  isMoving: boolean
  /** Only the visitor waits for it, so the modal shows a failure. */
  visible: boolean
  /** Whether the modal has been on screen since it began. */
  shown: boolean
  /** Cancels it, with the error that it rejects with. */
  controller: AbortController
  /** Receives the visitor's click, after which the wallet may open its window. */
  click(): void
}

/** Who is signed in, and which sign-in runs. The client's state and events show it to the page. */
export interface SignInState extends Belief {
  /** The sign-in that runs; at most one does. */
  run: SignInRun | null
  /**
   * Returns the proof that a wallet has signed while it connected, if it fits this connection and this time (epoch ms);
   * otherwise null. @throws WalletError where it is not what the page has asked for
   */
  given: ((connection: Connection, time: number) => OnePromptProof | null) | null
  /** Whether the list was on screen when the client last reported a change. */
  modalWasOpen: boolean
  /** Shows how far the sign-in is. @param open whether the modal is on screen; unchanged by default */
  show(
    status: Exclude<Auth['status'], 'unknown' | 'anonymous'>,
    open?: boolean,
    error?: WalletError | null,
  ): void
  /** Shows who is signed in, if anybody is known to be, when no sign-in runs any more. */
  showSigned(open?: boolean, error?: WalletError | null): void
  /** Records that the server has answered: where nobody is known to be signed in now, nobody is. */
  answered(): void
  /**
   * Records that the visitor is not signed in, or no longer.
   *
   * @param endsSession whether the server must end its session; `looks` when another page may have signed in since
   */
  forget(endsSession: boolean | 'looks'): void
  /** Reports a failure once, whoever notices it first. @returns the failure as a WalletError */
  fail(caught: unknown): WalletError
}

/** What a sign-in needs. */
export interface SignInParts {
  client: WalletClient
  server: ServerSession
  state: SignInState
  /** The page's own address. */
  page: PageAddress
  /** The page's other stores with the same server. Its session belongs to one of them at most. */
  findSharers(): SignInState[]
}

/** The connection whose account signs; null while its wallet must change its chain first. */
const readSigning = ({ run }: SignInState): Connection | null =>
  run && !run.isMoving ? run.connection : null

/** Ends a sign-in, or the server's session, when its account is no longer connected. */
function followClient(client: WalletClient, state: SignInState): void {
  const stop = (reason: WalletError) => state.run?.controller.abort(reason)
  client.on('changed', ({ namespace }) => {
    // The event names no account on a network that nobody knows.
    const account = client.getState().connections.find((each) => each.namespace === namespace)?.account
    if (!account) return
    const { signed } = state
    const signing = readSigning(state)
    if (signing?.namespace === namespace && signing.account !== account)
      stop(createSignInError('account_mismatch'))
    if (signed?.namespace === namespace && !isSameAccount(namespace, signed.address, account))
      state.forget(true)
  })
  client.on('disconnected', ({ namespace, reason }) => {
    // The client itself ends and reports a request that is open in the wallet.
    const isAsked = client.getState().auth.status === 'signing'
    if (readSigning(state)?.namespace === namespace && !isAsked) stop(new WalletError('session_ended'))
    // The wallet that has replaced it may have signed in already, on the page where the visitor has chosen it.
    if (state.signed?.namespace === namespace) state.forget(reason === 'replaced' ? 'looks' : true)
  })
  client.subscribe(() => {
    const { open, auth } = client.getState()
    state.modalWasOpen = open
    const { run } = state
    if (!run || !isSigningIn(auth)) return
    // Closing the modal cancels the sign-in.
    if (run.shown && !open) stop(new UserRejectedRequestError())
    run.shown = open
  })
}

/** What only the site's owner can mend: the console tells more than the visitor learns. */
const SITE_FAULTS: ReadonlySet<string> = new Set(['config_invalid', 'domain_mismatch', 'origin_refused'])

/** Creates the {@link SignInState} of a client. */
export function createSignInState(client: WalletClient, server: ServerSession, belief: Belief): SignInState {
  const reported = new WeakSet<WalletError>()
  client.on('error', ({ error }) => void reported.add(error))

  function toAuth(status: Auth['status'], error: WalletError | null): Auth {
    const { signed } = state
    const signing = readSigning(state)
    if (signed && !signing) return { status, address: signed.address, chainId: signed.chainId, error }
    return { status, address: signing?.account ?? null, chainId: signing?.chainId ?? null, error }
  }

  const own: Omit<SignInState, keyof Belief> = {
    run: null,
    given: null,
    modalWasOpen: client.getState().open,
    show(status, open, error = null) {
      client.setAuth(toAuth(status, error), open)
    },
    showSigned(open, error = null) {
      if (state.signed) state.show('signed-in', open, error)
      else client.setAuth(toUnsigned(state, error), open)
    },
    answered() {
      state.signed ??= null
      const { status, error } = client.getState().auth
      if (status === 'unknown') state.showSigned(undefined, error)
    },
    forget(endsSession) {
      if (!state.signed) return state.answered()
      const { address, chainId, namespace } = state.signed
      state.signed = null
      if (!readSigning(state)) state.showSigned()
      client.tell('signed_out', { address, chainId, namespace, verified: false })
      if (endsSession) server.end({ namespace, address }, endsSession === 'looks').catch(state.fail)
    },
    fail(caught) {
      const error = toWalletError(caught, 'api_failed')
      if (reported.has(error)) return error
      if (SITE_FAULTS.has(error.code)) console.error(error.message)
      client.tell('error', { code: error.code, message: error.message, error })
      return error
    },
  }
  const state = Object.assign(belief, own)
  followClient(client, state)
  return state
}
