import type { WalletAccount } from 'starknet'
import { type ChainId, type Namespace, namespaceOf, parseChainId } from '../chains/caip2.js'
import type { Connector, ConnectorSource, WalletSession } from '../connectors/connector.js'
import {
  createDefaultSources,
  forgetLastWallet,
  readLastWallet,
  rememberLastWallet,
} from '../connectors/sources.js'
import { DISCOVERY_SETTLE, RECONNECT_INTERVAL, RECONNECT_TIMEOUT, SOURCE_TIMEOUT } from '../constants.js'
import { toWalletError } from '../errors/normalise.js'
import { ConnectorNotFoundError, UserNotConnectedError, WalletError } from '../errors/wallet-error.js'
import { NativePromise, now, ticks } from '../platform/natives.js'
import { watchPage } from '../platform/page.js'
import { createPageStorage, createSafeStorage } from '../platform/storage.js'
import { wait } from '../platform/time.js'
import { ANONYMOUS, isSigningIn } from './auth.js'
import { answersTo, selectConnectors, toChoice } from './choices.js'
import type { ClientEvents, ConnectOptions, ConnectResult, WalletClient } from './client.js'
import { resolveConfig, type WalletClientConfig, type WalletConfig } from './config.js'
import { createConnections, letGo, type Standing } from './connections.js'
import { createDiscovery } from './discovery.js'
import { toConnectorEntity } from './entities.js'
import { isConnecting, type MachineEvent, nextPhase } from './machine.js'
import { createRecords } from './records.js'
import type { RequestKind } from './requests.js'
import type { WalletState } from './state.js'
import { callSafely, createEmitter, createStore } from './store.js'

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

