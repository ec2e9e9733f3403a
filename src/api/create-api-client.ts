import { readApiUrl } from './api-url.js'
import { createCalls } from './calls.js'
import type { ApiClientOptions, ApiControls, SignInApi } from './client-types.js'
import { createLazyConnection } from './lazy-connection.js'
import { subscribe } from './subscribe.js'

/** Calls a procedure. @param path its name with dots, without the verb */
type Verb = (path: string, input: unknown, options: never) => unknown

/**
 * Creates an object with procedures as its properties: `client.a.b.query(input)` calls the verb `query` for `a.b`.
 *
 * @param own the object's other members, by name
 * @throws TypeError when the last name of a call is no verb
 */
function createProcedurePath(verbs: Record<string, Verb>, own: object, path = ''): unknown {
  return new Proxy(() => {}, {
    get(_, key) {
      // Code that awaits or prints the client must not take it for a promise.
      if (typeof key !== 'string' || key === 'then' || key === 'toJSON') return undefined
      if (path === '' && Object.hasOwn(own, key)) return Reflect.get(own, key)
      return createProcedurePath(verbs, own, path ? `${path}.${key}` : key)
    },
    apply(_, __, [input, given]) {
      const end = path.lastIndexOf('.')
      const verb = verbs[path.slice(end + 1)]
      const procedure = path.slice(0, Math.max(end, 0))
      if (!verb || !procedure)
        throw new TypeError(`${path} is no procedure: end it with query, mutate or subscribe`)
      return verb(procedure, input, given as never)
    },
  })
}

/**
 * Creates a client of the typed-RPC API (tRPC 11). It loads tRPC's library with the first call.
 *
 * Every call settles, with its result or with an `ApiError`. A mutation is sent once and never again. A query is sent
 * again when the connection comes back, or after the time that the server names. Queries are GET requests, which a
 * browser may repeat by itself when a connection breaks (RFC 9110, section 9.2.2).
 *
 * An answer with an integer beyond 2^53 fails with `PARSE_ERROR`, except over `stream`, because JavaScript would read
 * another number.
 *
 * @typeParam TApi the client's own type; for other procedures tRPC's `TRPCClient<AppRouter>`
 * @throws WalletError `config_invalid` for an invalid URL
 */
export function createApiClient<TApi = SignInApi>(options: ApiClientOptions): TApi & ApiControls {
  const connection = createLazyConnection(options, readApiUrl(options.url).href)
  const { call, observe, close } = createCalls(options, connection)
  const controls: ApiControls = {
    close() {
      close()
      connection.close()
    },
    now: connection.now,
  }
  const verbs: Record<string, Verb> = {
    query: (path, input, given) => call('query', path, input, given),
    mutate: (path, input, given) => call('mutation', path, input, given),
    subscribe: (...args) => subscribe(connection, options.transport, observe, args),
  }
  return createProcedurePath(verbs, controls) as TApi & ApiControls
}
