import { type ChainId, namespaceOf, parseChainId } from '../chains/caip2.js'
import type { Connector, ConnectorSource, WalletSession } from '../connectors/connector.js'
import {
  createDefaultSources,
  forgetLastWallet,
  readLastWallet,
  rememberLastWallet,
} from '../connectors/sources.js'
import { DISCOVERY_LOOK, DISCOVERY_SETTLE, SOURCE_TIMEOUT } from '../constants.js'
import { toWalletError } from '../errors/normalise.js'
import { ConnectorNotFoundError, WalletError } from '../errors/wallet-error.js'
import { NativePromise, now, ticks } from '../platform/natives.js'
import { watchPage } from '../platform/page.js'
import { createPageStorage, createSafeStorage } from '../platform/storage.js'
import { until, wait } from '../platform/time.js'
import { resolveConfig, type WalletClientConfig, type WalletConfig } from './config.js'
import { createConnections, letGo, type Standing } from './connections.js'
import { decide } from './decide.js'
import { createDiscovery } from './discovery.js'
import { toConnectorEntity } from './entities.js'
import { byGroup, keepOrder } from './keep-order.js'
import { isConnecting, type MachineEvent, nextPhase } from './machine.js'
import { createReconnect } from './reconnect.js'
import { sameContent } from './same-content.js'
import { answersTo, selectConnectors, toChoice } from './select-connectors.js'
import { createRecords } from './session-records.js'
import { ANONYMOUS, isSigningIn } from './sign-in-state.js'
import type { WalletState } from './state.js'
import { callSafely, createEmitter, createStore } from './store.js'
import type { ClientEvents, ConnectOptions, ConnectResult, WalletClient } from './wallet-client.js'
import { createAccountMethods } from './wallet-requests.js'

/** A call of `connect` that has not settled. */
interface Pending {
  options: ConnectOptions
  /** The chain that was asked for. */
  chainId: ChainId | undefined
  config: WalletConfig
  promise: Promise<ConnectResult>
  settle(result: ConnectResult): void
  fail(error: WalletError): void
}

