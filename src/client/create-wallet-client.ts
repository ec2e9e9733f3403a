import type { ConnectorSource, WalletProvider } from '../connectors/connector.js'
import { createDefaultSources } from '../connectors/sources.js'
import { cancelAll, goOn } from './attempt.js'
import { changeAttempt, fail, move, running, showList } from './call.js'
import { listConnectors } from './choices.js'
import type { WalletClientConfig } from './config.js'
import { connect, pick } from './connect.js'
import type { Core } from './core.js'
import { createCore } from './create-core.js'
import { disconnect } from './disconnect.js'
import type { InferredClient, NamespacesOf } from './inferred-client.js'
import { configure, dispose } from './lifetime.js'
import { watchTabs } from './other-tabs.js'
import { restore } from './reconnect.js'
import { isSigningIn } from './sign-in-state.js'
import type { WalletClient } from './wallet-client.js'
import { createWalletRequests } from './wallet-requests.js'

/** Shows what goes on: an attempt, its failure, a sign-in; else the list. */
function openModal(core: Core): void {
  if (core.disposed.aborted) return
  core.discovery.scan()
  const { phase, attempt } = core.now
  if (attempt || (phase === 'ready' && isSigningIn(core.store.get().auth))) move(core, 'show')
  else showList(core)
}

/**
 * Creates a headless client.
 *
 * @param input the page's configuration
 * @param sources what finds wallets; all of the package's own by default
 * @throws WalletError `config_invalid` when no chain is left, or a network's address is not valid
 * @example
 * const client = createWalletClient({ chains: 'eip155:1 starknet:SN_MAIN' })
 * client.subscribe(() => console.log(client.getState().account))
 * await client.restore()
 */
export function createWalletClient<
  const Chains extends string | readonly string[] = string,
  const Optional extends string | readonly string[] = Chains,
>(
  input: WalletClientConfig & { chains?: Chains | undefined; optionalChains?: Optional | undefined } = {},
  sources: readonly ConnectorSource[] = createDefaultSources(),
): InferredClient<NamespacesOf<Chains> | NamespacesOf<Optional>> {
  const core = createCore(input, sources)
  const { store, events, connections, discovery } = core
  const unwatchTabs = watchTabs(core)
  // These two listen before any listener of the page, so that every listener reads the right status.
  events.on('connected', () => move(core, 'stay'))
  events.on('disconnected', () => move(core, 'stay'))

  const client: WalletClient = {
    store: core.config.store,
    getState: store.get,
    subscribe: store.subscribe,
    on: events.on,
    getConfig: () => core.config,
    configure: (config) => configure(core, config),
    discover: discovery.scan,
    restore: () => restore(core),
    connect: (options) => connect(core, options),
    open: () => openModal(core),
    pick: (walletId) => pick(core, walletId),
    chooseApp: (app) => changeAttempt(core, core.now.attempt, { app }),
    goOn: () => goOn(core),
    retry() {
      const { phase, attempt } = core.now
      if (phase === 'failed') pick(core, attempt.connector.id, attempt)
    },
    back() {
      if (running(core)?.isDirect) cancelAll(core)
      else if (core.now.attempt) showList(core, 'back')
    },
    dismiss() {
      if (core.now.call || core.now.attempt || store.get().open) cancelAll(core)
    },
    abort(error) {
      if (!core.now.call && !running(core)) return
      move(core, 'cancel')
      fail(core, error)
    },
    disconnect: (options) => disconnect(core, options),
    activate: (namespace) => connections.activate(namespace),
    setAuth(auth, open) {
      if (core.disposed.aborted) return
      store.set({ auth })
      if (open !== undefined) move(core, open ? 'show' : 'hide')
    },
    holdWindow: (namespace) => connections.get(namespace)?.session.hold?.() ?? null,
    findWindow: (namespace) => connections.get(namespace)?.session.focus ?? null,
    cancelRequests: (namespace) => connections.get(namespace)?.queue.cancel(),
    tell: events.emit,
    offerOnePrompt(begin, check) {
      core.onePrompt = begin
      core.checkBeforeConnecting = check
    },
    ...createWalletRequests(core),
    getProvider: () => (connections.active()?.session.provider ?? null) as WalletProvider | null,
    getConnectors: () => listConnectors(core),
    dispose() {
      unwatchTabs()
      dispose(core)
    },
  }
  // A wallet of these chains signs in these ways alone: the type says what `chains` says.
  return client as InferredClient<NamespacesOf<Chains> | NamespacesOf<Optional>>
}
