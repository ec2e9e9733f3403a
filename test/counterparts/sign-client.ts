import { EventEmitter } from 'node:events'
import type { RelayCall } from '../../src/connectors/relay/client-parts.js'
import type { ClientStorage } from '../../src/connectors/relay/relay-storage.js'

/** What a relay and the way to it do. */
export class Network {
  mode: 'up' | 'down' | 'hanging' = 'up'
  /** What goes on when a relay that hangs is back. */
  readonly held = new Set<() => void>()
  /** How many sockets were opened. */
  opened = 0
  /** What happens to the next published message: the relay refuses it; it comes, and its answer is lost; it is lost. */
  next: 'refuse' | 'lose the answer' | 'lose' | undefined
  readonly sockets = new Set<Socket>()
  /** Every try to send a message; those after which the relay may have it; those that it has. */
  readonly tries: string[] = []
  readonly left: string[] = []
  readonly taken: string[] = []
  /** The messages of which the page knows that the relay has them. */
  readonly acknowledged: string[] = []
  /** How many numbers were drawn for requests. */
  drawn = 0

  turn(mode: Network['mode']): void {
    this.mode = mode
    if (mode === 'down') this.cut()
    if (mode === 'up') for (const goOn of this.held) goOn()
    if (mode !== 'hanging') this.held.clear()
  }

  cut(): void {
    this.held.clear()
    for (const socket of [...this.sockets]) socket.onClose()
  }

  /** The page has gone, and its sockets with it: what they wait for never comes. */
  leave(): void {
    this.held.clear()
    this.sockets.clear()
  }

  async serve({ method, params }: RelayCall & { params?: { message?: string } }): Promise<unknown> {
    const { next } = this
    const message = String(params?.message)
    const isMessage = method === 'irn_publish'
    if (isMessage) this.tries.push(message)
    if (isMessage && (next !== 'refuse' || this.mode === 'hanging')) this.left.push(message)
    if (this.mode === 'hanging') await new Promise<void>((resolve) => this.held.add(resolve))
    if (!isMessage) return true
    this.next = undefined
    if (next === 'refuse') throw new Error('The relay refuses it')
    if (next !== 'lose') this.taken.push(message)
    if (!next) return true
    this.cut()
    return new Promise(() => {})
  }
}

/** A socket, as the client's provider. */
class Socket extends EventEmitter {
  readonly connection = { socket: { readyState: 0 } }
  onPayload = () => {}
  constructor(private readonly network: Network) {
    super()
  }
  onClose = () => {
    this.network.sockets.delete(this)
    const { socket } = this.connection
    const wasOpen = socket.readyState === 1
    socket.readyState = 3
    if (wasOpen) this.emit('disconnect')
  }
  async connect(): Promise<void> {
    if (this.network.mode === 'down') throw new Error('Nobody is there')
    if (this.network.mode === 'hanging') return new Promise(() => {})
    this.connection.socket.readyState = 1
    this.network.sockets.add(this)
    this.network.opened += 1
    this.emit('connect')
  }
  disconnect = async () => this.onClose()
  request = async (call: RelayCall & { params?: { message?: string } }) => {
    const answer = await this.network.serve(call)
    if (this.connection.socket.readyState === 1) this.network.acknowledged.push(String(call.params?.message))
    return answer
  }
}

const createRelayer = (network: Network) => {
  const topics = new Set<string>()
  const events = new EventEmitter()
  const queue = new Map<string, { request: RelayCall; opts: never }>()
  const relayer = {
    provider: {} as Socket,
    transportExplicitlyClosed: false,
    events,
    on: events.on.bind(events),
    get connected() {
      return relayer.provider.connection?.socket.readyState === 1
    },
    messages: { set: async () => {}, del: async () => {} },
    async createProvider() {
      const provider = new Socket(network)
      relayer.provider = provider
      provider.on('connect', () => events.emit('relayer_connect'))
      provider.on('disconnect', () => relayer.provider === provider && relayer.onProviderDisconnect())
    },
    confirmOnlineStateOrThrow: async () => {},
    onProviderDisconnect() {},
    onProviderPayload: async () => {},
    onMessageEvent: async () => {},
    transportDisconnect: async () => {},
    async transportClose() {
      relayer.transportExplicitlyClosed = true
      await relayer.transportDisconnect()
    },
    transportOpen: async () => {},
    request: async (_: RelayCall): Promise<unknown> => undefined,
    publish: async () => {},
    subscribe: async (topic: string) => void topics.add(topic),
    publisher: { queue, checkQueue() {}, rpcPublish: (call: RelayCall) => relayer.request(call) },
    subscriber: {
      subscriptions: new Map(),
      pending: { set: (topic: string) => topics.add(topic), delete: (topic: string) => topics.delete(topic) },
      cached: [],
      topicMap: { get: () => [], delete: (topic: string) => topics.delete(topic) },
      isKnownTopic: async () => true,
      persist: async () => {},
      start: async () => {},
      stop: async () => {},
      get hasAnyTopics() {
        return topics.size > 0
      },
    },
  }
  return relayer
}

type Record = { topic: string; expiry: number; self: { publicKey: string } }

