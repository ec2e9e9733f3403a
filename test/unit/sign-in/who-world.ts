import '../../counterparts/tabs.js'
import '../../../src/client/follow-pages.js'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import type { ClientEvents } from '../../../src/client/wallet-client.js'
import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { createSignInLink } from '../../../src/element/sign-in.js'
import { UserRejectedRequestError, type WalletError } from '../../../src/errors/wallet-error.js'
import { SIGNED_KEY } from '../../../src/platform/stored-names.js'
import type { SignInAdapter } from '../../../src/sign-in/adapter.js'
import { Browser, pass, Tab } from '../../counterparts/tabs.js'
import { createDevice, createOwnConnector, SIGNATURE } from '../client/fixture.js'
import { Server } from './who-server.js'

/** A question of a wallet to the visitor: a signature. */
interface Prompt {
  store: Store
  isGivenUp(): boolean
  sign(): void
  refuse(): void
}

/** A wallet with one account in use. */
class Wallet {
  readonly prompts: Prompt[] = []
  /** The visitor takes time for the next signature. */
  waits = false
  constructor(
    readonly id: string,
    readonly accounts: readonly [string, string],
  ) {}
  account = ''
}

/** A store of a page. */
class Store {
  readonly connectors
  readonly client
  readonly link
  readonly element
  /** Calls of the page that have not settled. */
  readonly open = new Set<string>()
  /** Who is signed in, as the events have said. */
  known: string | null = null
  /** Who has signed in last. */
  #last: string | null = null
  /** What the wallet has signed for the sign-in that runs. */
  #signed: unknown
  readonly #reported = new Set<WalletError>()
  /** How many calls have rejected. */
  rejections = 0

  constructor(
    readonly world: World,
    readonly tab: Tab,
    readonly name: string,
    adapter: SignInAdapter,
    mode: string,
  ) {
    this.connectors = world.wallets.map((wallet) => this.#createConnector(wallet))
    const { source } = createDevice(...this.connectors.map(({ connector }) => connector))
    this.client = createWalletClient({ chains: 'eip155:1', storage: tab.storage, store: name }, [source])
    this.element = { signInAdapter: adapter, apiUrl: '', mode, getAttribute: () => this.element.mode }
    const elements = new Set([this.element as unknown as WalletConnectButton])
    this.link = createSignInLink({ client: this.client, elements, used: null })
    this.client.subscribe(() => this.account && world.server.heard.get(tab)?.add(this.account))
    this.client.on('error', ({ error }) => {
      if (this.#reported.has(error)) this.#break(`reports ${error.code} twice`)
      this.#reported.add(error)
    })
    this.client.on('signed_in', (detail) => this.#follow('in', detail))
    this.client.on('signed_out', (detail) => this.#follow('out', detail))
  }

  get account() {
    return this.client.getState().account
  }
  get auth() {
    return this.client.getState().auth
  }
  /** How many errors the page has heard of. */
  get errors() {
    return this.#reported.size
  }
  #break(what: string) {
    if (!this.tab.isLeft) this.world.broken.push(`${this.name}: ${what}`)
  }
  #follow(way: 'in' | 'out', { address }: ClientEvents['signed_in']) {
    const { known } = this
    // What the server has of an account that is not connected here ends with an event, too.
    const isOthers = known === null && (way === 'in' || address !== this.account)
    if (known !== address && !isOthers) this.#break(`${address} is signed ${way}, after ${known}`)
    this.known = way === 'in' ? address : null
    if (way === 'in') this.#last = address
  }
  #createConnector(wallet: Wallet) {
    const { id } = wallet
    const session = async () =>
      own.createSession({
        ...{ account: wallet.account, accounts: [wallet.account], chainId: 'eip155:1' },
        disconnect: async () => {},
        signMessage: (message: string, { signal }: { signal: AbortSignal }) =>
          this.#sign(wallet, message, signal),
      } as never)
    const own = createOwnConnector({
      ...{ id, key: id, name: id, namespace: 'eip155', restore: session },
      connect: (request) => {
        request.onAwaiting()
        return session()
      },
    })
    return own
  }
  #sign(wallet: Wallet, message: string, signal: AbortSignal) {
    const { prompts } = wallet
    this.#signed = message
    if (prompts.some(({ store, isGivenUp }) => store === this && !isGivenUp()))
      this.#break(`${wallet.id} is asked for two signatures`)
    return new Promise<string>((resolve, reject) => {
      const over = () => void prompts.splice(prompts.indexOf(prompt), 1)
      const prompt: Prompt = {
        store: this,
        isGivenUp: () => signal.aborted,
        sign() {
          over()
          resolve(SIGNATURE)
        },
        refuse() {
          over()
          reject(new UserRejectedRequestError())
        },
      }
      prompts.push(prompt)
      if (!wallet.waits) prompt.sign()
      wallet.waits = false
    })
  }
  /** What was signed must leave no session, unless the page has one of this account already. */
  #giveUp() {
    if (this.world.at(this).every(({ known }) => known === null)) this.world.givenUp.add(this.#signed)
  }
  /** Calls what settles. */
  async call(name: string, run: () => Promise<unknown>) {
    const what = `${name} ${this.world.calls++}`
    this.open.add(what)
    const over = () => void this.open.delete(what)
    this.tab.run(run).then(over, () => {
      over()
      this.rejections++
    })
  }
  /** A sign-in that was given up leaves no session. One that has worked is signed in. */
  async follow(signing: Promise<unknown>) {
    try {
      const detail = (await signing) as { address: string } | undefined
      if (!detail) return
      if (this.#last !== detail.address) this.#break(`has signed in ${detail.address}, not ${this.#last}`)
      // The account is wanted again.
      const { givenUp } = this.world
      for (const message of givenUp) if (`${message}`.includes(detail.address)) givenUp.delete(message)
    } catch (error) {
      if (/^(?:user_rejected|busy|account_mismatch|session_ended)$/.test((error as WalletError).code))
        this.#giveUp()
      throw error
    } finally {
      this.#signed = undefined
    }
  }
}

/** One browser, one server, two tabs: the first has two stores. The stores `main` of both tabs share their records. */
export class World {
  readonly server = new Server()
  readonly browser = new Browser()
  readonly wallets: readonly Wallet[]
  readonly broken: string[] = []
  /** The messages of sign-ins that were given up. */
  readonly givenUp = new Set<unknown>()
  stores: Store[] = []
  calls = 0

