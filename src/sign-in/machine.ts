import type { Auth } from '../client/sign-in-state.js'
import { type Connection, isOnWrongNetwork } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { toWalletError } from '../errors/normalise.js'
import { UserNotConnectedError, UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { untilAborted } from '../platform/until-aborted.js'

/**
 * The stages of a sign-in that runs, as a table: stage → the stages that can follow. `moving`: the wallet changes to a chain of the page, and
 * its account may change with it; `nonce`: the server is asked for a nonce; `signing`: the wallet asks the visitor; `blocked`: the wallet's
 * window needs a click; `verifying`: the server checks what was signed. After the last, or a failure, no sign-in
 * runs, and the server's ledger knows whose session there is.
 */
const STAGES = {
  moving: ['nonce'],
  nonce: ['signing', 'blocked', 'verifying'],
  signing: ['blocked', 'verifying'],
  blocked: ['signing', 'verifying'],
  verifying: ['blocked'],
} as const

type Stage = keyof typeof STAGES

/** A sign-in that runs. */
export interface SignInRun {
  /** The connection that signs in; in the stage `moving` its chain and its account may change. */
  connection: Connection
  stage: Stage
  /** Only the visitor waits for it, so the modal shows a failure. */
  readonly isVisible: boolean
  /** Cancels it, with the error that it rejects with. */
  readonly controller: AbortController
  /** Settles when it ends. Its failure is reported. */
  result: Promise<SignInDetail>
  /** Receives the visitor's click, after which the wallet may open its window. */
  click(): void
}

/** What a server has said of a store. */
export interface Belief {
  /** Who is signed in there. */
  readonly signed: SignInDetail | null
  /** Whether there is a server that has not answered yet. */
  readonly isUnknown: boolean
}

/** The sign-in of one store. It is the only writer of `state.auth`, which follows from the sign-in that runs and from the server's word. */
export class SignInMachine {
  readonly #client: WalletClient
  readonly #readBelief: () => Belief
  readonly #perform: (run: SignInRun) => Promise<SignInDetail>
  #run: SignInRun | null = null
  /** Why the last sign-in has failed. */
  #failure: WalletError | null = null
  /** Whether the list was on screen when the client last reported a change. */
  #wasOpen: boolean
  readonly #reported = new WeakSet<WalletError>()

  /** @param readBelief what the server has said so far @param perform runs a sign-in to its end */
  constructor(
    client: WalletClient,
    readBelief: () => Belief,
    perform: (run: SignInRun) => Promise<SignInDetail>,
  ) {
    this.#client = client
    this.#readBelief = readBelief
    this.#perform = perform
    this.#wasOpen = client.getState().open
    client.on('error', ({ error }) => void this.#reported.add(error))
    client.on('disconnected', ({ namespace }) => {
      const run = this.#run
      // In the stages `moving` and `signing` the wallet has a request, which the client ends and reports.
      if (run?.connection.namespace === namespace && !/moving|signing/.test(run.stage))
        this.cancel(new WalletError('session_ended'))
    })
    client.subscribe(() => {
      const { open } = client.getState()
      // Closing the modal cancels the sign-in.
      if (this.#run && this.#wasOpen && !open) this.cancel()
      this.#wasOpen = open
    })
  }

  /** The sign-in that runs; at most one does. */
  get run(): SignInRun | null {
    return this.#run
  }

  /**
   * Begins a sign-in with the active connection, or joins the one that runs. One of another account gives way.
   *
   * @param isVisible see {@link SignInRun}
   * @throws WalletError `user_not_connected`
   */
  begin(isVisible: boolean): SignInRun {
    const { active, connections, chains } = this.#client.getState()
    const connection = connections.find(({ namespace }) => namespace === active)
    if (!connection) throw this.report(new UserNotConnectedError())
    const before = this.#run
    const isSame = before?.stage === 'moving' || before?.connection.account === connection.account
    const isOpen = isSame && !before?.controller.signal.aborted
    if (before && isOpen && before.connection.walletId === connection.walletId) return before
    const stage = isOnWrongNetwork(connection, chains) ? 'moving' : 'nonce'
    const controller = new AbortController()
    const result = null as never
    const run: SignInRun = { connection, stage, isVisible, controller, result, click() {} }
    before?.controller.abort(new WalletError('busy'))
    this.#run = run
    this.#failure = null
    // If the list is on screen, it stays open for the next step.
    this.#draw(this.#wasOpen || undefined)
    run.result = untilAborted(this.#perform(run), controller.signal)
    run.result.catch((error) => this.#fail(run, error))
    return run
  }

  /**
   * A sign-in goes on, unless it is over. A step that the table does not have leaves the stage as it is.
   *
   * @param connection where its wallet has arrived
   */
  change(run: SignInRun, stage: Stage, connection = run.connection): void {
    if (this.#run !== run) return
    run.connection = connection
    if ((STAGES[run.stage] as readonly Stage[]).includes(stage)) run.stage = stage
    // The visitor must click.
    this.#draw(run.stage === 'blocked' || undefined)
  }

  /** Ends the sign-in that runs, by default because the visitor cancels it; without one it hides the last failure. */
  cancel(reason: WalletError = new UserRejectedRequestError()): void {
    if (this.#run) this.#run.controller.abort(reason)
    else {
      this.#failure = null
      this.#draw(false)
    }
  }

  /** Shows what the server says. @param hasBegun a session has begun here, which ends the sign-in that runs */
  show(hasBegun = false): void {
    const { status, address } = this.#client.getState().auth
    if (hasBegun) this.#run = null
    const next = this.#readAuth()
    if (!hasBegun && status === next.status && address === next.address) return
    if (hasBegun || status === 'signed-in') this.#failure = null
    this.#draw()
  }

  /** Reports a failure once, whoever notices it first. @returns the failure as a WalletError */
  report(caught: unknown): WalletError {
    const error = toWalletError(caught, 'api_failed')
    const { code, message } = error
    if (!this.#reported.has(error)) this.#client.tell('error', { code, message, error })
    return error
  }

  /** Shows why a sign-in has failed, with a way to try again, unless it was given up here or the session has ended. */
  #fail(run: SignInRun, caught: unknown): void {
    const error = toWalletError(caught, 'api_failed')
    if (this.#run === run) {
      const { open, phase } = this.#client.getState()
      const isHere = phase === 'ready' && (open || run.isVisible)
      const isOver = run.controller.signal.aborted || /^(?:session_ended|request_given_up)$/.test(error.code)
      this.#run = null
      this.#failure = error
      this.#draw(isHere ? !isOver : undefined)
    }
    this.report(error)
  }

  #readAuth(): Auth {
    const run = this.#run
    if (run && run.stage !== 'moving') {
      const { account, chainId } = run.connection
      return { status: run.stage, address: account, chainId, error: null }
    }
    const { signed, isUnknown } = this.#readBelief()
    const status = run ? 'nonce' : signed ? 'signed-in' : isUnknown ? 'unknown' : 'anonymous'
    const { address = null, chainId = null } = signed ?? {}
    return { status, address, chainId, error: this.#failure }
  }

  /** @param open whether the modal is on screen; unchanged by default */
  #draw(open?: boolean): void {
    this.#client.setAuth(this.#readAuth(), open)
  }
}