/** The relay’s client, as far as sessions and requests need it: it remembers sessions and keys, and asks wallets. */
export const createSignClient = (network: Network) =>
  class SignClient extends EventEmitter {
    readonly #all = new Map<string, Record>()
    readonly #keys = new Map<string, string>()
    readonly #prefix: string
    readonly #storage: ClientStorage
    readonly engine = Object.assign(
      {},
      { events: new EventEmitter(), pendingSessions: new Map() },
    ) as never as {
      events: EventEmitter
    }
    readonly proposal = { keys: [], getAll: () => [] }

    constructor(given: { customStoragePrefix: string; storage: ClientStorage }) {
      super()
      this.#prefix = given.customStoragePrefix
      this.#storage = given.storage
      // A number is made of the time: two pages never have the same.
      network.drawn += network.drawn & 1
    }

    #write = () => this.#storage.setItem(`wc@2:client:0.3:${this.#prefix}//session`, [...this.#all.values()])
    #writeKeys = () =>
      this.#storage.setItem(`wc@2:core:0.3:${this.#prefix}//keychain`, Object.fromEntries(this.#keys))
    #deleteKey = async (name: string) => {
      this.#keys.delete(name)
      await this.#writeKeys()
    }
    #expirer = Object.assign(new EventEmitter(), { set() {}, del() {} })
    readonly session = {
      all: this.#all,
      get keys() {
        return [...this.all.keys()]
      },
      get length() {
        return this.all.size
      },
      get: (topic: string) => this.#all.get(topic) as Record,
      getAll: () => [...this.#all.values()],
      set: async (topic: string, value: Record) => void this.#all.set(topic, value),
      update: async (topic: string, patch: object) => {
        this.#all.set(topic, { ...this.session.get(topic), ...patch })
        await this.#write()
      },
      delete: async (topic: string) => {
        if (this.#all.delete(topic)) await this.#write()
      },
    }
    readonly core = {
      relayer: createRelayer(network),
      verify: {},
      history: Object.assign(new EventEmitter(), { records: new Map<number, object>() }),
      expirer: this.#expirer,
      pairing: { pairings: { keys: [] } },
      heartbeat: {
        interval: 5,
        intervalRef: undefined as ReturnType<typeof setInterval> | undefined,
        stop: () => clearInterval(this.core.heartbeat.intervalRef),
        init: async () => {
          const { heartbeat } = this.core
          heartbeat.intervalRef = setInterval(() => this.#pulse(), heartbeat.interval * 1_000)
        },
      },
      crypto: {
        keychain: {
          has: (name: string) => this.#keys.has(name),
          set: async (name: string, key: string) => void this.#keys.set(name, key),
        },
        decode: async () => {},
        encode: async (topic: string, payload: object) => {
          if (!this.#keys.has(topic)) throw new Error('No key')
          return JSON.stringify({ topic, ...payload })
        },
        deleteKeyPair: this.#deleteKey,
        deleteSymKey: this.#deleteKey,
      },
    }

    #pulse() {
      const { relayer } = this.core
      relayer.publisher.checkQueue()
      if (!relayer.connected) return void (relayer.transportExplicitlyClosed || relayer.transportOpen())
      for (const { topic, expiry } of this.session.getAll()) {
        if (expiry * 1_000 > Date.now()) continue
        this.#expirer.emit('expirer_expired', { target: `topic:${topic}` })
        void this.end(topic)
      }
    }

    /** The wallet, or the client itself, ends a session. */
    async end(topic: string) {
      if (!this.#all.has(topic)) return
      this.core.relayer.subscriber.topicMap.delete(topic)
      await this.session.delete(topic)
      await this.#deleteKey(topic)
      this.emit('session_delete', { topic })
    }

    async initialize() {
      const read = (name: string) => this.#storage.getItem<never>(name)
      for (const one of ((await read(`wc@2:client:0.3:${this.#prefix}//session`)) ?? []) as Record[]) {
        this.#all.set(one.topic, one)
        await this.core.relayer.subscribe(one.topic)
      }
      for (const [name, key] of Object.entries((await read(`wc@2:core:0.3:${this.#prefix}//keychain`)) ?? {}))
        this.#keys.set(name, key as string)
      await this.core.heartbeat.init()
      void this.core.relayer.transportOpen()
    }

    /** As the client asks a wallet. Every second number is one that a request has already. */
    async request({ topic, chainId, request }: { topic: string; chainId: string; request: object }) {
      await null
      const { history, crypto, relayer } = this.core
      const id = 100 + (network.drawn++ >> 1)
      let settle = (_: { error?: Error; result?: unknown }) => {}
      const answered = new Promise((resolve, reject) => {
        settle = ({ error, result }) => (error ? reject(error) : resolve(result))
      })
      answered.catch(() => {})
      this.engine.events.once(`session_request:${id}`, settle)
      history.records.set(id, { request: { params: { request, chainId } } })
      const message = await crypto.encode(topic, { id, request })
      await (relayer.publish as (...given: unknown[]) => Promise<void>)(topic, message, {
        id: `${id}0`,
        tvf: { correlationId: id },
      })
      return answered
    }
  }
