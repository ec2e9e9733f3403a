import { type Belief, isSigningIn, toUnsigned } from '../client/sign-in-state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { toWalletError } from '../errors/normalise.js'
import { createPart } from '../platform/chunks.js'
import { isOnPage } from '../platform/environment.js'
import { isEvmNonce } from '../protocol/evm-nonce.js'
import { checkStatement } from '../protocol/sign-in-statement.js'
import type { SignInConfig } from '../sign-in/adapter.js'
import type { SignInControl } from '../sign-in/sign-in-control.js'
import type { WalletConnectButton } from './button-api.js'
import { createEarlySignIn } from './early-sign-in.js'
import { PARTS, type Parts } from './parts.js'
import type { ElementStore } from './store.js'
import type { SignInActions } from './view-contract.js'

/** Connects the elements with sign-in. Its code loads when a wallet connects and an element is configured for sign-in. */
export interface SignInLink extends SignInActions {
  /** Whether an element of the store is configured for sign-in. */
  isWanted(): boolean
  /** Whether connecting is complete only after the signature. */
  isOnConnect(): boolean
  /** Shows that a server is to say who is signed in, when an element has named another; that nobody is, when none is named. */
  expect(): void
  /** Loads the code of sign-in if an element wants it, and tells it that an attribute has changed. */
  prepare(): void
  /** The last step of connecting, when it includes the signature. @throws WalletError */
  complete(): Promise<unknown>
  /** Proves to the server whose account is connected. @throws WalletError */
  signIn(): Promise<SignInDetail>
  /** Ends the server's session. @returns who was signed in, or null. @throws WalletError */
  signOut(): Promise<SignInDetail | null>
}

const CONTROL = createPart(() => import('../sign-in/sign-in-control.js'))

/** For failures that an event has already reported. */
const quiet = () => {}

/** The unknown word of each element that the console has told of. */
const warned = new WeakMap<Element, string>()

/** Reads the attribute `sign-in`. An unknown word counts as off, and so does a nonce that EIP-4361 does not allow. */
function readMode(element: WalletConnectButton): SignInConfig['signIn'] {
  const word = element.getAttribute('sign-in') || 'off'
  if (word === 'form') return isEvmNonce(element.signInNonce) ? word : 'off'
  if (word === 'on-connect') return word
  if (word !== 'off' && warned.get(element) !== word) {
    warned.set(element, word)
    console.warn(`sign-in="${word}" is not one of: off on-connect form`, element)
  }
  return 'off'
}

/** The configuration of the element in use, else of the first element with a server. */
function readConfig({ used, elements }: Pick<ElementStore, 'elements' | 'used'>): SignInConfig {
  const known = [...(used ? [used] : []), ...elements]
  // A page that draws an element again removes the old one, which stays in the store for a second.
  const all = known.some(isOnPage) ? known.filter(isOnPage) : known
  const { signInAdapter, apiUrl } = all.find((each) => each.apiUrl || each.signInAdapter) ?? {}
  const main = all.find((each) => readMode(each) !== 'off')
  const signIn = main ? readMode(main) : 'off'
  const form =
    main && signIn === 'form'
      ? {
          nonce: main.signInNonce,
          take(proof: Parts['proof']) {
            main[PARTS].proof = proof
          },
        }
      : undefined
  const statement = all.find((each) => each.signInStatement)?.signInStatement
  return { signInAdapter, apiUrl, signIn, form, statement }
}

/** Checks what a wallet would be asked to sign right after it has connected. @throws WalletError `config_invalid` */
function checkOnConnect(store: Pick<ElementStore, 'elements' | 'used'>): void {
  const { signIn, statement } = readConfig(store)
  if (signIn !== 'off') checkStatement(statement)
}

/** Whether an element is configured for sign-in. */
const isConfigured = ({ signInAdapter, apiUrl, signIn }: SignInConfig): boolean =>
  !!(signInAdapter || apiUrl || signIn !== 'off')

/**
 * Watches where the server's session is. An adapter counts once, because it may be another object whenever the page renders.
 *
 * @returns a function that makes questions: each tells whether the server is another than when it was last asked, or was named again
 * after a time without a server; null where there is none
 */