/** The attempt under way. A newer one makes it stale, and whatever it still brings is dropped. */
interface Running {
  connector: Connector
  chainId: ChainId | undefined
  control: AbortController
  /** Begun without the list: there is no list to go back to. */
  direct: boolean
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
 * @throws WalletError `config_invalid`
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
    chains: [...config.chains, ...config.optionalChains],
    appName: config.appName,
  })
  const life = new AbortController()
  const { signal: disposed } = life
  const connections = createConnections({
    store,
    events,
    records,
    getChains: () => [...config.chains, ...config.optionalChains],
    onRemember(connector, connected) {
      if (connector.namespace !== 'starknet') return
      if (!connected) {
        if (readLastWallet(storage) === connector.id) forgetLastWallet(storage)
      } else if (connector.remembered !== false) rememberLastWallet(storage, connector.id)
    },
    onLocked: (connector) => reconnect.waitFor(connector),
  })

  const { report, ask, methods } = createAccountMethods({
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
  /** Of a chain that was asked for, only wallets of its kind are on offer. */
  const offered = () => {
    const wanted = pending?.chainId && namespaceOf(pending.chainId)
    return selected().filter(({ namespace }) => !wanted || namespace === wanted)
  }
  /** Where nothing is new there is no new state either. */
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

  /** Moves the machine, and derives what depends on it. */
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

  const toResult = ({ connector }: Standing): ConnectResult => {
    const connection = store.get().connections.find(({ namespace }) => namespace === connector.namespace)
    return connection ? { connector: connection.connector, wallet: connection.wallet } : NOTHING
  }

  /** Ends everything that is under way with the null choice. */
  function callOff() {
    stopRunning()
    move('cancel', { open: false, attempt: null, error: null })
    settle(NOTHING)
  }

  async function attempt(
    connector: Connector,
    { chainId, config }: Pick<Pending, 'chainId' | 'config'>,
    direct = false,
  ) {
    if (disposed.aborted) return
    const { namespace } = connector
    stopRunning()
    reconnect.stop(namespace)
    const own: Running = { connector, chainId, control: new AbortController(), direct }
    running = last = own
    const isCurrent = () => running === own
    const { id: walletId, name, icon } = connector
    move('pick', {
      error: null,
      attempt: { walletId, name, icon, namespace, startedAt: now(), uri: null, uriExpiresAt: null },
    })
    if (!events.emit('connecting', { walletId, namespace })) {
      if (isCurrent()) callOff()
      return
    }
    // A window has to be opened in the task of the click.
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
          // A code is to be seen, also where the wallet was not chosen from the list.
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
    const one = connections.accept(connector, session, false)
    reconnect.tidy()
    settle(toResult(one))
  }

  /**
   * Lets a session go that nobody waits for any more. That of an injected wallet has no life of its own: to end it would
   * take the permission away from the connection that stands, or that the visitor asks the same wallet for meanwhile.
   */
  function release(session: WalletSession, connector: Connector) {
    const same = connections.get(connector.namespace)?.session.provider === session.provider
    if (same || connector.group) callSafely(() => session.watch(() => {})())
    else void letGo(session)
  }

  function choose(connector: Connector, call: Pending, direct: boolean) {
    if (wantsWallet(call)) return void attempt(connector, call, direct)
    if (!direct) events.emit('named', { walletId: connector.id })
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
    look: discovery.look,
    move,
    release,
    isAttempting: (namespace) => running?.connector.namespace === namespace,
    // A slow wallet may answer the silent question while the list is open.
    onTaken(standing) {
      const call = pending
      if (!call || running || store.get().phase !== 'choosing' || findStanding(call) !== standing) return
      if (wantsWallet(call)) answer(call, take(standing, call))
    },
  })

  /** A call that cannot be answered fails with what stands in the way. */
  const answer = (call: Pending, answering: Promise<unknown>) =>
    void answering.catch((error) => pending === call && fail(toWalletError(error, 'connect_failed')))

  // — connect —

  const isOpen = (call: Pending) => pending === call && !running
  const wantsWallet = ({ options, config }: Pending) => (options.resultType ?? config.resultType) === 'wallet'
  const findStanding = ({ chainId }: Pending) =>
    chainId ? connections.get(namespaceOf(chainId)) : connections.active()

  /** Whether sources still load a part that may bring further wallets. */
  function watchLoading(): () => boolean {
    const parts = sources.flatMap(({ settled }) => settled ?? [])
    let isLoading = parts.length > 0
    const onLoaded = () => {
      isLoading = false
    }
    NativePromise.all(parts).then(onLoaded, onLoaded)
    return () => isLoading
  }

  /** Serves a call that names its wallet, which may announce itself late. */
  async function serveOne(call: Pending, id: string) {
    const isLoading = watchLoading()
    const isHere = () => !isOpen(call) || findConnector(id)?.availability === 'ready'
    await until(isHere, DISCOVERY_SETTLE, DISCOVERY_LOOK, disposed)
    await until(() => isHere() || !isLoading(), SOURCE_TIMEOUT - DISCOVERY_SETTLE, DISCOVERY_LOOK, disposed)
    if (!isOpen(call)) return
    const connector = findConnector(id)
    if (connector?.note) return showList()
    if (connector?.availability === 'ready') return choose(connector, call, true)
    fail(
      connector?.namespace === 'eip155' ? new WalletError('no_in_app_browser') : new ConnectorNotFoundError(),
    )
  }

  /** Asks the last wallet without a prompt: for its connection, or where only its name is wanted, whether it would give one. */
  async function askLast(call: Pending) {
    if (wantsWallet(call)) return reconnect.restoreLast()
    const last = await reconnect.findLast(call.chainId && namespaceOf(call.chainId))
    if (last && isOpen(call)) choose(last, call, true)
  }

  async function serve(call: Pending) {
    const { options, config } = call
    discovery.look()
    if (options.walletId !== undefined) return serveOne(call, options.walletId)
    const mode = options.mode ?? config.mode
    const isLoading = watchLoading()
    let asked: Promise<void> | undefined
    const look = (isSettled: boolean) =>
      decide({
        mode,
        isStanding: !!findStanding(call),
        wasAsked: !!asked,
        rows: offered().filter((connector) => toChoice(connector, config)),
        isNamed: config.wallets.length > 0,
        isSettled,
        isExpecting: sources.some((source) => source.expects?.()),
        isLoading: isLoading(),
      })
    if (look(false) === 'restore') {
      asked = askLast(call)
      await NativePromise.race([asked, ...(mode === 'neverAsk' ? [] : [wait(DISCOVERY_SETTLE, disposed)])])
    }
    const left = (discovery.since as number) + DISCOVERY_SETTLE - ticks()
    await until(() => !isOpen(call) || look(false) !== 'wait', left, DISCOVERY_LOOK, disposed)
    if (!isOpen(call)) return
    const decision = look(true)
    if (typeof decision === 'object') return choose(decision, call, true)
    if (decision === 'nothing') return settle(NOTHING)
    if (decision === 'list') return showList()
    const standing = findStanding(call)
    if (standing && isOpen(call)) await take(standing, call)
  }

  /** Answers a call with a connection that stands, on the chain that was asked for. */
  async function take(standing: Standing, call: Pending) {
    move('close', { open: false, attempt: null, error: null })
    connections.activate(standing.connector.namespace)
    if (!wantsWallet(call)) return settle({ ...toResult(standing), wallet: null })
    const { chainId, config } = call
    if (chainId && chainId !== standing.chainId)
      await ask(standing, 'switch', 'switchChain', [chainId, config])
    if (pending === call) settle(toResult(standing))
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
    const same =
      walletId === undefined ||
      walletId === pending?.options.walletId ||
      (running !== null && answersTo(running.connector, walletId))
    if (same && running && (options.mode ?? config.mode) !== 'neverAsk') store.set({ open: true })
    if (same && pending) return pending.promise
    let chainId: ChainId | undefined
    try {
      if (options.chainId !== undefined) chainId = parseChainId(options.chainId)
    } catch (error) {
      return report(() => NativePromise.reject(error))
    }
    const superseded = pending
    pending = null
    if (running && !same) {
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
    if (!running) answer(call, serve(call))
    return call.promise
  }

  function pick(walletId: string, chainId?: ChainId) {
    const connector = findConnector(walletId)
    // A second click on the same row would be a second prompt.
    if (connector?.availability !== 'ready' || running?.connector.id === connector.id) return
    if (pending) choose(connector, pending, false)
    else void attempt(connector, { chainId, config })
  }

  const unwatchPage = watchPage({
    onShow() {
      void connections.refresh()
      reconnect.refresh()
    },
    onStorage(key) {
      if (key !== records.reconnectKey) return
      reconnect.compare()
      const left = records.readReconnect()
      // Another tab has disconnected. It has cleared what was stored; another wallet there is none of our business.
      for (const { connector } of connections.all()) {
        if (left[connector.namespace]) continue
        void connections.end(connector.namespace, 'user', false)
      }
    },
  })
  // First of all listeners, so that every other one finds the status right.
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
      const chains = connections.offer([...config.chains, ...config.optionalChains])
      publish({ chains, appName: config.appName })
      queueMicrotask(publishChoices)
    },
    discover: discovery.look,
    restore: reconnect.restore,
    connect,
    open() {
      if (disposed.aborted) return
      discovery.look()
      const { phase, auth } = store.get()
      if (running || phase === 'failed' || (phase === 'ready' && isSigningIn(auth))) store.set({ open: true })
      else showList()
    },
    pick: (walletId) => pick(walletId),
    retry() {
      if (last && store.get().phase === 'failed') pick(last.connector.id, last.chainId)
    },
    back() {
      if (running?.direct) return callOff()
      if (!running && store.get().phase !== 'failed') return
      stopRunning()
      publishChoices()
      move('back', { open: true, attempt: null, error: null })
    },
    dismiss() {
      if (pending || running || store.get().open || store.get().phase === 'failed') callOff()
    },
    abort(error) {
      if (!pending && !running) return
      stopRunning()
      move('cancel', { open: false, attempt: null, error: null })
      fail(error)
    },
    async disconnect({ namespace } = {}) {
      if (!namespace || running?.connector.namespace === namespace) {
        if (running || pending) callOff()
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
      // Some wallets have sent the whole site away with it.
      if (ending.length > 0) void connections.refresh()
    },
    activate: connections.activate,
    setAuth(auth, open = store.get().open) {
      if (!disposed.aborted) store.set({ auth, open })
    },
    holdWindow: (namespace) => connections.get(namespace)?.session.hold?.() ?? null,
    tell: events.emit,
    ...methods,
    getProvider: () => connections.active()?.session.provider ?? null,
    getConnectors: selected,
    dispose() {
      if (disposed.aborted) return
      reconnect.stop()
      stopRunning()
      unwatchPage()
      discovery.stop()
      for (const one of connections.all()) {
        one.queue.end()
        callSafely(one.unwatch)
      }
      move('dispose', { open: false, attempt: null, error: null })
      life.abort()
      const call = pending
      pending = null
      call?.fail(new WalletError('disposed'))
    },
  }
}
