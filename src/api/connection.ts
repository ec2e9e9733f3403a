/** What a transport offers the client: tRPC's calls by path, and its socket where there is one. */
export interface ApiConnection {
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
  socket: { readonly connection: { readonly state: string } | null; close(): unknown } | null
}

/** What a server turns its data into JSON with, and back: tRPC's own interface, which superjson and others have. */
export interface ApiTransformer {
  serialize(value: unknown): unknown
  deserialize(value: never): unknown
}
