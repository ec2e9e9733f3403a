import { type ChainId, namespaceOf, parseChainId } from '../chains/caip2.js'
import type { Connector, ConnectorSource, WalletProvider, WalletSession } from '../connectors/connector.js'
import {
  createDefaultSources,
  forgetLastWallet,
  readLastWallet,
  rememberLastWallet,
} from '../connectors/sources.js'
import { DISCOVERY_SETTLE, SOURCE_TIMEOUT } from '../constants.js'
import { toWalletError } from '../errors/normalise.js'
import { ConnectorNotFoundError, WalletError } from '../errors/wallet-error.js'
import { NativePromise, now, ticks } from '../platform/natives.js'
import { createPageStorage, createSafeStorage } from '../platform/storage.js'
import { wait } from '../platform/time.js'
import { pageChains, resolveConfig, type WalletClientConfig, type WalletConfig } from './config.js'
import { createConnections } from './connections.js'
import { decide } from './decide.js'
import { createDiscovery } from './discovery.js'
import { toConnectorEntity } from './entities.js'
import { byGroup, keepOrder } from './keep-order.js'
import { endSession, type LiveConnection } from './live-connection.js'
import { isConnecting, type MachineEvent, nextPhase } from './machine.js'
import { watchTabs } from './other-tabs.js'
import { createReconnect } from './reconnect.js'
import { sameContent } from './same-content.js'
import { answersTo, selectConnectors, toChoice } from './select-connectors.js'
import { createRecords } from './session-records.js'
import { ANONYMOUS, isSigningIn } from './sign-in-state.js'
import type { WalletState } from './state.js'
import { callSafely, createEmitter, createStore } from './store.js'
import { untilFound, watchLoading } from './until-found.js'
import type { ClientEvents, ConnectOptions, ConnectResult, WalletClient } from './wallet-client.js'
import { createWalletRequests } from './wallet-requests.js'

/** A call of `connect` that waits for its result. */
interface Pending {
  options: ConnectOptions
  /** The chain that the page asked for. */
  chainId: ChainId | undefined
  config: WalletConfig
  promise: Promise<ConnectResult>
  settle(result: ConnectResult): void
  fail(error: WalletError): void
}

/** The attempt that is under way. A newer attempt replaces it, and its late answer is dropped. */
interface Running {
  connector: Connector
  chainId: ChainId | undefined
  control: AbortController
  /** The attempt began without the list, so “back” has no list to return to. */
  isDirect: boolean
}

