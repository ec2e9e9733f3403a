import { ANONYMOUS, type Auth, isSigningIn } from '../client/sign-in-state.js'
import type { Connection } from '../client/state.js'
import type { ClientEvents, SignInDetail, WalletClient } from '../client/wallet-client.js'
import { toWalletError } from '../errors/normalise.js'
import { createSignInError } from '../errors/sign-in-catalogue.js'
import { UserNotConnectedError, UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { loadChunk } from '../platform/chunks.js'
import { NativePromise, now, setTimer } from '../platform/natives.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter, SignInConfig } from './adapter.js'
import { opensWindow } from './own-window.js'
import { askServer, isSameAccount, readSession } from './server-call.js'

const loadFlow = () => loadChunk('sign-in/sign-in-attempt', () => import('./sign-in-attempt.js'))

/** How long an unused nonce is good for, in ms: servers keep it for ten minutes, and the visitor needs some of them. */
const NONCE_FRESH = 4 * 60_000

/** How long the modal says that it has worked, in ms. */
const SIGNED_IN_SHOWN = 900

/** What {@link createSignInControl} takes. */
export interface SignInControlOptions {
  client: WalletClient
  /** The page's configuration as it is now. */
  getConfig(): SignInConfig
  /** The page's own address. */
  page?: { host: string; origin: string }
}

/** The page's half of sign-in for one client. */
export interface SignInControl {
  /**
   * Proves to the server whose account is connected. However often it is called, one runs at a time.
   *
   * @throws WalletError
   */
  signIn(): Promise<SignInDetail>
  /** The end of connecting: signs in, unless the server still has a session of the connected account. */
  complete(): Promise<SignInDetail>
  /** Ends the server's session. @returns who was signed in; null where nobody was known to be */
  signOut(): Promise<SignInDetail | null>
  /** Calls a sign-in off. The visitor stays connected. */
  cancel(): void
  /** The click that a browser wants before the wallet may open its window. */
  proceed(): void
  /** A wallet is being connected: where a sign-in follows, its nonce is fetched meanwhile. */
  prepare(): void
  /** A wallet has been connected: signs in, or asks the server who is signed in already. */
  onConnected(walletId: string, restored: boolean): void
}

interface Running {
  one: Connection
  stop: AbortController
  promise: Promise<SignInDetail>
  /** The modal has been on screen since. */
  shown: boolean
  /** Nobody but the visitor waits for it: what goes wrong is shown. */
  visible: boolean
}

/** Creates the {@link SignInControl} of a client. */
export function createSignInControl({
  client,
  getConfig,
  page = globalThis.location,
}: SignInControlOptions): SignInControl {
  let running: Running | null = null
  let signed: SignInDetail | null = null
  let spare: { adapter: SignInAdapter; answer: Promise<unknown>; at: number } | null = null
  let api: { url: string; adapter: Promise<SignInAdapter> } | null = null
  let asking: Promise<void> = NativePromise.resolve()
  let begun: Promise<SignInDetail> | null = null
  let click = () => {}
  let writes: Promise<unknown> = NativePromise.resolve()
  const told = new WeakSet<WalletError>()
  client.on('error', ({ error }) => void told.add(error))

  const connectionOf = (name: string | null) =>
    client.getState().connections.find(({ namespace }) => namespace === name)

  /** Tells of a failure once, whoever noticed it first. */
  function fail(caught: unknown): WalletError {
    const error = toWalletError(caught, 'api_failed')
    if (!told.has(error)) client.tell('error', { code: error.code, message: error.message, error })
    return error
  }

  async function getAdapter(): Promise<SignInAdapter> {
    const { signInAdapter, apiUrl } = getConfig()
    if (signInAdapter) return signInAdapter
    if (!apiUrl) {
      throw new WalletError('config_invalid', {
        message: 'To sign in, set the attribute api-url or the property signInAdapter',
      })
    }
    if (api?.url !== apiUrl) {
      const load = loadChunk('sign-in/api-adapter', () => import('./api-adapter.js'))
      const adapter = load.then(({ createApiAdapter }) => createApiAdapter(apiUrl))
      api = { url: apiUrl, adapter }
      adapter.catch(() => {
        api = null
      })
    }
    return api.adapter
  }

  /** What changes the server's session runs one after the other, so that an older answer undoes no newer one. */
  function write<T>(run: () => Promise<T>): Promise<T> {
    const done = writes.then(run)
    writes = done.catch(() => {})
    return done
  }

  /** One nonce, asked for once; it is kept until a proof with it is sent. */
  function askNonce(adapter: SignInAdapter): Promise<unknown> {
    if (spare?.adapter === adapter && now() - spare.at < NONCE_FRESH) return spare.answer
    const own = { adapter, answer: askServer<unknown>(() => adapter.getNonce()), at: now() }
    own.answer.catch(() => {
      if (spare === own) spare = null
    })
    spare = own
    return own.answer
  }

  /** Fetches ahead what a sign-in needs before it may ask the wallet. */
  function prepare() {
    loadFlow().catch(() => {})
    getAdapter()
      .then(askNonce)
      .catch(() => {})
  }

  function show(status: Auth['status'], open?: boolean, error: WalletError | null = null) {
    const { account = null, chainId = null } = running?.one ?? {}
    const auth: Auth =
      signed && !running
        ? { status, address: signed.address, chainId: signed.chainId, error }
        : status === 'anonymous'
          ? { ...ANONYMOUS, error }
          : { status, address: account, chainId, error }
    client.setAuth(status === 'anonymous' && !error ? ANONYMOUS : auth, open)
  }

  /** Checks with the server, which has the last word; a session for anybody else is ended again at once. */
  async function verify(adapter: SignInAdapter, proof: SignInProof, one: Connection, signal: AbortSignal) {
    spare = null
    if (signal.aborted) return
    const answer = await askServer(() => adapter.verify(proof))
    if (!answer) throw createSignInError('signature_invalid')
    const { namespace } = one
    const isOurs = answer === true || isSameAccount(namespace, answer.address, one.account)
    if (isOurs && !signal.aborted && connectionOf(namespace)?.account === one.account) return
    await askServer(() => adapter.signOut()).catch(() => {})
    forget(false)
    throw createSignInError('account_mismatch')
  }

  async function perform({ one, stop, visible }: Running): Promise<SignInDetail> {
    const { signal } = stop
    // Of a wallet that has just been connected: it signs in the same window, which needs no other click.
    const release = client.holdWindow(one.namespace)
    try {
      const adapter = await getAdapter()
      const [{ runSignIn }, answer] = await NativePromise.race([
        NativePromise.all([loadFlow(), askNonce(adapter)]),
        new NativePromise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        ),
      ])
      const detail = await runSignIn({
        client,
        one,
        isOpen: release !== null,
        answer,
        page,
        signal,
        now: () => adapter.now?.() ?? now(),
        starknetMessage: adapter.starknetMessage,
        onStatus: (status) => show(status, status === 'blocked' || undefined),
        untilClick: () =>
          new NativePromise((resolve) => {
            click = resolve
          }),
        verify: (proof) => write(() => verify(adapter, proof, one, signal)),
      })
      signed = detail
      running = null
      show('signed-in')
      const { auth } = client.getState()
      setTimer(() => {
        const state = client.getState()
        if (state.auth === auth && state.phase === 'ready') client.setAuth(auth, false)
      }, SIGNED_IN_SHOWN)
      client.tell('signed_in', detail)
      return detail
    } catch (caught) {
      running = null
      // A visitor who says no is done with; what else has failed is shown, with a way to try again.
      const error = toWalletError(caught, 'api_failed')
      const { open, phase } = client.getState()
      const isHere = phase === 'ready' && (open || (visible && !!connectionOf(one.namespace)))
      show(
        signed ? 'signed-in' : 'anonymous',
        isHere ? error.code !== 'user_rejected' && error.code !== 'session_ended' : undefined,
        error,
      )
      throw fail(error)
    } finally {
      release?.()
    }
  }

  function signIn(visible = false): Promise<SignInDetail> {
    if (running) return running.promise
    const one = connectionOf(client.getState().active)
    if (!one) return NativePromise.reject(fail(new UserNotConnectedError()))
    const own = { one, stop: new AbortController(), shown: false, visible } as Running
    running = own
    // Where the list is on screen, it stays there for what comes next.
    show('nonce', modalWasOpen || undefined)
    own.promise = perform(own)
    return own.promise
  }

  /** Signs in as the second half of connecting. Who awaits the connection finds it, also where it fails at once. */
  function begin() {
    const own = signIn(true)
    begun = own
    own.catch(() => {})
    setTimer(() => {
      if (begun === own) begun = null
    }, 0)
  }

  /** The visitor is signed in no longer, here and by the server. */
  function forget(tellServer: boolean) {
    if (!signed) return
    const { address, chainId, namespace } = signed
    signed = null
    if (!running) show('anonymous')
    client.tell('signed_out', { address, chainId, namespace, verified: false })
    if (tellServer) write(endSession).catch(fail)
  }

  const endSession = async (): Promise<unknown> => {
    const adapter = await getAdapter()
    return askServer(() => adapter.signOut())
  }

  async function signOut(): Promise<SignInDetail | null> {
    running?.stop.abort(new UserRejectedRequestError())
    try {
      await write(endSession)
    } catch (error) {
      throw fail(error)
    }
    if (!signed) return null
    const { address, chainId, namespace } = signed
    forget(false)
    return { address, chainId, namespace, verified: false }
  }

  /** Takes over a session that the server still has, if it is the connected account's; ends it if it is not. */
  async function takeOver(): Promise<void> {
    try {
      const adapter = await getAdapter()
      if (!adapter.getSession) return
      await client.restore()
      const session = readSession(await askServer(() => adapter.getSession?.() ?? null))
      if (!session || running || signed) return
      const { address, chainId, namespace } = session
      const one = connectionOf(namespace)
      if (one && isSameAccount(namespace, one.account, address)) {
        signed = { address: one.account, chainId, namespace, verified: true }
        show('signed-in')
        client.tell('signed_in', signed)
      } else {
        signed = { address, chainId, namespace }
        forget(true)
      }
    } catch {
      // Nobody has asked for it: without an answer nobody counts as signed in.
    }
  }

  client.on('changed', ({ namespace, account }) => {
    if (!account) return
    if (running?.one.namespace === namespace && running.one.account !== account)
      running.stop.abort(createSignInError('account_mismatch'))
    if (signed?.namespace === namespace && !isSameAccount(namespace, signed.address, account)) forget(true)
  })
  client.on('disconnected', ({ namespace }: ClientEvents['disconnected']) => {
    // The client ends, and tells, a request that is open in the wallet.
    const isAsked = client.getState().auth.status === 'signing'
    if (running?.one.namespace === namespace && !isAsked) running.stop.abort(new WalletError('session_ended'))
    if (signed?.namespace === namespace) forget(true)
  })
  let modalWasOpen = client.getState().open
  client.subscribe(() => {
    const { open, auth } = client.getState()
    modalWasOpen = open
    if (!running || !isSigningIn(auth)) return
    // Closing the modal is the same as Cancel.
    if (running.shown && !open) running.stop.abort(new UserRejectedRequestError())
    running.shown = open
  })

  return {
    signIn: () => signIn(),
    async complete() {
      if (begun) return begun
      if (!running) await asking
      const { account, active } = client.getState()
      return signed && signed.namespace === active && signed.address === account ? signed : signIn()
    },
    signOut,
    cancel() {
      if (running) running.stop.abort(new UserRejectedRequestError())
      else show(signed ? 'signed-in' : 'anonymous', false)
    },
    proceed: () => click(),
    prepare() {
      if (getConfig().signIn === 'on-connect') prepare()
    },
    onConnected(walletId, restored) {
      if (opensWindow(client, walletId)) prepare()
      if (!restored && getConfig().signIn === 'on-connect') begin()
      else if (!signed && !running) asking = takeOver()
    },
  }
}
