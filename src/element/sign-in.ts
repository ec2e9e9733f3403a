import { createPart } from '../platform/chunks.js'
import { isOnPage } from '../platform/environment.js'
import { isEvmNonce } from '../protocol/evm-nonce.js'
import { checkStatement } from '../protocol/sign-in-statement.js'
import type { SignInConfig } from '../sign-in/adapter.js'
import { createStoreSignIn, type StoreSignIn } from '../sign-in/store-sign-in.js'
import type { WalletConnectButton } from './button-api.js'
import { PARTS, type Parts } from './parts.js'
import type { ElementStore } from './store.js'
import type { SignInActions } from './view-contract.js'

/** Connects the elements with sign-in. Its code loads when a wallet connects and an element is configured for sign-in. */
export interface SignInLink
  extends SignInActions,
    Pick<StoreSignIn, 'update' | 'prepare' | 'signIn' | 'signOut'> {
  /** The last step of connecting, when it includes the signature. @throws WalletError */
  complete(): Promise<unknown>
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

/** Reads the configuration, with the last server: a session ends there also when its element has left the page meanwhile. */
function createConfigReader(store: Pick<ElementStore, 'elements' | 'used'>): () => SignInConfig {
  let last: SignInConfig | undefined
  return () => {
    const config = readConfig(store)
    const { signInAdapter, apiUrl } = config
    if (signInAdapter || apiUrl || !last) last = config
    return {
      ...config,
      signInAdapter: last.signInAdapter,
      apiUrl: last.apiUrl,
      isLeft: last !== config && !config.form,
    }
  }
}

/** Creates the {@link SignInLink} of a store. */
export function createSignInLink(store: Pick<ElementStore, 'client' | 'elements' | 'used'>): SignInLink {
  const { client } = store
  const getConfig = createConfigReader(store)
  const isOnConnect = () => getConfig().signIn !== 'off'
  const own = createStoreSignIn({
    client,
    getConfig,
    async load() {
      const { createLateSignIn } = await CONTROL.load()
      return (machine) => createLateSignIn(machine, client, getConfig)
    },
  })

  client.offerOnePrompt(
    () => (isOnConnect() ? own.use((code) => code.onePrompt()).catch(() => null) : null),
    // Before a wallet is asked.
    () => isOnConnect() && checkStatement(getConfig().statement),
  )
  client.on('connecting', () => {
    if (own.isWanted()) own.use((code) => code.prepare()).catch(quiet)
  })
  client.on('connected', ({ walletId, restored }) => {
    // Call it in the same task, so that the modal stays open for the next step.
    if (own.isWanted()) own.onConnected(walletId, restored)
  })
  return {
    ...own,
    async complete() {
      if (isOnConnect()) await own.complete()
    },
    start() {
      own.signIn().catch(quiet)
      if (own.machine.run) client.open()
    },
    end: () => void own.signOut().catch(quiet),
  }
}
