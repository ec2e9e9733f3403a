import type { Connection } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import { readAddress } from '../platform/environment.js'
import { NativePromise, setTimer } from '../platform/natives.js'
import { watchPage } from '../platform/page.js'
import type { OnePrompt } from '../protocol/one-prompt.js'
import type { SignInConfig } from './adapter.js'
import { opensWindow } from './own-window.js'
import { SIGNING, startSignIn } from './run.js'
import { isSameAccount } from './server-call.js'
import { createServerSession, type ServerSession } from './server-session.js'
import type { PageAddress } from './sign-in-message.js'
import { createSignInState, type SignInParts } from './state.js'

const ONE_PROMPT = createPart(() => import('./one-prompt.js'))

/** Options of {@link createSignInControl}. */
export interface SignInControlOptions {
  /** The client whose accounts sign in. */
  client: WalletClient
  /** Returns the page's current configuration. */
  getConfig(): SignInConfig
  /** The page's own address. */
  page?: PageAddress
}

/** The page's half of the sign-in for one client. */
export interface SignInControl {
  /**
   * Proves to the server which account is connected. Only one sign-in runs at a time, however often it is called.
   *
   * @throws WalletError
   */
  signIn(): Promise<SignInDetail>
  /** The last step of connecting: signs in, unless the server still has a session of the connected account. */
  complete(): Promise<SignInDetail>
  /** Ends the server's session. @returns who was signed in; null when nobody was known to be */
  signOut(): Promise<SignInDetail | null>
  /** Cancels a sign-in, by default because the visitor does. The state stays connected. */
  cancel(reason?: WalletError): void
  /** Reports the click that a browser requires before the wallet may open its window. */
  proceed(): void
  /** Called when the page's configuration has changed: a form's proof ends with its nonce. */
  update(): void
  /** Called when a wallet is being connected: if a sign-in follows, fetches its nonce meanwhile. */
  prepare(): void
  /** Lets a wallet sign in while it connects. @throws WalletError `asset_integrity` */
  onePrompt(): Promise<OnePrompt>
  /** Called when a wallet has been connected: signs in, or asks the server who is signed in already. */
  onConnected(walletId: string, restored: boolean): void
}

/** The sign-ins of this page. */
const signIns = new Set<SignInParts>()

/** Adds a sign-in to those of this page, so that it finds the others with its server. */
function register(own: Omit<SignInParts, 'findSharers'>): SignInParts {
  const parts: SignInParts = {
    ...own,
    findSharers() {
      const key = own.server.getKey()
      const sharers = [...signIns].filter((each) => each !== parts && key && each.server.getKey() === key)
      return sharers.map(({ state }) => state)
    },
  }
  signIns.add(parts)
  return parts
}

/**
 * Takes over a session that the server has, if it belongs to the connected account. With `endsOthers` a session of another account
 * of the same namespace is ended, unless another store may have it. Where no wallet of its namespace is connected, the wallet
 * may still be locked or slow: the session stays.
 */
async function takeOver(
  { client, server, state, findSharers }: SignInParts,
  endsOthers: boolean,
): Promise<void> {
  try {
    await client.restore()
    const before = client.getState().connections
    const session = await server.read()
    const others = findSharers()
    if (!session || state.run || state.signed || others.some(({ run, signed }) => run || signed)) return
    const { address, chainId, namespace } = session
    const isTheirs = (each: Connection) =>
      each.namespace === namespace && isSameAccount(namespace, each.account, address)
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
      state.forget(true)
    }
  } catch {
    // The page did not ask for this, so without an answer from the server nobody counts as signed in.
  }
}

/**
 * Compares with the server who is signed in: another tab, or the page after this one, may have signed in or out. Without an
 * answer nothing changes.
 */
async function compare(parts: SignInParts): Promise<void> {
  const { client, server, state } = parts
  const { signed } = state
  if (!signed) return client.getState().account ? takeOver(parts, false) : undefined
  const session = await server.read()
  if (state.signed !== signed || state.run || session === undefined) return
  const { namespace, address } = signed
  if (!session || !isSameAccount(namespace, session.address, address)) state.forget(false)
}

/** Whether the sign-in that runs is that of the account in use, and goes on. */
function isRunning({ client, state: { run } }: SignInParts): boolean {
  const { active, connections } = client.getState()
  const now = connections.find(({ namespace }) => namespace === active)
  if (!run || run.controller.signal.aborted || run.connection.walletId !== now?.walletId) return false
  return run.isMoving || run.connection.account === now.account
}

/** Fetches ahead what a sign-in needs before it may ask the wallet. */
function fetchAhead({ getAdapter, askNonce }: ServerSession): void {
  // The sign-in itself fetches again what could not be fetched, and reports the reason.
  SIGNING.load().catch(() => {})
  getAdapter()
    .then(askNonce)
    .catch(() => {})
}

/** Creates the {@link SignInControl} of a client. */
export function createSignInControl({
  client,
  getConfig,
  page = readAddress(),
}: SignInControlOptions): SignInControl {
  const server = createServerSession(getConfig)
  const state = createSignInState(client, server)
  const parts = register({ client, server, state, page })
  let running: Promise<SignInDetail> | null = null
  let takingOver: Promise<void> = NativePromise.resolve()
  let begun: Promise<SignInDetail> | null = null
  watchPage({ onShow: () => void compare(parts).catch(() => {}), onStorage() {} })

  /** Signs in, or joins the sign-in that runs. One of another account gives way. @param visible only the visitor waits for it */
  function start(visible = false) {
    if (running && isRunning(parts)) return running
    if (client.getState().account) stop(new WalletError('busy'))
    running = startSignIn(parts, visible)
    return running
  }
  const stop = (reason: WalletError = new UserRejectedRequestError()) => state.run?.controller.abort(reason)

  /** Signs in as the second half of connecting. {@link SignInControl.complete} finds it, even when it fails at once. */
  function begin() {
    const own = start(true)
    begun = own
    // The client's state and events have already reported the failure.
    own.catch(() => {})
    setTimer(() => {
      if (begun === own) begun = null
    }, 0)
  }

  return {
    signIn: () => start(),
    async complete() {
      const own = begun
      // Once: what was refused is not refused again, the next call asks anew.
      begun = null
      if (own) return own
      if (!state.run) await takingOver
      const { account, active } = client.getState()
      const { signed } = state
      return signed?.namespace === active && signed.address === account ? signed : start()
    },
    async signOut() {
      stop()
      try {
        await server.end()
      } catch (error) {
        throw state.fail(error)
      }
      for (const other of parts.findSharers()) other.forget(false)
      if (!state.signed) return null
      const { address, chainId, namespace } = state.signed
      state.forget(false)
      return { address, chainId, namespace, verified: false }
    },
    cancel(reason) {
      if (state.run) stop(reason)
      else state.showSigned(false)
    },
    proceed: () => state.run?.click(),
    update() {
      if (server.updateProof()) state.forget(false)
    },
    prepare() {
      if (getConfig().signIn !== 'off') fetchAhead(server)
    },
    async onePrompt() {
      const { createOnePrompt } = await ONE_PROMPT.load()
      return createOnePrompt(server, state, page)
    },
    onConnected(walletId, restored) {
      if (opensWindow(client, walletId)) fetchAhead(server)
      if (!restored && getConfig().signIn !== 'off') begin()
      else if (!state.signed && !state.run) takingOver = takeOver(parts, true)
    },
  }
}
