import { WalletError } from '../errors/wallet-error.js'
import { createCalls } from './calls.js'
import type { ApiClientOptions, ApiControls, SignInApi } from './client-types.js'
import { createLazyConnection } from './lazy-connection.js'
import { createProcedurePath, type Verb } from './procedure-path.js'
import { subscribe } from './subscribe.js'

/**
 * A client of the typed-RPC API (tRPC 11), whose library is loaded with the first call.
 *
 * Every call settles: with its result, or with an `ApiError`. Mutations are sent once and never again; queries are
 * sent again when the connection comes back, and when the server says how long to wait. Queries are GET requests, and a
 * browser may by itself repeat one whose connection breaks (RFC 9110, section 9.2.2).
 *
 * An answer with an integer beyond 2^53 is refused as `PARSE_ERROR`, except over `stream`: JavaScript would read another
 * number.
 *
 * @typeParam TApi the client's own type; for other procedures tRPC's `TRPCClient<AppRouter>`
 * @throws WalletError `config_invalid` for a URL that is none
 */
export function createApiClient<TApi = SignInApi>(options: ApiClientOptions): TApi & ApiControls {
  const connection = createLazyConnection(options, readUrl(options.url))
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

/** The absolute base URL; a relative one counts from the page. @throws WalletError `config_invalid` */
function readUrl(text: string): string {
  try {
    const url = new URL(text, globalThis.location?.href)
    url.protocol = url.protocol.replace(/^ws/, 'http')
    if (/^https?:$/.test(url.protocol)) return url.href
  } catch {
    // What cannot be read is no URL.
  }
  throw new WalletError('config_invalid', { message: 'The URL of the API is not valid' })
}