/** Why a silent reconnect was stopped: the session is to be ended, not only left alone. */
const DISCONNECTED = 'disconnected'

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
  const connections = createConnections({
    store,
    events,
    records,
    onRemember(connector, connected) {
      if (connector.namespace !== 'starknet') return
      if (!connected) {
        if (readLastWallet(storage) === connector.id) forgetLastWallet(storage)
      } else if (connector.remembered !== false) rememberLastWallet(storage, connector.id)
    },
  })

  const life = new AbortController()
  const { signal: disposed } = life
  let pending: Pending | null = null
  let running: Running | null = null
  let restoring: Promise<void> | null = null
  const restores = new Map<Namespace, AbortController>()
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
  const publishChoices = () =>
    store.set({
      choices: offered()
        .map(toChoice)
        .filter((choice) => choice !== null),
    })

  /** Moves the machine, and derives what depends on it. */
  const move = (event: MachineEvent, patch: Partial<WalletState> = {}) => {
    if (disposed.aborted) return
    const phase = nextPhase(store.get().phase, event)
    const status = isConnecting(phase) ? 'connecting' : connections.all().length ? 'connected' : 'idle'
    store.set({ ...patch, phase, status })
  }

  // — discovery —

  const ready = () => offered().filter(({ availability }) => availability === 'ready')

  const discovery = createDiscovery(
    sources,
    store,
    () => config,
    () => publishChoices(),
  )

  // — attempts —

  function stopRestoring(namespace?: Namespace, reason?: typeof DISCONNECTED) {
    for (const [name, control] of restores) if (!namespace || name === namespace) control.abort(reason)
  }

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
    stopRestoring(namespace)
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
    if ((call.options.resultType ?? call.config.resultType) === 'wallet')
      return void attempt(connector, call, direct)
    stopRunning()
    move('close', { open: false, attempt: null, error: null })
    settle({ connector: toConnectorEntity(connector), wallet: null })
  }

  // — silent reconnect —

  /**
   * Lets an earlier session go that came too late to be taken up. One on a relay was not made here: another tab may be on it,
   * or the attempt that took its place may be called off. It ends only where the visitor has disconnected.
   */
  function leave(session: WalletSession, connector: Connector, signal: AbortSignal) {
    if (!session.topic || signal.reason === DISCONNECTED) release(session, connector)
  }

  /** Asks one wallet, and what it brings after `signal` is let go. */
  async function askSilently(connector: Connector, signal: AbortSignal): Promise<WalletSession | null> {
    try {
      const topic = records.readWallet(connector.key)?.topic
      const session = await connector.restore({ config, signal, topic })
      if (session?.account && session.chainId && !signal.aborted) return session
      if (session) leave(session, connector, signal)
    } catch {}
    return null
  }

  /** @returns whether the second has passed without an answer */
  async function restoreOne(walletId: string, signal: AbortSignal): Promise<boolean> {
    let isOver = false
    const over = wait(RECONNECT_TIMEOUT, signal).then(() => {
      isOver = true
    })
    while (!isOver) {
      const connector = findConnector(walletId)
      // Two wallets under one name: neither is taken up by itself.
      if (connector?.availability === 'ready' && !connector.note) {
        if (connections.get(connector.namespace)) return false
        const asked = askSilently(connector, signal)
        const answer = await NativePromise.race([asked, over])
        if (answer && (signal.aborted || connections.get(connector.namespace)))
          leave(answer, connector, signal)
        else if (answer) connections.accept(connector, answer, true)
        if (answer) return false
      }
      await NativePromise.race([over, wait(RECONNECT_INTERVAL, signal)])
    }
    return !signal.aborted
  }

  /** Clears what is stored of wallets that neither stand nor wait to be taken up. */
  function tidy() {
    const left = Object.keys(records.readReconnect()) as Namespace[]
    if (left.every(connections.get))
      records.clearOthers(connections.all().map(({ connector }) => connector.key))
  }

  /** Tries the wallets of earlier sessions, all namespaces at once, for a second at most. */
  function restore(ids = records.readReconnect()): Promise<void> {
    if (restoring) return restoring
    const wanted = Object.entries(ids).filter(([namespace]) => !connections.get(namespace as Namespace))
    if (wanted.length === 0) return NativePromise.resolve()
    if (disposed.aborted) return NativePromise.resolve()
    discovery.look()
    move('restore')
    restoring = NativePromise.all(
      wanted.map(async ([name, walletId]) => {
        const namespace = name as Namespace
        const control = new AbortController()
        restores.set(namespace, control)
        const isOver = await restoreOne(walletId, control.signal)
        // A wallet that is still at it may stop, and its answer is not wanted any more.
        control.abort()
        if (restores.get(namespace) === control) restores.delete(namespace)
        if (!isOver || connections.get(namespace)) return
        // The flag has had its second: it is cleared (specification, section 4).
        records.writeReconnect(namespace, null)
        if (namespace === 'starknet') forgetLastWallet(storage)
      }),
    ).then(() => {
      restoring = null
      tidy()
      move('restored')
    })
    return restoring
  }

  /** The wallets `neverAsk` and `canAsk` may take up: of a session, or remembered from the last one. */
  function lastWallets(): Partial<Record<Namespace, string>> {
    const starknet = readLastWallet(storage)
    return { ...(starknet && { starknet }), ...records.readReconnect() }
  }

  // — connect —

  async function decide(call: Pending) {
    const { options } = call
    const isOpen = () => pending === call && !running
    const mode = options.mode ?? call.config.mode
    const wantsWallet = (options.resultType ?? call.config.resultType) === 'wallet'
    discovery.look()
    const parts = sources.flatMap(({ settled }) => settled ?? [])
    let loaded = parts.length === 0
    const onLoaded = () => {
      loaded = true
    }
    const untilLoaded = NativePromise.all(parts).then(onLoaded, onLoaded)
    const patience = ticks() + SOURCE_TIMEOUT
    const isLoading = () => !loaded && ticks() < patience

    if (options.walletId !== undefined) {
      const id = options.walletId
      const deadline = ticks() + DISCOVERY_SETTLE
      while (isOpen() && findConnector(id)?.availability !== 'ready' && (isLoading() || ticks() < deadline))
        await wait(20, disposed)
      if (!isOpen()) return
      const connector = findConnector(id)
      if (connector?.note) return showList()
      if (connector?.availability !== 'ready') {
        return fail(
          connector?.namespace === 'eip155'
            ? new WalletError('no_in_app_browser')
            : new ConnectorNotFoundError(),
        )
      }
      return choose(connector, call, true)
    }

    const findStanding = () =>
      call.chainId ? connections.get(namespaceOf(call.chainId)) : connections.active()
    const standing = findStanding()
    if (standing && (mode === 'neverAsk' || mode === 'canAsk') && wantsWallet) return take(standing, call)

    if (mode === 'neverAsk' || (mode === 'canAsk' && wantsWallet)) {
      const restored = restore(lastWallets())
      await (mode === 'neverAsk'
        ? restored
        : NativePromise.race([restored, wait(DISCOVERY_SETTLE, disposed)]))
      if (!isOpen()) return
      const taken = findStanding()
      if (taken) return take(taken, call)
      if (mode === 'neverAsk') return settle(NOTHING)
    }

    const settled = (discovery.since as number) + DISCOVERY_SETTLE
    while (isOpen() && ready().length < 2 && ticks() < settled) await wait(20, disposed)
    if (isLoading()) await NativePromise.race([untilLoaded, wait(20, disposed)])
    if (!isOpen()) return
    const choices = ready()
    const owner = choices.filter(({ ownsBrowser }) => ownsBrowser)
    const only =
      owner.length === 1
        ? owner[0]
        : mode === 'canAsk' && choices.length === 1 && !isLoading()
          ? choices[0]
          : undefined
    if (only) return choose(only, call, true)
    showList()
    // A slow wallet may still answer the silent question while the list is open.
    if (!restoring) return
    await restoring
    const late = findStanding()
    if (late && isOpen()) await take(late, call)
  }

  /** Answers a call with a connection that stands, on the chain that was asked for. */
  async function take(standing: Standing, call: Pending) {
    move('close', { open: false, attempt: null, error: null })
    connections.activate(standing.connector.namespace)
    const { chainId, config } = call
    if (chainId && chainId !== standing.chainId)
      await enqueue(standing, 'switch', 'switchChain', [chainId, config])
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
    if (!running)
      void decide(call).catch((error) => pending === call && fail(toWalletError(error, 'connect_failed')))
    return call.promise
  }

  function pick(walletId: string, chainId?: ChainId) {
    const connector = findConnector(walletId)
    // A second click on the same row would be a second prompt.
    if (connector?.availability !== 'ready' || running?.connector.id === connector.id) return
    if (pending) choose(connector, pending, false)
    else void attempt(connector, { chainId, config })
  }

  // — requests —

  /** Runs a request; whatever it fails with is told, unless nobody waits for it any more, and is a WalletError. */
  async function report<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await run()
    } catch (caught) {
      const error = toWalletError(caught, 'wallet_failed')
      if (!signal?.aborted) events.emit('error', { code: error.code, message: error.message, error })
      throw error
    }
  }

  type Method = keyof WalletSession &
    ('signMessage' | 'signTypedData' | 'execute' | 'switchChain' | 'addChain' | 'watchAsset')

  /** Asks a wallet when its turn has come; for the account it was asked for, or not at all. */
  async function enqueue<T>(
    one: Standing,
    kind: RequestKind,
    method: Method,
    args: unknown[],
    signal?: AbortSignal,
  ): Promise<T> {
    const run = one.session[method] as ((...args: unknown[]) => Promise<T>) | undefined
    if (!run) throw new WalletError('not_implemented')
    const { account, chainId } = one
    return one.queue.run(kind, () => {
      if (signal?.aborted) throw signal.reason
      if (one.account !== account && (kind === 'sign' || kind === 'execute')) {
        throw new WalletError('account_mismatch', {
          message: 'Another account was chosen before the wallet could be asked. Try again.',
        })
      }
      if (one.chainId !== chainId && kind === 'execute') throw new WalletError('chain_mismatch')
      return run.apply(one.session, args)
    })
  }

  function use(): Standing {
    if (disposed.aborted) throw new WalletError('disposed')
    const one = connections.active()
    if (!one) throw new UserNotConnectedError()
    return one
  }

  const request = <T>(kind: RequestKind, method: Method, ...args: unknown[]): Promise<T> =>
    report(() => enqueue<T>(use(), kind, method, args))

  /** Runs what needs no prompt, and so no turn. */
  const read = <T>(run: (one: Standing, signal: AbortSignal) => Promise<T> | undefined): Promise<T> =>
    report(() => {
      const one = use()
      return one.queue.beside(async (signal) => {
        const answer = run(one, signal)
        if (!answer) throw new WalletError('not_implemented')
        return answer
      })
    })

  const unwatchPage = watchPage({
    onShow: () => void connections.refresh(),
    onStorage(key) {
      if (key !== records.reconnectKey) return
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
      store.set({ chains: [...config.chains, ...config.optionalChains], appName: config.appName })
      queueMicrotask(publishChoices)
    },
    discover: discovery.look,
    restore: () => restore(),
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
      stopRestoring(namespace, DISCONNECTED)
      const ending = connections
        .all()
        .map(({ connector }) => connector.namespace)
        .filter((name) => !namespace || name === namespace)
      closing = NativePromise.all([closing, ...ending.map((name) => connections.end(name, 'user', true))])
      for (const name of ['eip155', 'starknet'] as const) {
        if (!namespace || name === namespace) records.writeReconnect(name, null)
      }
      if (namespace !== 'eip155') forgetLastWallet(storage)
      tidy()
      await closing
    },
    activate: connections.activate,
    setAuth(auth, open = store.get().open) {
      if (!disposed.aborted) store.set({ auth, open })
    },
    tell: events.emit,
    signMessage: (message, { signal } = {}) =>
      report(() => {
        if (typeof message === 'string' && message)
          return enqueue(use(), 'sign', 'signMessage', [message], signal)
        throw new WalletError('request_invalid', { message: 'signMessage: a text is needed' })
      }, signal),
    signTypedData: (typedData, { signal } = {}) =>
      report(() => enqueue(use(), 'sign', 'signTypedData', [typedData], signal), signal),
    execute: (calls, options) =>
      report(async () => {
        const one = use()
        const { chainId } = one
        const args = [calls, options]
        const result = await enqueue<{ transactionHash: string }>(one, 'execute', 'execute', args)
        events.emit('transaction', { ...result, chainId, status: 'sent' })
        return result
      }),
    waitForTransaction: (hash) =>
      read(({ session, chainId }, signal) =>
        session.waitForTransaction?.(hash, signal).then((receipt) => {
          const { transactionHash, status } = receipt
          events.emit('transaction', { transactionHash, chainId, status })
          return receipt
        }),
      ),
    switchChain: (params) =>
      report(() => enqueue(use(), 'switch', 'switchChain', [parseChainId(params?.chainId), config])),
    addChain: (params) => request('add', 'addChain', params),
    watchAsset: (params) => request('watch', 'watchAsset', params),
    getBalance: (token) => read(({ session }) => session.getBalance?.(token)),
    getProvider: () => connections.active()?.session.provider ?? null,
    getConnectors: selected,
    getStarknetAccount: () =>
      report(() => {
        const one = connections.get('starknet')
        if (!one) throw new UserNotConnectedError()
        if (!one.session.getStarknetAccount) throw new WalletError('not_implemented')
        return one.queue.beside(() => one.session.getStarknetAccount?.() as Promise<WalletAccount>)
      }),
    dispose() {
      if (disposed.aborted) return
      stopRestoring()
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
