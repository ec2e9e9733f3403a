import type { ConnectorSource } from '../connectors/connector.js'
import {
  createDefaultSources,
  forgetLastWallet,
  readLastWallet,
  rememberLastWallet,
} from '../connectors/sources.js'
import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { createPageStorage, createSafeStorage } from '../platform/storage.js'
import { cancelAll, stopRunning } from './attempt.js'
import { fail, failWith } from './call-result.js'
import { pageChains, resolveConfig, type WalletClientConfig } from './config.js'
import { connect, pick } from './connect.js'
import { createConnections } from './connections.js'
import type { Core } from './core.js'
import { disconnect } from './disconnect.js'
import { createDiscovery } from './discovery.js'
import { watchTabs } from './other-tabs.js'
import { changeAttempt, clear, listConnectors, move, publish, publishChoices, showList } from './progress.js'
import { restore, stopWaiting, waitFor } from './reconnect.js'
import { answerBy, findConnection, wantsWallet } from './serve-call.js'
import { createRecords } from './session-records.js'
import { ANONYMOUS, isSigningIn } from './sign-in-state.js'
import type { WalletState } from './state.js'
import { callSafely, createEmitter, createStore } from './store.js'
import type { ClientEvents, WalletClient } from './wallet-client.js'
import { createWalletRequests } from './wallet-requests.js'

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
export function createWalletClient(
  input: WalletClientConfig = {},
  sources: readonly ConnectorSource[] = createDefaultSources(),
): WalletClient {
  const config = resolveConfig(input)
  const storage = input.storage ? createSafeStorage(input.storage) : createPageStorage()
  const records = createRecords(storage, config.store)
  const events = createEmitter<ClientEvents>()
  const store = createStore<WalletState>({
    status: 'idle',
    phase: 'ready',
    open: false,
    choices: [],
    attempt: null,
    error: null,
    connections: [],
    active: null,
    account: null,
    chainId: null,
    wallet: null,
    auth: ANONYMOUS,
    chains: pageChains(config),
    appName: config.appName,
  })
  const life = new AbortController()
  const { signal: disposed } = life
  const getConfig = () => core.config
  const connections = createConnections({
    store,
    events,
    records,
    getChains: () => pageChains(core.config),
    onRemember(connector, connected) {
      if (connector.namespace !== 'starknet') return
      if (!connected) {
        if (readLastWallet(storage) === connector.id) forgetLastWallet(storage)
      } else if (connector.remembered !== false) rememberLastWallet(storage, connector.id)
    },
    onLocked: (connector) => waitFor(core, connector),
  })
  const discovery = createDiscovery(sources, store, getConfig, () => publishChoices(core))
  const core: Core = {
    config,
    sources,
    storage,
    records,
    events,
    store,
    disposed,
    connections,
    discovery,
    pending: null,
    running: null,
    last: null,
    earlier: new Map(),
    restoring: null,
    // A slow wallet may answer `restore` while the list is open.
    onRestored(connection) {
      const { pending: call, running } = core
      if (!call || running || store.get().phase !== 'choosing' || findConnection(core, call) !== connection)
        return
      if (wantsWallet(call)) failWith(core, call, answerBy(core, connection, call))
    },
    closing: NativePromise.resolve(),
  }

  const unwatchTabs = watchTabs(core)
  // These two listen before any listener of the page, so that every listener finds the right status.
  events.on('connected', () => move(core, 'stay'))
  events.on('disconnected', () => move(core, 'stay'))

  return {
    store: config.store,
    getState: store.get,
    subscribe: store.subscribe,
    on: events.on,
    getConfig,
    configure(next) {
      core.config = { ...resolveConfig(next), store: config.store }
      const chains = connections.offer(pageChains(core.config))
      publish(core, { chains, appName: core.config.appName })
      queueMicrotask(() => publishChoices(core))
    },
    discover: discovery.scan,
    restore: () => restore(core),
    connect: (options) => connect(core, options),
    open() {
      if (disposed.aborted) return
      discovery.scan()
      const { phase, auth } = store.get()
      if (core.running || phase === 'failed' || (phase === 'ready' && isSigningIn(auth)))
        store.set({ open: true })
      else showList(core)
    },
    pick: (walletId) => pick(core, walletId),
    chooseApp: (app) => changeAttempt(core, { app }),
    retry() {
      const { last } = core
      if (last && store.get().phase === 'failed') pick(core, last.connector.id, last.chainId)
    },
    back() {
      if (core.running?.isDirect) return cancelAll(core)
      if (!core.running && store.get().phase !== 'failed') return
      stopRunning(core)
      showList(core, 'back')
    },
    dismiss() {
      if (core.pending || core.running || store.get().open || store.get().phase === 'failed') cancelAll(core)
    },
    abort(error) {
      if (!core.pending && !core.running) return
      stopRunning(core)
      clear(core, 'cancel')
      fail(core, error)
    },
    disconnect: (options) => disconnect(core, options),
    activate: connections.activate,
    setAuth(auth, open = store.get().open) {
      if (!disposed.aborted) store.set({ auth, open })
    },
    holdWindow: (namespace) => connections.get(namespace)?.session.hold?.() ?? null,
    tell: events.emit,
    ...createWalletRequests(core),
    getProvider: () => connections.active()?.session.provider ?? null,
    getConnectors: () => listConnectors(core),
    dispose() {
      if (disposed.aborted) return
      stopWaiting(core)
      stopRunning(core)
      unwatchTabs()
      discovery.stop()
      for (const live of connections.all()) {
        live.queue.end()
        callSafely(live.unwatch)
      }
      clear(core, 'dispose')
      life.abort()
      const call = core.pending
      core.pending = null
      call?.fail(new WalletError('disposed'))
    },
  }
}
