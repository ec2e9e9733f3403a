type Anything = Record<string, never>

/** A call that the client sends to the relay. */
export interface RelayCall {
  id?: string | number
  method: string
  params?: { topic?: string } & PublishOptions
}

/** How the relay keeps a message: how long, and what it says of it. */
interface PublishOptions {
  ttl?: number
  prompt?: boolean
  tag?: number
  attestation?: string
  /** It has the client's own number of a request. */
  tvf?: { correlationId?: number }
}

/** One of the client's sockets, open or not yet open. */
export interface Provider {
  connection?: { readonly socket?: { readonly readyState: number } }
  connect(): Promise<void>
  disconnect(): Promise<void>
  request(call: RelayCall): Promise<unknown>
  on(event: string, listener: () => void): void
  onPayload(payload: unknown): void
  onClose(event?: { code: number; reason: string }): void
}

/** The client's internals that we have to use. They are those of 2.21.8, which we pin. */
export interface Relayer {
  provider: Provider
  projectId: string
  relayUrl: string
  transportExplicitlyClosed: boolean
  pingTimeout: number | undefined
  readonly connected: boolean
  events: {
    emit(event: string): void
    on(event: string, listener: () => void): void
    listeners(event: string): unknown[]
  }
  messages: { set(topic: string, message: string, direction: 'outbound'): Promise<unknown> }
  createProvider(): Promise<void>
  confirmOnlineStateOrThrow(): Promise<void>
  toEstablishConnection(): Promise<void>
  transportOpen(): Promise<void>
  transportDisconnect(): Promise<void>
  transportClose(): Promise<void>
  onProviderDisconnect(): Promise<void>
  onProviderPayload(payload: unknown): Promise<void>
  onMessageEvent(event: { topic: string; message: string }): Promise<void>
  request(call: RelayCall): Promise<unknown>
  publish(topic: string, message: string, opts?: PublishOptions & { id?: string }): Promise<void>
  publisher: {
    initialPublishTimeout: number
    queue: Map<string, { request: RelayCall; opts: Anything }>
    checkQueue(): void
    rpcPublish(request: RelayCall, opts: unknown): Promise<unknown>
  }
  subscriber: {
    readonly hasAnyTopics: boolean
    start(): Promise<void>
    stop(): Promise<void>
    subscriptions: Map<string, unknown>
    pending: Map<string, unknown>
    cached: { topic: string }[]
    topicMap: { get(topic: string): string[]; delete(topic: string): void }
    isKnownTopic(topic: string): Promise<boolean>
    persist(): Promise<void>
  }
}
