import { allChains } from '../connectors/config.js'
import type { ConnectorSource } from '../connectors/connector.js'
import { browserStorage } from '../platform/environment.js'
import { createSafeStorage } from '../platform/storage.js'
import { failWith, wantsWallet } from './call.js'
import { publishChoices } from './choices.js'
import type { ClientEvents } from './client-events.js'
import { resolveConfig, type WalletClientConfig } from './config.js'
import { Connections } from './connections.js'
import type { Core } from './core.js'
import { createDiscovery } from './discovery.js'
import { nameAll } from './live-names.js'
import { endOutdated, waitFor } from './reconnect.js'
import { answerBy, findConnection } from './serve-call.js'
import { createRecords } from './session-records.js'
import { ANONYMOUS } from './sign-in-state.js'
import type { WalletState } from './state.js'
import { createEmitter, createStore } from './store.js'

/** Creates what the functions of one client share. @throws WalletError `config_invalid` */
export function createCore(input: WalletClientConfig, sources: readonly ConnectorSource[]): Core {
  const config = resolveConfig(input)
  // The page may name the place until the first use: React sets properties after the element is on the page.
  const storage = createSafeStorage(() => core.config.storage ?? browserStorage())
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
    chains: allChains(config),
    appName: config.appName,
  })
  const life = new AbortController()
  const { signal: disposed } = life
  const getConfig = () => core.config
  const connections = new Connections({
    store,
    events,
    records,
    getChains: () => allChains(core.config),
    onKept: (connector) => waitFor(core, connector),
    onPublish() {
      endOutdated(core)
      nameAll(core)
    },
  })
  const discovery = createDiscovery(sources, store, getConfig)
  const core: Core = {
    config,
    life,
    sources,
    storage,
    records,
    events,
    store,
    disposed,
    connections,
    discovery,
    hasNames: false,
    now: { phase: 'ready', call: null, attempt: null, restoring: null },
    searches: new Set(),
    // A slow wallet may answer `restore` while the list is open.
    onRestored(connection) {
      const { phase, call } = core.now
      if (phase !== 'choosing' || !call || findConnection(core, call) !== connection) return
      if (wantsWallet(call)) failWith(core, call, answerBy(core, connection, call))
    },
  }
  discovery.watch(() => publishChoices(core))
  return core
}
