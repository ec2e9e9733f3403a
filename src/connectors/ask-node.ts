import { withFirstAbort } from '../platform/first-abort.js'
import { nativeFetch, printJson } from '../platform/natives.js'
import { within } from '../platform/time.js'

/** What a node has answered. */
interface Reply {
  /** Whether the HTTP status is that of a success. */
  isOk: boolean
  answer: unknown
}

let counter = 0

/**
 * Asks one node of a chain by JSON-RPC, without the page's cookies or address.
 *
 * @param limit how long it may take, in ms
 * @throws whatever says that the node cannot be reached, or gives no JSON
 */
export function askNode(
  url: string,
  method: string,
  params: unknown,
  limit: number,
  signal?: AbortSignal,
): Promise<Reply> {
  return withFirstAbort([signal], async (over) => {
    if (!nativeFetch) throw new TypeError('fetch is missing')
    const answering = nativeFetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: printJson({ jsonrpc: '2.0', id: ++counter, method, params }),
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
      signal: over,
    }).then(async (response) => ({ isOk: response.ok, answer: (await response.json()) as unknown }))
    return within(answering, limit, () => {
      throw new Error('timeout')
    })
  })
}
