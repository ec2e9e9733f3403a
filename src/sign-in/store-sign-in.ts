import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import type { WalletError } from '../errors/wallet-error.js'
import { setTimer } from '../platform/natives.js'
import type { OnePrompt } from '../protocol/one-prompt.js'
import type { SignInConfig } from './adapter.js'
import { type Belief, SignInMachine, type SignInRun } from './machine.js'

/** What the code of sign-in does, which loads on first need: it has effects, and what the server has said. */
export interface LateSignIn extends Belief {
  /** Runs a sign-in that has begun to its end. */
  run(run: SignInRun): Promise<SignInDetail>
  /**
   * A wallet is connected, or was before: asks the server who is signed in, unless a sign-in is to say so.
   *
   * @param walletId the wallet that has just connected: if it signs in its own window, what that needs is fetched ahead
   */
  look(walletId?: string): Promise<void>
  /** Ends the server's session. @returns who was signed in here. @throws WalletError */
  signOut(): Promise<SignInDetail | null>
  /** The page's configuration has changed: a form's proof ends with its nonce, and another server is asked who is signed in. */
  update(): void
  /** A wallet is being connected: if a sign-in follows, fetches ahead what it needs. */
  prepare(): Promise<void>
  /** Lets a wallet sign in while it connects. @throws WalletError `asset_integrity` */
  onePrompt(): Promise<OnePrompt>
}

/** The sign-in of one store. It is there from the beginning of its client. */
export interface StoreSignIn {
  readonly machine: SignInMachine
  /** Whether an element is configured for sign-in. */
  isWanted(): boolean
  /** Calls the code that signs in: what has loaded at once. @throws WalletError `asset_integrity` */
  use<T>(call: (code: LateSignIn) => Promise<T>): Promise<T>
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
  /** Loads the code if the page wants it, and asks the server who is signed in where a wallet is connected. */
  prepare(): void
  /**
   * An element has another configuration, or has left: shows that a server is to say who is signed in, when another is named; that nobody
   * is, when none is.
   */
  update(): void
  /** A wallet has been connected: signs in if connecting includes that, or asks the server who is signed in already. */
  onConnected(walletId: string, restored: boolean): void
}

/** Options of {@link createStoreSignIn}. */
export interface StoreSignInOptions {
  client: WalletClient
  /** Returns the page's current configuration. */
  getConfig(): SignInConfig
  /** Loads the code that signs in, once. */
  load(): Promise<(machine: SignInMachine) => LateSignIn>
}

/** Whether an element on the page names a server that says who is signed in. A form has no session. */
const isNamed = ({ signInAdapter, apiUrl, form, isLeft }: SignInConfig): boolean =>
  !isLeft && !form && !!(signInAdapter || apiUrl)

/** Creates the {@link StoreSignIn} of a client. */
export function createStoreSignIn({ client, getConfig, load: loadCode }: StoreSignInOptions): StoreSignIn {
  let late: LateSignIn | undefined
  /** The sign-in that was begun by connecting, in this task. */
  let begun: SignInRun | null = null
  /** Resolves when the server has said who is signed in already. */
  let looking: Promise<void> | undefined
  const isWanted = () => isNamed(getConfig()) || getConfig().signIn !== 'off'
  const machine = new SignInMachine(
    client,
    () => ({ signed: late?.signed ?? null, isUnknown: late?.isUnknown !== false && isNamed(getConfig()) }),
    (run) => use((code) => code.run(run)),
  )

  async function load(): Promise<LateSignIn> {
    try {
      const create = await loadCode()
      if (late) return late
      late = create(machine)
      machine.show()
      return late
    } catch (caught) {
      throw machine.report(caught)
    }
  }

  // At once: the server that is meant is the one that the page names now.
  const use: StoreSignIn['use'] = (call) => (late ? call(late) : load().then(call))

  function look(walletId?: string) {
    looking = use((code) => code.look(walletId)).catch(() => {
      // An event has reported it. The next change of the page tries again.
      looking = undefined
    })
  }

  function prepare() {
    if (late) late.update()
    // An element, or its server, may be configured after the wallet was connected.
    else if (!looking && isWanted()) look()
  }

  return {
    machine,
    use,
    signIn: async () => machine.begin(false).result,
    async complete() {
      const own = begun
      // Once: what was refused is not refused again, the next call asks anew.
      begun = null
      if (own) return own.result
      if (!machine.run) await looking
      const { account, active } = client.getState()
      const signed = late?.signed
      return signed?.namespace === active && signed.address === account ? signed : machine.begin(false).result
    },
    signOut() {
      if (machine.run) machine.cancel()
      return use((code) => code.signOut())
    },
    isWanted,
    cancel: (reason) => machine.cancel(reason),
    proceed: () => machine.run?.click(),
    prepare,
    update() {
      if (late || client.getState().account) prepare()
      machine.show()
    },
    onConnected(walletId, restored) {
      if (restored || getConfig().signIn === 'off') return look(walletId)
      const own = machine.begin(true)
      begun = own
      setTimer(() => {
        if (begun === own) begun = null
      }, 0)
    },
  }
}
