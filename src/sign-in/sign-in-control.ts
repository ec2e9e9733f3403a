import type { WalletClient } from '../client/wallet-client.js'
import { createPart } from '../platform/chunks.js'
import { readAddress } from '../platform/environment.js'
import { watchPage } from '../platform/page.js'
import { SIGNED_KEY } from '../platform/stored-names.js'
import type { OnePrompt } from '../protocol/one-prompt.js'
import type { SignInConfig } from './adapter.js'
import { createHolder } from './holder.js'
import { look } from './look.js'
import type { SignInMachine } from './machine.js'
import { createNamedServer } from './named-server.js'
import { opensWindow } from './own-window.js'
import type { SignInParts } from './parts.js'
import { fetchAhead, runSignIn, toFailure } from './run.js'
import type { PageAddress } from './sign-in-message.js'
import { createStoreSignIn, type LateSignIn, type StoreSignIn } from './store-sign-in.js'

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

/** The page's half of the sign-in for one client, without an element. */
export interface SignInControl extends Omit<StoreSignIn, 'use' | 'machine'> {
  /** Called when a wallet is being connected: if a sign-in follows, fetches its nonce meanwhile. */
  prepare(): void
  /** Lets a wallet sign in while it connects. @throws WalletError `asset_integrity` */
  onePrompt(): Promise<OnePrompt>
}

/** Adds the page's statement, as its configuration has it when it is read. */
const toPage = ({ host, origin }: PageAddress, getConfig: () => SignInConfig): PageAddress => ({
  host,
  origin,
  get statement() {
    return getConfig().statement
  },
})

/** Creates the effects of the sign-in of a store. */
export function createLateSignIn(
  machine: SignInMachine,
  { client, getConfig, page = readAddress() }: SignInControlOptions,
): LateSignIn {
  const server = createNamedServer(getConfig)
  const holder = createHolder(client, machine, server, getConfig, () => void look(parts, true))
  const parts: SignInParts = {
    ...{ client, machine, server, holder, page: toPage(page, getConfig), given: null },
    get ledger() {
      return holder.ledger
    },
  }
  const lookAgain = () => {
    if (holder.belief.signed || client.getState().account) void look(parts)
  }
  watchPage({ onShow: lookAgain, onStorage: (key, _, value) => key === SIGNED_KEY && value && lookAgain() })
  holder.move()

  return {
    get belief() {
      return holder.belief
    },
    run: (run) => runSignIn(parts, run),
    async look(walletId) {
      holder.move()
      const { account } = client.getState()
      if (walletId !== undefined && opensWindow(client, walletId)) void fetchAhead(parts)
      if (account && !machine.run && !holder.belief.signed) await look(parts, true)
    },
    async signOut() {
      holder.move()
      const { signed } = holder.belief
      const ledger = holder.ledger ?? server.get()
      server.dropNonce()
      try {
        await ledger.signOut(holder)
      } catch (error) {
        throw machine.report(toFailure(error))
      }
      if (!signed) return null
      const { address, chainId, namespace } = signed
      return { address, chainId, namespace, verified: false }
    },
    update() {
      if (server.updateProof()) holder.ledger?.hear(true)
      if (holder.move() && client.getState().account) void look(parts, true)
    },
    async prepare() {
      if (getConfig().signIn !== 'off') await fetchAhead(parts)
    },
    async onePrompt() {
      const { createOnePrompt } = await ONE_PROMPT.load()
      return createOnePrompt(parts)
    },
  }
}

/** Creates the {@link SignInControl} of a client. */
export function createSignInControl(options: SignInControlOptions): SignInControl {
  const { client, getConfig } = options
  const create = (machine: SignInMachine) => createLateSignIn(machine, options)
  const own = createStoreSignIn({ client, getConfig, isWanted: () => true, load: async () => create })
  const { use } = own
  // From the beginning, so that the page's other stores know of it.
  void use(async () => {})
  return {
    ...own,
    prepare: () => void use((code) => code.prepare()),
    onePrompt: () => use((code) => code.onePrompt()),
  }
}
