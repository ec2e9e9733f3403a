import SignClient from '@walletconnect/sign-client'
import type { JsonRpcRecord, ProposalTypes, SessionTypes, SignClientTypes } from '@walletconnect/types'
import type { PhoneSignIn } from './relay-phone-sign-in.js'

/** A request that reached the phone. */
export interface PhoneRequest {
  topic: string
  id: number
  chainId: string
  method: string
  params: unknown
}

/** The part of a phone that depends on the namespace: its keys and its answers. */
export interface PhoneApp {
  name: string
  metadata?: Partial<SignClientTypes.Metadata>
  /** What it grants when it approves a proposal. */
  grant(proposal: ProposalTypes.Struct): SessionTypes.Namespaces
  /** Answers a request, or throws `{ code, message }`. */
  answer(request: PhoneRequest): Promise<unknown>
}

/** Options of a phone. */
export interface PhoneOptions extends PhoneApp {
  relayUrl: string
  /** The person's decision on a proposal; approves by default. */
  onProposal?: (proposal: ProposalTypes.Struct) => boolean | Promise<boolean>
  /** The person's decision on a request; approves by default. */
  onRequest?: (request: PhoneRequest) => boolean | Promise<boolean>
  /** What it says in the session besides the grant. */
  properties?: { sessionProperties?: object; scopedProperties?: object }
  /** Answers the request to connect and sign in at once. Without it the phone takes the proposal in the same code. */
  signIn?: PhoneSignIn
  /** Answers requests at the same time. By default the client waits a second between two. */
  answersAtOnce?: boolean
  /** Separates a phone from others in this process. */
  storagePrefix?: string
  /** The client of the protocol, by default the one of the lockfile. */
  Client?: Pick<typeof SignClient, 'init'>
}

/** A wallet app on a phone, at the other end of the relay: a real client of the protocol. */
export interface Phone {
  readonly client: InstanceType<typeof SignClient>
  /** Requests so far. */
  readonly requests: readonly PhoneRequest[]
  readonly sessions: readonly SessionTypes.Struct[]
  /** Scans a pairing URI, as from the camera. Resolves with the session when the proposal was approved. */
  pair(uri: string): Promise<SessionTypes.Struct>
  /** Sends the page an event: `accountsChanged`, `chainChanged`. */
  emit(name: string, data: unknown, chainId: string): Promise<void>
  /** Changes the grant from now on. */
  update(namespaces: SessionTypes.Namespaces): Promise<void>
  /** Gives every session another week. */
  extend(): Promise<void>
  /** Ends every session. */
  disconnect(): Promise<void>
  /** Resolves with the next request of this method. */
  untilRequest(method: string): Promise<PhoneRequest>
  /** Waits for the page to end its session. */
  untilDeleted(): Promise<void>
  stop(): Promise<void>
}

let phones = 0

/** The refusal of the person who holds the phone. */
export const REFUSED = { code: 5000, message: 'User rejected.' }

