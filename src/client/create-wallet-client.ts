import { type Namespace, parseChainId } from '../chains/caip2.js'
import type { Connector, ConnectorSource, WalletSession } from '../connectors/connector.js'
import {
  createDefaultSources,
  forgetLastWallet,
  readLastWallet,
  rememberLastWallet,
} from '../connectors/sources.js'
import { DISCOVERY_SETTLE, MAX_WALLETS, RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../constants.js'
import { toWalletError } from '../errors/normalise.js'
import { UserNotConnectedError, WalletError } from '../errors/wallet-error.js'
import { NativePromise, now } from '../platform/natives.js'
import { watchPage } from '../platform/page.js'
import { createPageStorage, createSafeStorage } from '../platform/storage.js'
import { wait } from '../platform/time.js'
import { answersTo, selectConnectors, toChoice } from './choices.js'
import type { ClientEvents, ConnectOptions, ConnectResult, WalletClient } from './client.js'
import { resolveConfig, type WalletClientConfig, type WalletConfig } from './config.js'
import { createConnections, type Standing } from './connections.js'
import { toConnectorEntity } from './entities.js'
import { isConnecting, type MachineEvent, nextPhase } from './machine.js'
import { createRecords, parseReconnect } from './records.js'
import type { RequestKind } from './requests.js'
import type { WalletState } from './state.js'
import { createEmitter, createStore } from './store.js'

/** A call of `connect` that has not settled. */
interface Pending {
  options: ConnectOptions
  config: WalletConfig
  promise: Promise<ConnectResult>
  settle(result: ConnectResult): void
  fail(error: WalletError): void
}

/** The attempt under way. A newer one makes it stale, and whatever it still brings is dropped. */
interface Running {
  connector: Connector
  control: AbortController
  /** Begun without the list: there is no list to go back to. */
  direct: boolean
}

const NOTHING: ConnectResult = { connector: null, wallet: null }

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
  const found = new Map<string, Connector>()
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
    chains: [...config.chains, ...config.optionalChains],
    appName: config.appName,
  })
  const connections = createConnections({
    store,
    events,
    records,
    onRemember(connector, connected) {
      if (connector.namespace !== 'starknet') return
      if (!connected) forgetLastWallet(storage)
      else if (connector.remembered !== false) rememberLastWallet(storage, connector.id)
    },
  })

  let discoveringSince = 0
  let pending: Pending | null = null
  let running: Running | null = null
  let restoring: Promise<void> | null = null
  const restores = new Map<Namespace, AbortController>()
  let closing: Promise<unknown> = NativePromise.resolve()
  let lastPicked: string | null = null

  // — state —

  const selected = () => selectConnectors([...found.values()], config)
  const findConnector = (id: string) => selected().find((connector) => answersTo(connector, id))
  const publishChoices = () =>
    store.set({
      choices: selected()
        .map(toChoice)
        .filter((choice) => choice !== null),
    })

  /** Moves the machine, and derives what depends on it. */
  const move = (event: MachineEvent, patch: Partial<WalletState> = {}) => {
    const state = { ...store.get(), ...patch }
    const phase = nextPhase(state.phase, event)
    const status = isConnecting(phase) ? 'connecting' : connections.all().length ? 'connected' : 'idle'
    store.set({ ...patch, phase, status })
  }

  // — discovery —

  const ready = () => selected().filter(({ availability }) => availability === 'ready')
  const untilSettled = async (signal?: AbortSignal) => {
    while (ready().length < 2 && now() < discoveringSince + DISCOVERY_SETTLE && !signal?.aborted)
      await wait(20, signal)
  }

  function discover() {
    if (discoveringSince) {
      for (const source of sources) source.rescan?.()
      return
    }
    discoveringSince = now()
    const add = (connector: Connector) => {
      const known = found.get(connector.id)
      if (!known && found.size >= MAX_WALLETS) return
      // A row for installing never hides the wallet itself.
      if (known?.availability === 'ready' && connector.availability !== 'ready') return
      found.set(connector.id, connector)
      publishSoon()
    }
    const remove = (id: string) => {
      if (found.delete(id)) publishSoon()
    }
    for (const source of sources) source.start(add, remove)
    publishChoices()
  }

  let publishing = false
  function publishSoon() {
    if (publishing) return
    publishing = true
    queueMicrotask(() => {
      publishing = false
      publishChoices()
    })
  }

  // — attempts —

  function stopRestoring(namespace?: Namespace) {
    for (const [name, control] of restores) if (!namespace || name === namespace) control.abort()
  }

  function stopRunning() {
    running?.control.abort()
    running = null
  }

  function settle(result: ConnectResult) {
    const call = pending
    pending = null
    call?.settle(result)
  }

  function fail(error: WalletError) {
    const call = pending
    pending = null
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
    call: { options: ConnectOptions; config: WalletConfig },
    direct = false,
  ) {
    const { namespace } = connector
    stopRunning()
    stopRestoring(namespace)
    const own: Running = { connector, control: new AbortController(), direct }
    running = own
    lastPicked = connector.id
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
    await closing
    let session: WalletSession | null = null
    try {
      if (!isCurrent()) return
      const { chainId } = call.options
      session = await connector.connect({
        config: call.config,
        chainId: chainId === undefined ? undefined : parseChainId(chainId),
        signal: own.control.signal,
        onUri(uri, uriExpiresAt) {
          const { attempt } = store.get()
          if (isCurrent() && attempt) move('uri', { attempt: { ...attempt, uri, uriExpiresAt } })
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

  /** Lets a session go that nobody waits for any more, unless the wallet's standing session is the same one. */
  function release(session: WalletSession, connector: Connector) {
    const standing = connections.get(connector.namespace)
    if (standing?.session.provider === session.provider) session.watch(() => {})()
    else void session.disconnect().catch(() => {})
  }

  function choose(connector: Connector, call: Pending, direct: boolean) {
    if ((call.options.resultType ?? call.config.resultType) === 'wallet')
      return void attempt(connector, call, direct)
    move('close', { open: false, attempt: null, error: null })
    settle({ connector: toConnectorEntity(connector), wallet: null })
  }

  // — silent reconnect —

  async function restoreOne(walletId: string, signal: AbortSignal): Promise<void> {
    const deadline = now() + RECONNECT_TIMEOUT
    const topicOf = (connector: Connector) => records.readWallet(connector.key)?.topic
    let asked: Promise<WalletSession | null> | null = null
    while (!signal.aborted && now() < deadline) {
      const connector = findConnector(walletId)
      // Two wallets under one name: neither is taken up by itself.
      if (connector?.availability === 'ready' && !connector.note) {
        if (connections.get(connector.namespace)) return
        asked ??= connector.restore({ config, signal, topic: topicOf(connector) }).catch(() => null)
        const answer = await NativePromise.race([asked, wait(Math.max(deadline - now(), 0), signal)])
        if (answer) {
          if (signal.aborted || connections.get(connector.namespace)) return release(answer, connector)
          connections.accept(connector, answer, true)
          return
        }
        // An answer after the deadline is not wanted any more.
        if (answer === undefined) return void asked.then((late) => late && release(late, connector))
        asked = null
      }
      await wait(RECONNECT_INTERVAL, signal)
    }
  }

  /** Tries the wallets of earlier sessions, all namespaces at once, for a second at most. */
  function restore(ids = records.readReconnect()): Promise<void> {
    if (restoring) return restoring
    const wanted = Object.entries(ids).filter(([namespace]) => !connections.get(namespace as Namespace))
    if (wanted.length === 0) return NativePromise.resolve()
    discover()
    move('restore')
    restoring = NativePromise.all(
      wanted.map(async ([name, walletId]) => {
        const namespace = name as Namespace
        const control = new AbortController()
        restores.set(namespace, control)
        await restoreOne(walletId, control.signal)
        if (restores.get(namespace) === control) restores.delete(namespace)
        if (control.signal.aborted || connections.get(namespace)) return
        // The flag has had its second: it is cleared (specification, section 4).
        records.writeReconnect(namespace, null)
        records.clearOthers(connections.all().map(({ connector }) => connector.key))
        if (namespace === 'starknet') forgetLastWallet(storage)
      }),
    ).then(() => {
      restoring = null
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
    discover()

    if (options.walletId !== undefined) {
      const id = options.walletId
      const deadline = now() + DISCOVERY_SETTLE
      while (isOpen() && !findConnector(id) && now() < deadline) await wait(20)
      if (!isOpen()) return
      const connector = findConnector(id)
      if (connector?.note) return showList()
      if (connector?.availability !== 'ready') return fail(new WalletError('not_found'))
      return choose(connector, call, true)
    }

    const standing = connections.active()
    if (standing && mode !== 'alwaysAsk' && wantsWallet) return settle(toResult(standing))

    if (mode === 'neverAsk' || (mode === 'canAsk' && wantsWallet)) {
      const restored = restore(lastWallets())
      await (mode === 'neverAsk' ? restored : NativePromise.race([restored, wait(DISCOVERY_SETTLE)]))
      if (!isOpen()) return
      const taken = connections.active()
      if (taken) return finish(taken)
      if (mode === 'neverAsk') return settle(NOTHING)
    }

    if (ready().length < 2) await untilSettled()
    if (!isOpen()) return
    const choices = ready()
    const owner = choices.filter(({ ownsBrowser }) => ownsBrowser)
    const only =
      owner.length === 1 ? owner[0] : mode === 'canAsk' && choices.length === 1 ? choices[0] : undefined
    if (only) return choose(only, call, true)
    showList()
    // A slow wallet may still answer the silent question while the list is open.
    if (!restoring) return
    await restoring
    const late = connections.active()
    if (late && isOpen() && store.get().phase !== 'failed') finish(late)
  }

  function finish(standing: Standing) {
    move('close', { open: false })
    settle(toResult(standing))
  }

  function showList() {
    move('open', { open: true, error: null })
  }

  function connect(options: ConnectOptions = {}): Promise<ConnectResult> {
    if (pending && (options.walletId === undefined || options.walletId === pending.options.walletId)) {
      if (running) store.set({ open: true })
      return pending.promise
    }
    if (options.chainId !== undefined) {
      try {
        parseChainId(options.chainId)
      } catch (error) {
        return report(NativePromise.reject(error))
      }
    }
    const superseded = pending
    pending = null
    stopRunning()
    superseded?.fail(new WalletError('busy'))
    const call = { options, config } as Pending
    call.promise = new NativePromise((resolve, reject) => {
      call.settle = resolve
      call.fail = reject
    })
    pending = call
    void decide(call).catch((error) => pending === call && fail(toWalletError(error, 'connect_failed')))
    return call.promise
  }

  // — requests —

  async function report<T>(promise: Promise<T>): Promise<T> {
    try {
      return await promise
    } catch (caught) {
      const error = toWalletError(caught, 'wallet_failed')
      events.emit('error', { code: error.code, message: error.message, error })
      throw error
    }
  }

  type Method = keyof WalletSession &
    ('signMessage' | 'signTypedData' | 'execute' | 'switchChain' | 'addChain' | 'watchAsset')

  function request<T>(kind: RequestKind, method: Method, ...args: unknown[]): Promise<T> {
    return report(
      (async () => {
        const one = connections.active()
        if (!one) throw new UserNotConnectedError()
        const run = one.session[method] as ((...args: unknown[]) => Promise<T>) | undefined
        if (!run) throw new WalletError('not_implemented')
        return one.queue.run(kind, () => run.apply(one.session, args))
      })(),
    )
  }

  const reading = <T>(run: (one: Standing) => Promise<T> | undefined): Promise<T> =>
    report(
      (async () => {
        const one = connections.active()
        if (!one) throw new UserNotConnectedError()
        const answer = run(one)
        if (!answer) throw new WalletError('not_implemented')
        return answer
      })(),
    )

  const disposed = new AbortController()

  const unwatchPage = watchPage({
    onShow: () => void connections.refresh(),
    onStorage(key, value) {
      if (key !== records.reconnectKey) return
      const left = parseReconnect(value)
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
      publishSoon()
    },
    discover,
    restore: () => restore(),
    connect,
    open() {
      discover()
      if (running || store.get().phase === 'failed') store.set({ open: true })
      else showList()
    },
    pick(walletId) {
      const connector = findConnector(walletId)
      if (connector?.availability !== 'ready') return
      if (pending) choose(connector, pending, false)
      else void attempt(connector, { options: {}, config })
    },
    retry() {
      if (lastPicked) this.pick(lastPicked)
    },
    back() {
      if (running?.direct) return callOff()
      stopRunning()
      move('back', { open: true, attempt: null, error: null })
    },
    dismiss() {
      const { phase, open } = store.get()
      if (open || isConnecting(phase) || phase === 'failed') callOff()
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
      stopRestoring(namespace)
      const ending = connections
        .all()
        .map(({ connector }) => connector.namespace)
        .filter((name) => !namespace || name === namespace)
      const done = NativePromise.all(ending.map((name) => connections.end(name, 'user', true)))
      closing = done
      for (const name of ['eip155', 'starknet'] as const) {
        if (!namespace || name === namespace) records.writeReconnect(name, null)
      }
      records.clearOthers(connections.all().map(({ connector }) => connector.key))
      await done
    },
    activate: connections.activate,
    signMessage(message) {
      if (typeof message !== 'string' || message === '') {
        return report(
          NativePromise.reject(
            new WalletError('request_invalid', { message: 'signMessage: a text is needed' }),
          ),
        )
      }
      return request('sign', 'signMessage', message)
    },
    signTypedData: (typedData) => request('sign', 'signTypedData', typedData),
    async execute(calls, options) {
      const result = await request<{ transactionHash: string }>('execute', 'execute', calls, options)
      const chainId = connections.active()?.chainId
      if (chainId) events.emit('transaction', { ...result, chainId, status: 'sent' })
      return result
    },
    waitForTransaction: (hash) =>
      reading(async (one) => {
        if (!one.session.waitForTransaction) throw new WalletError('not_implemented')
        const receipt = await one.session.waitForTransaction(hash, disposed.signal)
        events.emit('transaction', {
          transactionHash: receipt.transactionHash,
          chainId: one.chainId,
          status: receipt.status,
        })
        return receipt
      }),
    switchChain: (params) =>
      report((async () => request<void>('switch', 'switchChain', parseChainId(params?.chainId), config))()),
    addChain: (params) => request('add', 'addChain', params),
    watchAsset: (params) => request('watch', 'watchAsset', params),
    getBalance: (token) => reading((one) => one.session.getBalance?.(token)),
    getProvider: () => connections.active()?.session.provider ?? null,
    getConnectors: selected,
    dispose() {
      disposed.abort()
      stopRestoring()
      stopRunning()
      unwatchPage()
      for (const one of connections.all()) {
        one.queue.end()
        one.unwatch()
      }
      move('dispose', { open: false, attempt: null })
      const call = pending
      pending = null
      call?.fail(new WalletError('disposed'))
    },
  }
}