  constructor(wallets: readonly (readonly [id: string, accounts: readonly [string, string]])[]) {
    this.wallets = wallets.map(([id, accounts]) =>
      Object.assign(new Wallet(id, accounts), { account: accounts[0] }),
    )
    for (const names of [['main', 'other'], ['main']]) this.#load(names, 'off')
  }
  /** Counts it as a fault that a page ends, unasked, a session of which it has not heard. */
  watchEnds() {
    this.server.onWrong = (tab, what) => {
      const calls = this.stores.filter((store) => store.tab === tab).flatMap(({ open }) => [...open])
      if (!calls.some((call) => call.startsWith('signOut')))
        this.broken.push(`a page ${what}, of whom it has not heard`)
    }
  }
  #load(names: readonly string[], mode: string) {
    const tab = new Tab(this.browser)
    const adapter = this.server.createAdapter(tab)
    return tab.run(() => {
      const stores = names.map((name) => new Store(this, tab, name, adapter, mode))
      for (const { link, client } of stores) {
        link.update()
        link.prepare()
        void client.restore()
      }
      this.stores.push(...stores)
      return stores
    })
  }
  /** The stores of a tab. */
  at = (store: Store) => this.stores.filter(({ tab }) => tab === store.tab)
  /** The page of a store is loaded again. */
  reload(store: Store) {
    const left = this.at(store)
    const { server } = this
    const isWaiting = left.some(({ open }) => open.size > 0) || server.held.length > 0
    if (isWaiting || server.isAwaited(store.tab)) server.excuse()
    store.tab.leave()
    for (const { client, tab } of left) tab.run(client.dispose)
    const names = left.map(({ name }) => name)
    const kept = this.stores.filter(({ tab }) => tab !== store.tab)
    this.stores = names.length > 1 ? [] : kept
    this.#load(names, store.element.mode)
    if (names.length > 1) this.stores.push(...kept)
  }
  /** Another tab, with other code, has changed the server's session. */
  tellAll() {
    for (const tab of this.browser.tabs) tab.hear(SIGNED_KEY, null, '1')
  }
  /** Everything that waits has its answer. */
  async rest() {
    this.server.fates.clear()
    for (let round = 0; round < 5; round++) {
      for (const resolve of this.server.held.splice(0)) resolve()
      for (const { prompts } of this.wallets) for (const { sign } of [...prompts]) sign()
      await pass(100)
    }
  }
  /** Nothing comes any more of what has not come, and each page is shown once more. */
  async look() {
    await pass(140_000)
    await this.rest()
    for (const tab of this.browser.tabs) {
      tab.show(true)
      await pass(2_000)
    }
  }
  end() {
    for (const { tab, client } of this.stores) tab.run(client.dispose)
  }
}
