import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { loadChunk } from '../platform/chunks.js'
import { NativePromise, setTimer } from '../platform/natives.js'
import type { OnePrompt } from '../protocol/one-prompt.js'
import type { SignInConfig } from './adapter.js'
import { opensWindow } from './own-window.js'
import { askServer, isSameAccount, readSession } from './server-call.js'
import { createServerSession, type ServerSession } from './server-session.js'
import type { PageAddress } from './sign-in-message.js'
import { createSingleSignIn, loadFlow, type SingleSignIn } from './single-sign-in.js'
import { createVisitor, type Visitor } from './visitor.js'

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
  /** Cancels a sign-in. The visitor stays connected. */
  cancel(): void
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

/** The parts of a control. */
interface Parts {
  client: WalletClient
  server: ServerSession
  visitor: Visitor
  single: SingleSignIn
}

/** Takes over a session that the server still has, if it belongs to the connected account; otherwise ends it. */
async function takeOver({ client, server, visitor, single }: Parts): Promise<void> {
  try {
    const adapter = await server.getAdapter()
    if (!adapter.getSession) return
    await client.restore()
    const session = readSession(await askServer(() => adapter.getSession?.() ?? null))
    if (!session || single.isRunning() || visitor.signed) return
    const { address, chainId, namespace } = session
    const connection = client.getState().connections.find((each) => each.namespace === namespace)
    if (connection && isSameAccount(namespace, connection.account, address)) {
      const signed: SignInDetail = { address: connection.account, chainId, namespace, verified: true }
      visitor.signed = signed
      visitor.show('signed-in')
      client.tell('signed_in', signed)
    } else {
      // The event tells the page whose session ends.
      visitor.signed = session
      visitor.forget(true)
    }
  } catch {
    // The page did not ask for this, so without an answer from the server nobody counts as signed in.
  }
}

/** Ends a sign-in, or the server's session, when its account is no longer connected. */
function followClient({ client, visitor, single }: Parts): void {
  client.on('changed', ({ namespace, account }) => {
    if (!account) return
    const { signed, signing } = visitor
    if (signing?.namespace === namespace && signing.account !== account)
      single.stop(createSignInError('account_mismatch'))
    if (signed?.namespace === namespace && !isSameAccount(namespace, signed.address, account))
      visitor.forget(true)
  })
  client.on('disconnected', ({ namespace }) => {
    // The client itself ends and reports a request that is open in the wallet.
    const isAsked = client.getState().auth.status === 'signing'
    if (visitor.signing?.namespace === namespace && !isAsked) single.stop(new WalletError('session_ended'))
    if (visitor.signed?.namespace === namespace) visitor.forget(true)
  })
}

/** Fetches ahead what a sign-in needs before it may ask the wallet. */
function fetchAhead({ getAdapter, askNonce }: ServerSession): void {
  // The sign-in itself fetches again what could not be fetched, and reports the reason.
  loadFlow().catch(() => {})
  getAdapter()
    .then(askNonce)
    .catch(() => {})
}

/** Creates the {@link SignInControl} of a client. */
export function createSignInControl({
  client,
  getConfig,
  page = globalThis.location,
}: SignInControlOptions): SignInControl {
  const server = createServerSession(getConfig)
  const visitor = createVisitor(client, server)
  const single = createSingleSignIn({ client, server, visitor, page })
  const parts = { client, server, visitor, single }
  let takingOver: Promise<void> = NativePromise.resolve()
  let begun: Promise<SignInDetail> | null = null
  followClient(parts)

  /** Signs in as the second half of connecting. {@link SignInControl.complete} finds it, even when it fails at once. */
  function begin() {
    const own = single.start(true)
    begun = own
    // The client's state and events have already reported the failure.
    own.catch(() => {})
    setTimer(() => {
      if (begun === own) begun = null
    }, 0)
  }

  return {
    signIn: () => single.start(),
    async complete() {
      if (begun) return begun
      if (!single.isRunning()) await takingOver
      const { account, active } = client.getState()
      const { signed } = visitor
      return signed?.namespace === active && signed.address === account ? signed : single.start()
    },
    async signOut() {
      single.stop(new UserRejectedRequestError())
      try {
        await server.end()
      } catch (error) {
        throw visitor.fail(error)
      }
      if (!visitor.signed) return null
      const { address, chainId, namespace } = visitor.signed
      visitor.forget(false)
      return { address, chainId, namespace, verified: false }
    },
    cancel() {
      if (single.isRunning()) single.stop(new UserRejectedRequestError())
      else visitor.showSigned(false)
    },
    proceed: single.proceed,
    update() {
      if (server.dropOldProof()) visitor.forget(false)
    },
    prepare() {
      if (getConfig().signIn !== 'off') fetchAhead(server)
    },
    async onePrompt() {
      const { createOnePrompt } = await loadChunk('sign-in/one-prompt', () => import('./one-prompt.js'))
      return createOnePrompt(server, visitor, page)
    },
    onConnected(walletId, restored) {
      if (opensWindow(client, walletId)) fetchAhead(server)
      if (!restored && getConfig().signIn !== 'off') begin()
      else if (!visitor.signed && !single.isRunning()) takingOver = takeOver(parts)
    },
  }
}