function createServerWatch(store: Pick<ElementStore, 'elements' | 'used'>): () => () => boolean | null {
  /** The server, as long as the page names it without a break. */
  let named: { readonly server: unknown } | undefined
  return () => {
    let last: typeof named
    return () => {
      const { signInAdapter, apiUrl } = readConfig(store)
      const server = signInAdapter ? true : apiUrl
      if (named?.server !== server) named = server ? { server } : undefined
      const before = last
      last = named
      return named ? named !== before : null
    }
  }
}

/** Reads the configuration, with the last server: a session ends there also when its element has left the page meanwhile. */
function createConfigReader(store: Pick<ElementStore, 'elements' | 'used'>): () => SignInConfig {
  let last: SignInConfig | undefined
  return () => {
    const config = readConfig(store)
    const { signInAdapter, apiUrl } = config
    if (signInAdapter || apiUrl || !last) last = config
    return { ...config, signInAdapter: last.signInAdapter, apiUrl: last.apiUrl }
  }
}

/** Shows what a store believes of its visitor when the page has named a server. @param isNew null where it names none any more */
function expectServer(client: WalletClient, belief: Belief, isNew: boolean | null): void {
  // Whoever is signed in stays so until the session ends.
  if (belief.signed || isNew === false) return
  belief.signed = isNew ? undefined : null
  const { auth } = client.getState()
  const next = toUnsigned(belief, auth.error)
  // Where a sign-in runs, its end shows it.
  if (!isSigningIn(auth) && auth.status !== next.status) client.setAuth(next)
}

/** Creates the {@link SignInLink} of a store. */
export function createSignInLink(store: Pick<ElementStore, 'client' | 'elements' | 'used'>): SignInLink {
  const { client } = store
  let loading: Promise<SignInControl> | undefined
  let control: SignInControl | undefined
  const belief: Belief = { signed: null }
  const early = createEarlySignIn(client, belief)
  const watchServer = createServerWatch(store)
  const [isNewServer, noteServer] = [watchServer(), watchServer()]
  const readKept = createConfigReader(store)

  async function load(): Promise<SignInControl> {
    loading ??= CONTROL.load().then(({ createSignInControl }) => {
      control = createSignInControl({ client, belief, getConfig: readKept })
      return control
    })
    try {
      return await loading
    } catch (caught) {
      loading = undefined
      const error = toWalletError(caught, 'asset_integrity')
      client.tell('error', { code: error.code, message: error.message, error })
      throw error
    }
  }

  const link: SignInLink = {
    isWanted: () => isConfigured(readConfig(store)),
    isOnConnect: () => readConfig(store).signIn !== 'off',
    expect: () => expectServer(client, belief, isNewServer()),
    prepare() {
      control?.update()
      // An element, or its server, may be configured after the wallet was connected.
      if ((!noteServer() && loading) || !link.isWanted()) return
      const { account } = client.getState()
      load().then((loaded) => account && loaded.onConnected('', true), quiet)
    },
    async complete() {
      if (!link.isOnConnect()) return
      return (await early.race(load())).complete()
    },
    signIn: async () => (await load()).signIn(),
    signOut: async () => (await load()).signOut(),
    start() {
      load().then((loaded) => {
        loaded.signIn().catch(quiet)
        if (isSigningIn(client.getState().auth)) client.open()
      }, quiet)
    },
    end: () => void link.signOut().catch(quiet),
    cancel(reason) {
      early.cancel(reason)
      control?.cancel(reason)
    },
    proceed: () => control?.proceed(),
  }

  client.checkBeforeConnecting(() => checkOnConnect(store))
  client.offerOnePrompt(() =>
    link.isOnConnect()
      ? load()
          .then((loaded) => loaded.onePrompt())
          .catch(() => null)
      : null,
  )
  client.on('connecting', () => {
    if (link.isWanted()) load().then((loaded) => loaded.prepare(), quiet)
  })
  client.on('connected', ({ walletId, restored }) => {
    if (!link.isWanted()) return
    noteServer()
    // Call it in the same task, so that the modal stays open for the next step.
    if (control) return control.onConnected(walletId, restored)
    if (!restored && link.isOnConnect()) early.begin()
    load().then(
      (loaded) => early.end() && loaded.onConnected(walletId, restored),
      () => early.end(true),
    )
  })
  return link
}
