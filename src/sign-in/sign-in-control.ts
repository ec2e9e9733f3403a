import type { Belief } from '../client/sign-in-state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import { browserStorage, readAddress } from '../platform/environment.js'
import { NativePromise, setTimer } from '../platform/natives.js'
import { watchPage } from '../platform/page.js'
import { createSafeStorage } from '../platform/storage.js'
import { SIGNED_KEY } from '../platform/stored-names.js'
import type { OnePrompt } from '../protocol/one-prompt.js'
import type { SignInConfig } from './adapter.js'
import { compareSession } from './compare-session.js'
import { opensWindow } from './own-window.js'
import { SIGNING, startSignIn } from './run.js'
import { createServerSession, type ServerSession } from './server-session.js'
import type { PageAddress } from './sign-in-message.js'
import { createSignInState, type SignInParts } from './state.js'

const ONE_PROMPT = createPart(() => import('./one-prompt.js'))

/** Options of {@link createSignInControl}. */
export interface SignInControlOptions {
  /** The client whose accounts sign in. */
  client: WalletClient
  /** What is known of the visitor so far; by default that nobody is signed in. */
  belief?: Belief
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
 * Tells the other pages of this origin that this page has changed the server's session: they ask the server themselves. Nothing of it
 * stays stored.
 */
function tellOthers({ getConfig }: WalletClient): void {
  const storage = createSafeStorage(() => getConfig().storage ?? browserStorage())
  storage.setItem(SIGNED_KEY, '1')
  storage.removeItem(SIGNED_KEY)
}

/** Whether the sign-in that runs is that of the account in use, and goes on. */
function isRunning({ client, state: { run } }: SignInParts): boolean {
  const { active, connections } = client.getState()
  const current = connections.find(({ namespace }) => namespace === active)
  if (!run || run.controller.signal.aborted || run.connection.walletId !== current?.walletId) return false
  return run.isMoving || run.connection.account === current.account
}

/** Fetches ahead what a sign-in needs before it may ask the wallet. */
function fetchAhead({ getAdapter, askNonce }: ServerSession): void {
  // The sign-in itself fetches again what could not be fetched, and reports the reason.
  SIGNING.load().catch(() => {})
  getAdapter()
    .then(askNonce)
    .catch(() => {})
}

/** Ends the server's session, for all stores that share it. @returns who was signed in here. @throws WalletError */
async function endSession({ server, state, findSharers }: SignInParts): Promise<SignInDetail | null> {
  try {
    await server.end()
  } catch (error) {
    throw state.fail(error)
  }
  const { signed } = state
  for (const store of [...findSharers(), state]) store.forget(false)
  if (!signed) return null
  const { address, chainId, namespace } = signed
  return { address, chainId, namespace, verified: false }
}

/** Adds the page's statement, as its configuration has it when it is read. */
const toPage = ({ host, origin }: PageAddress, getConfig: () => SignInConfig): PageAddress => ({
  host,
  origin,
  get statement() {
    return getConfig().statement
  },
})

/** Creates the {@link SignInControl} of a client. */
export function createSignInControl({
  client,
  belief = { signed: null },
  getConfig,
  page: address = readAddress(),
}: SignInControlOptions): SignInControl {
  const page = toPage(address, getConfig)
  const server = createServerSession(getConfig, () => tellOthers(client))
  const state = createSignInState(client, server, belief)
  const parts = register({ client, server, state, page })
  let running: Promise<SignInDetail> | null = null
  let takingOver: Promise<void> = NativePromise.resolve()
  let begun: Promise<SignInDetail> | null = null
  const look = () => {
    if (state.signed || client.getState().account) void compareSession(parts)
  }
  watchPage({ onShow: look, onStorage: (key, _, value) => key === SIGNED_KEY && value && look() })

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
    signOut() {
      stop()
      return endSession(parts)
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
      else if (!state.signed && !state.run) takingOver = compareSession(parts, true)
    },
  }
}