/** Starts a phone. */
export async function startPhone(options: PhoneOptions): Promise<Phone> {
  phones += 1
  const items = new Map<string, unknown>()
  const { name, metadata } = options
  const client = await (options.Client ?? SignClient).init({
    relayUrl: options.relayUrl,
    projectId: '0123456789abcdef0123456789abcdef',
    telemetryEnabled: false,
    logger: 'silent',
    signConfig: { disableRequestQueue: options.answersAtOnce ?? false },
    customStoragePrefix: `${options.storagePrefix ?? 'phone'}-${phones}`,
    // Each phone has its own memory, which ends with it.
    storage: {
      getKeys: async () => [...items.keys()],
      getEntries: async () => [...items.entries()] as never,
      getItem: async (key: string) => structuredClone(items.get(key)) as never,
      setItem: async (key: string, value: unknown) => void items.set(key, structuredClone(value)),
      removeItem: async (key: string) => void items.delete(key),
    },
    metadata: {
      name,
      description: `${name} for tests`,
      url: 'https://wallet.example',
      icons: [],
      ...metadata,
    },
  })
  client.core.verify.register = async () => undefined as never
  client.core.verify.resolve = async () => undefined as never

  // Page and phone may end a session at once. The bare client then rejects a promise that nobody can catch.
  if (!options.Client) {
    const engine = client.engine as unknown as {
      onSessionDeleteRequest(topic: string, payload: unknown): void
    }
    const { onSessionDeleteRequest } = engine
    engine.onSessionDeleteRequest = (topic, payload) => {
      if (client.session.keys.includes(topic)) onSessionDeleteRequest(topic, payload)
    }
  }

  // Wallets recognise duplicates better than the bare client, which misses duplicates that arrive at the same time.
  const relayer = client.core.relayer as unknown as {
    onMessageEvent(event: { message: string }): Promise<void>
  }
  const seen = new Set<string>()
  const onMessageEvent = relayer.onMessageEvent.bind(relayer)
  relayer.onMessageEvent = async (event) => {
    if (seen.has(event.message)) return
    seen.add(event.message)
    await onMessageEvent(event)
  }

  const requests: PhoneRequest[] = []
  const waiting = new Set<(request: PhoneRequest) => void>()
  const pairings = new Map<
    string,
    { resolve(session: SessionTypes.Struct): void; reject(error: unknown): void }
  >()

  client.on('session_proposal', ({ id, params }) => {
    const call = pairings.get(params.pairingTopic)
    void (async () => {
      if (!(await (options.onProposal?.(params) ?? true))) {
        await client.reject({ id, reason: REFUSED })
        throw REFUSED
      }
      const { topic, acknowledged } = await client.approve({
        id,
        namespaces: options.grant(params),
        ...(options.properties as object),
      })
      const session = client.session.get(topic)
      // As for `answered`: the page may have answered already.
      call?.resolve(session.acknowledged ? session : await acknowledged())
    })().catch((error) => call?.reject(error))
  })
  const { signIn } = options
  if (signIn)
    client.on('session_authenticate', (request) => {
      // A code that was withdrawn meanwhile is an error of the wallet's own.
      signIn(client, request).catch(() => {})
    })
  client.on('session_request', ({ id, topic, params }) => {
    const { request, chainId } = params
    const heard: PhoneRequest = { id, topic, chainId, method: request.method, params: request.params }
    requests.push(heard)
    for (const listener of waiting) listener(heard)
    void (async () => {
      const allowed = await (options.onRequest?.(heard) ?? true)
      const response = allowed
        ? await options.answer(heard).then(
            (result) => ({ id, jsonrpc: '2.0', result }),
            (error) => ({
              id,
              jsonrpc: '2.0',
              error: { code: error?.code ?? -32_000, message: String(error?.message) },
            }),
          )
        : { id, jsonrpc: '2.0', error: REFUSED }
      await client.respond({ topic, response })
    })().catch(() => {})
  })

  /**
   * Resolves when the page has answered a message of this method on a topic. The client's own `acknowledged` never settles when
   * the answer arrives before `update` or `extend` has returned (EW11).
   */
  const answered = (method: string, topic: string, run: () => Promise<unknown>): Promise<void> =>
    new Promise((resolve, reject) => {
      const { history } = client.core
      const hear = (record: JsonRpcRecord) => {
        if (record.topic !== topic || record.request.method !== method || !record.response) return
        history.off('history_updated', hear)
        if ('error' in record.response) reject(record.response.error)
        else resolve()
      }
      history.on('history_updated', hear)
      run().catch(reject)
    })

  const each = (run: (session: SessionTypes.Struct) => Promise<unknown>) =>
    Promise.all(client.session.getAll().map(run)).then(() => {})

  return {
    client,
    requests,
    get sessions() {
      return client.session.getAll()
    },
    pair: (uri) =>
      new Promise((resolve, reject) => {
        const topic = /^wc:([0-9a-f]+)@2/.exec(uri)?.[1] ?? ''
        pairings.set(topic, { resolve, reject })
        client.pair({ uri }).catch(reject)
      }),
    emit: (event, data, chainId) =>
      each(({ topic }) => client.emit({ topic, event: { name: event, data }, chainId })),
    update: (namespaces) =>
      each(({ topic }) => answered('wc_sessionUpdate', topic, () => client.update({ topic, namespaces }))),
    extend: () => each(({ topic }) => answered('wc_sessionExtend', topic, () => client.extend({ topic }))),
    disconnect: () =>
      each(({ topic }) =>
        client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
      ),
    untilRequest: (method) =>
      new Promise((resolve) => {
        const listener = (request: PhoneRequest) => {
          if (request.method !== method) return
          waiting.delete(listener)
          resolve(request)
        }
        waiting.add(listener)
      }),
    untilDeleted: () => new Promise((resolve) => client.once('session_delete', () => resolve())),
    async stop() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose().catch(() => {})
    },
  }
}
