/** What a transport offers the client. */
export interface ApiConnection {
  /** tRPC's calls by path. */
  client: {
    query(path: string, input: unknown, options: { signal: AbortSignal }): Promise<unknown>
    mutation(path: string, input: unknown, options: { signal: AbortSignal }): Promise<unknown>
    subscription(
      path: string,
      input: unknown,
      subscriber: {
        onStarted(): void
        onData(value: unknown): void
        onError(error: unknown): void
        onComplete(): void
      },
    ): { unsubscribe(): void }
  }
  /** The socket, if the transport has one. */
  socket: { readonly connection: { readonly state: string } | null; close(): unknown } | null
}

/** Turns a server's data into JSON and back. It is tRPC's own interface, which superjson and others implement. */
export interface ApiTransformer {
  /** To JSON. */
  serialize(value: unknown): unknown
  /** From JSON. */
  deserialize(value: never): unknown
}