const NOTHING: ConnectResult = { connector: null, wallet: null }
const NO_OPTIONS: ConnectOptions = {
  walletId: undefined,
  chainId: undefined,
  mode: undefined,
  resultType: undefined,
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
export function createWalletClient(
  input: WalletClientConfig = {},
  sources: readonly ConnectorSource[] = createDefaultSources(),
): WalletClient {
  let config = resolveConfig(input)
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
  const connections = createConnections({
    store,
    events,
    records,
    getChains: () => pageChains(config),
    onRemember(connector, connected) {
      if (connector.namespace !== 'starknet') return
      if (!connected) {
        if (readLastWallet(storage) === connector.id) forgetLastWallet(storage)
      } else if (connector.remembered !== false) rememberLastWallet(storage, connector.id)
    },
    onLocked: (connector) => reconnect.waitFor(connector),
  })

  const { report, ask, methods } = createWalletRequests({
    events,
    connections,
    disposed,
    getConfig: () => config,
  })
  let pending: Pending | null = null
  let running: Running | null = null
  let closing: Promise<unknown> = NativePromise.resolve()
  let last: Running | null = null

  // — state —

  const selected = () => selectConnectors(discovery.all(), config)
  const findConnector = (id: string) => selected().find((connector) => answersTo(connector, id))
  /** Where the page asks for a chain, the list offers only connectors of the chain's namespace. */
  const offered = () => {
    const wanted = pending?.chainId && namespaceOf(pending.chainId)
    return selected().filter(({ namespace }) => !wanted || namespace === wanted)
  }
  /** Sets the state only where `patch` says something new, so that subscribers are not called for nothing. */
  const publish = (patch: Partial<WalletState>) => {
    const isNew = ([name, value]: [string, unknown]) =>
      !sameContent(value, store.get()[name as keyof WalletState])
    if (Object.entries(patch).some(isNew)) store.set(patch)
  }
  const readChoices = () =>
    offered()
      .map((connector) => toChoice(connector, config))
      .filter((choice) => choice !== null)
  const publishChoices = () => {
    const { open, choices } = store.get()
    publish({ choices: open ? keepOrder(choices, readChoices(), byGroup) : readChoices() })
  }

  /** Moves the machine, and derives the status from the new phase and the connections. */
  const move = (event: MachineEvent, patch: Partial<WalletState> = {}) => {
    if (disposed.aborted) return
    const phase = nextPhase(store.get().phase, event)
    const status = isConnecting(phase) ? 'connecting' : connections.all().length ? 'connected' : 'idle'
    store.set({ ...patch, phase, status })
  }

  // — discovery —

  const discovery = createDiscovery(
    sources,
    store,
    () => config,
    () => publishChoices(),
  )

  // — attempts —

  function stopRunning() {
    running?.control.abort()
    running = null
  }

  function settle(result: ConnectResult) {
    const call = pending
    pending = null
    if (call?.chainId) queueMicrotask(publishChoices)
    call?.settle(result)
  }

  function fail(error: WalletError) {
    const call = pending
    pending = null
    if (call?.chainId) queueMicrotask(publishChoices)
    events.emit('error', { code: error.code, message: error.message, error })
    call?.fail(error)
  }

  const toResult = ({ connector }: LiveConnection): ConnectResult => {
    const connection = store.get().connections.find(({ namespace }) => namespace === connector.namespace)
    return connection ? { connector: connection.connector, wallet: connection.wallet } : NOTHING
  }

  /** Stops the attempt, and gives the waiting call the null choice. */
  function cancelAll() {
    stopRunning()
    move('cancel', { open: false, attempt: null, error: null })
    settle(NOTHING)
  }

  async function attempt(
    connector: Connector,
    { chainId, config }: Pick<Pending, 'chainId' | 'config'>,
    isDirect = false,
  ) {
    if (disposed.aborted) return
    const { namespace } = connector
    stopRunning()
    reconnect.stop(namespace)
    const own: Running = { connector, chainId, control: new AbortController(), isDirect }
    running = last = own
    const isCurrent = () => running === own
    const { id: walletId, name, icon } = connector
    move('pick', {
      error: null,
      attempt: { walletId, name, icon, namespace, startedAt: now(), uri: null, uriExpiresAt: null },
    })
    if (!events.emit('connecting', { walletId, namespace })) {
      if (isCurrent()) cancelAll()
      return
    }
    // The browser lets a window open only in the task of the click.
    if (!connector.opensWindow) await closing
    let session: WalletSession | null = null
    try {
      if (!isCurrent()) return
      if (chainId && namespaceOf(chainId) !== namespace)
        throw new WalletError('network_switching_only_available_in_wallet')
      session = await connector.connect({
        config,
        chainId,
        signal: own.control.signal,
        onUri(uri, uriExpiresAt) {
          const { attempt } = store.get()
          // Open the modal for a QR code even if connect({ walletId }) skipped the list.
          if (isCurrent() && attempt) move('uri', { open: true, attempt: { ...attempt, uri, uriExpiresAt } })
        },
        onAwaiting() {
          if (isCurrent()) move('await')
        },
      })
      if (!isCurrent()) return release(session, connector)
      move('answer')
      if (!session.account || !session.chainId) throw new WalletError('connect_failed')
    } catch (caught) {
      if (session) release(session, connector)
      if (!isCurrent()) return
      running = null
      const error = toWalletError(caught, 'connect_failed')
      const quiet = error.code === 'user_rejected' && !store.get().open
      if (quiet) move('cancel', { attempt: null })
      else move('fail', { error })
      fail(error)
      return
    }
    running = null
    move('accept', { open: false, attempt: null, error: null })
    const connection = connections.accept(connector, session, false)
    reconnect.tidy()
    settle(toResult(connection))
  }

  /**
   * Releases a session that nobody waits for any more. An injected wallet has one permission for the page, not one per
   * session: ending such a session would take it from the current connection, or from the attempt that follows.
   */
  function release(session: WalletSession, connector: Connector) {
    const isShared = connections.get(connector.namespace)?.session.provider === session.provider
    if (isShared || connector.group) callSafely(() => session.watch(() => {})())
    else void endSession(session)
  }

  function choose(connector: Connector, call: Pending, isDirect: boolean) {
    if (wantsWallet(call)) return void attempt(connector, call, isDirect)
    if (!isDirect) events.emit('named', { walletId: connector.id })
    stopRunning()
    move('close', { open: false, attempt: null, error: null })
    settle({ connector: toConnectorEntity(connector), wallet: null })
  }

  // — silent reconnect —

  const reconnect = createReconnect({
    records,
    storage,
    connections,
    disposed,
    getConfig: () => config,
    findConnector,
    scan: discovery.scan,
    move,
    release,
    isAttempting: (namespace) => running?.connector.namespace === namespace,
    // A slow wallet may answer `restore` while the list is open.
    onTaken(connection) {
      const call = pending
      if (!call || running || store.get().phase !== 'choosing' || findConnection(call) !== connection) return
      if (wantsWallet(call)) failWith(call, answerBy(connection, call))
    },
  })

  /** Lets the call fail with what keeps it from being answered. */
  const failWith = (call: Pending, answering: Promise<unknown>) =>
    void answering.catch((error) => pending === call && fail(toWalletError(error, 'connect_failed')))

  // — connect —

  const isWaiting = (call: Pending) => pending === call && !running
  const wantsWallet = ({ options, config }: Pending) => (options.resultType ?? config.resultType) === 'wallet'
  const findConnection = ({ chainId }: Pending) =>
    chainId ? connections.get(namespaceOf(chainId)) : connections.active()

  /** Serves a call that names its wallet, which may announce itself late. */
  async function serveNamed(call: Pending, id: string) {
    const isLoading = watchLoading(sources)
    const isHere = () => !isWaiting(call) || findConnector(id)?.availability === 'ready'
    await untilFound(isHere, DISCOVERY_SETTLE, disposed)
    await untilFound(() => isHere() || !isLoading(), SOURCE_TIMEOUT - DISCOVERY_SETTLE, disposed)
    if (!isWaiting(call)) return
    const connector = findConnector(id)
    if (connector?.note) return showList()
    if (connector?.availability === 'ready') return choose(connector, call, true)
    fail(
      connector?.namespace === 'eip155' ? new WalletError('no_in_app_browser') : new ConnectorNotFoundError(),
    )
  }

  /** Asks the last wallet without a prompt: to restore its session, or, where only its name is wanted, whether it would. */
  async function askLast(call: Pending) {
    if (wantsWallet(call)) return reconnect.restoreLast()
    const last = await reconnect.findLast(call.chainId && namespaceOf(call.chainId))
    if (last && isWaiting(call)) choose(last, call, true)
  }

  async function serve(call: Pending) {
    const { options, config } = call
    discovery.scan()
    if (options.walletId !== undefined) return serveNamed(call, options.walletId)
    const mode = options.mode ?? config.mode
    const isLoading = watchLoading(sources)
    let asked: Promise<void> | undefined
    const decideNow = (isSettled: boolean) =>
      decide({
        mode,
        isConnected: !!findConnection(call),
        wasAsked: !!asked,
        rows: offered().filter((connector) => toChoice(connector, config)),
        isNamed: config.wallets.length > 0,
        isSettled,
        isExpecting: sources.some((source) => source.expects?.()),
        isLoading: isLoading(),
      })
    if (decideNow(false) === 'restore') {
      asked = askLast(call)
      await NativePromise.race([asked, ...(mode === 'neverAsk' ? [] : [wait(DISCOVERY_SETTLE, disposed)])])
    }
    const left = (discovery.since as number) + DISCOVERY_SETTLE - ticks()
    await untilFound(() => !isWaiting(call) || decideNow(false) !== 'wait', left, disposed)
    if (!isWaiting(call)) return
    const decision = decideNow(true)
    if (typeof decision === 'object') return choose(decision, call, true)
    if (decision === 'nothing') return settle(NOTHING)
    if (decision === 'list') return showList()
    const connection = findConnection(call)
    if (connection && isWaiting(call)) await answerBy(connection, call)
  }

  /** Answers a call by a current connection, on the chain that the page asked for. */
  async function answerBy(connection: LiveConnection, call: Pending) {
    move('close', { open: false, attempt: null, error: null })
    connections.activate(connection.connector.namespace)
    if (!wantsWallet(call)) return settle({ ...toResult(connection), wallet: null })
    const { chainId, config } = call
    if (chainId && chainId !== connection.chainId)
      await ask(connection, 'switch', 'switchChain', [chainId, config])
    if (pending === call) settle(toResult(connection))
  }

  function showList() {
    publishChoices()
    move('open', { open: true, attempt: null, error: null })
  }

  function connect(given?: ConnectOptions): Promise<ConnectResult> {
    // What a page has put on Object.prototype is no option of this call.
    const options: ConnectOptions = { ...NO_OPTIONS, ...given }
    if (disposed.aborted) return NativePromise.reject(new WalletError('disposed'))
    const { walletId } = options
    const isSame =
      walletId === undefined ||
      walletId === pending?.options.walletId ||
      (running !== null && answersTo(running.connector, walletId))
    if (isSame && running && (options.mode ?? config.mode) !== 'neverAsk') store.set({ open: true })
    if (isSame && pending) return pending.promise
    let chainId: ChainId | undefined
    try {
      if (options.chainId !== undefined) chainId = parseChainId(options.chainId)
    } catch (error) {
      return report(() => NativePromise.reject(error))
    }
    const superseded = pending
    pending = null
    if (running && !isSame) {
      stopRunning()
      move(store.get().open ? 'back' : 'cancel', { attempt: null })
    }
    superseded?.fail(new WalletError('busy'))
    const call = { options, chainId, config } as Pending
    call.promise = new NativePromise((resolve, reject) => {
      call.settle = resolve
      call.fail = reject
    })
    pending = call
    // An attempt that the visitor began from the list answers this call too.
    if (!running) failWith(call, serve(call))
    return call.promise
  }

  function pick(walletId: string, chainId?: ChainId) {
    const connector = findConnector(walletId)
    // A second click on the same row would be a second prompt.
    if (connector?.availability !== 'ready' || running?.connector.id === connector.id) return
    if (pending) choose(connector, pending, false)
    else void attempt(connector, { chainId, config })
  }

  const unwatchTabs = watchTabs(connections, reconnect, records)
  // These two listen before any listener of the page, so that every listener finds the right status.
  events.on('connected', () => move('stay'))
  events.on('disconnected', () => move('stay'))

  return {
    store: config.store,
    getState: store.get,
    subscribe: store.subscribe,
    on: events.on,
    getConfig: () => config,
    configure(next) {
      const storeName = config.store
      config = { ...resolveConfig(next), store: storeName }
      const chains = connections.offer(pageChains(config))
      publish({ chains, appName: config.appName })
      queueMicrotask(publishChoices)
    },
    discover: discovery.scan,
    restore: reconnect.restore,
    connect,
    open() {
      if (disposed.aborted) return
      discovery.scan()
      const { phase, auth } = store.get()
      if (running || phase === 'failed' || (phase === 'ready' && isSigningIn(auth))) store.set({ open: true })
      else showList()
    },
    pick: (walletId) => pick(walletId),
    retry() {
      if (last && store.get().phase === 'failed') pick(last.connector.id, last.chainId)
    },
    back() {
      if (running?.isDirect) return cancelAll()
      if (!running && store.get().phase !== 'failed') return
      stopRunning()
      publishChoices()
      move('back', { open: true, attempt: null, error: null })
    },
    dismiss() {
      if (pending || running || store.get().open || store.get().phase === 'failed') cancelAll()
    },
    abort(error) {
      if (!pending && !running) return
      stopRunning()
      move('cancel', { open: false, attempt: null, error: null })
      fail(error)
    },
    async disconnect({ namespace } = {}) {
      if (!namespace || running?.connector.namespace === namespace) {
        if (running || pending) cancelAll()
      }
      reconnect.disconnect(namespace)
      const ending = connections
        .all()
        .map(({ connector }) => connector.namespace)
        .filter((name) => !namespace || name === namespace)
      closing = NativePromise.all([closing, ...ending.map((name) => connections.end(name, 'user', true))])
      for (const name of ['eip155', 'starknet'] as const) {
        if (!namespace || name === namespace) records.writeReconnect(name, null)
      }
      if (namespace !== 'eip155') forgetLastWallet(storage)
      reconnect.tidy()
      await closing
      // Some wallets withdraw the permission of every namespace at once.
      if (ending.length > 0) void connections.refresh()
    },
    activate: connections.activate,
    setAuth(auth, open = store.get().open) {
      if (!disposed.aborted) store.set({ auth, open })
    },
    holdWindow: (namespace) => connections.get(namespace)?.session.hold?.() ?? null,
    tell: events.emit,
    ...methods,
    getProvider: () => (connections.active()?.session.provider ?? null) as WalletProvider | null,
    getConnectors: selected,
    dispose() {
      if (disposed.aborted) return
      reconnect.stop()
      stopRunning()
      unwatchTabs()
      discovery.stop()
      for (const live of connections.all()) {
        live.queue.end()
        callSafely(live.unwatch)
      }
      move('dispose', { open: false, attempt: null, error: null })
      life.abort()
      const call = pending
      pending = null
      call?.fail(new WalletError('disposed'))
    },
  }
}
