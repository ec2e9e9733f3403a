import { allChains } from '../connectors/config.js'
import type { Connector, ConnectorSource } from '../connectors/connector.js'
import { forgetLastWallet, readLastWallet, rememberLastWallet } from '../connectors/sources.js'
import { browserStorage } from '../platform/environment.js'
import { NativePromise } from '../platform/natives.js'
import { createMemoryStorage, createSafeStorage, type StorageLike } from '../platform/storage.js'
import { failWith } from './call-result.js'
import { resolveConfig, type WalletClientConfig } from './config.js'
import { Connections } from './connections.js'
import type { Core } from './core.js'
import { createDiscovery } from './discovery.js'
import { nameAll } from './live-names.js'
import { publishChoices } from './progress.js'
import { waitFor } from './reconnect.js'
import { answerBy, findConnection, wantsWallet } from './serve-call.js'
import { createRecords } from './session-records.js'
import { ANONYMOUS } from './sign-in-state.js'
import type { WalletState } from './state.js'
import { createEmitter, createStore } from './store.js'
import type { ClientEvents } from './wallet-client.js'

/** Remembers the last Starknet wallet, for the modes that ask that wallet first. */
function rememberWallet(storage: StorageLike, connector: Connector, isConnected: boolean): void {
  if (connector.namespace !== 'starknet') return
  if (!isConnected) {
    if (readLastWallet(storage) === connector.id) forgetLastWallet(storage)
  } else if (connector.remembered !== false) rememberLastWallet(storage, connector.id)
}

/** Creates what the functions of one client share. @throws WalletError `config_invalid` */
export function createCore(input: WalletClientConfig, sources: readonly ConnectorSource[]): Core {
  const config = resolveConfig(input)
  // The page may name the place until the first use: React sets properties after the element is on the page.
  const storage = createSafeStorage(() => core.config.storage ?? browserStorage())
  const lastWallets = config.store === 'default' ? storage : createMemoryStorage()
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
    onRemember: (connector, isConnected) => rememberWallet(lastWallets, connector, isConnected),
    onKept: (connector) => waitFor(core, connector),
    onPublish: () => nameAll(core),
  })
  const discovery = createDiscovery(sources, store, getConfig)
  const core: Core = {
    config,
    life,
    sources,
    storage,
    lastWallets,
    records,
    events,
    store,
    disposed,
    connections,
    discovery,
    hasNames: false,
    pending: null,
    running: null,
    last: null,
    earlier: new Map(),
    restoring: null,
    finding: 0,
    // A slow wallet may answer `restore` while the list is open.
    onRestored(connection) {
      const { pending: call, running } = core
      if (!call || running || store.get().phase !== 'choosing' || findConnection(core, call) !== connection)
        return
      if (wantsWallet(call)) failWith(core, call, answerBy(core, connection, call))
    },
    closing: NativePromise.resolve(),
  }
  discovery.watch(() => publishChoices(core))
  return core
}
