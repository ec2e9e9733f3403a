import {
  createTRPCUntypedClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  type Operation,
  splitLink,
} from '@trpc/client'
import { printJson } from '../platform/natives.js'
import type { ApiConnection } from './connection.js'
import { type ApiFetchOptions, createApiFetch } from './fetch.js'
import { isBinary } from './input.js'
import { MAX_URL } from './limits.js'

/** A call whose URL alone would be too long for a batch's. */
const isLong = (url: string, { type, path, input }: Operation): boolean =>
  type === 'query' &&
  url.length + path.length + encodeURIComponent(printJson(input) ?? '').length + 64 > MAX_URL

/** Signing in and out sets a cookie, which a streamed answer cannot: its headers are gone before the call has run. */
const setsCookie = ({ type, path }: Operation): boolean => type === 'mutation' && path.startsWith('signIn.')

/** tRPC's client over HTTP: a request for each call, for each turn's calls, or for those with streamed answers. */
export function createHttpClient(
  transport: 'http' | 'batch' | 'stream',
  options: ApiFetchOptions & { url: string; headers: () => Promise<Record<string, string>> },
): ApiConnection {
  const { url, headers, transformer } = options
  const send = createApiFetch(options)
  // tRPC's types want a transformer exactly where the router has one, which this client knows nothing of.
  const http = { url, headers, fetch: send as never, transformer: transformer as never }
  const single = httpLink(http)
  const batch = { ...http, maxURLLength: MAX_URL }
  const many = transport === 'stream' ? httpBatchStreamLink(batch) : httpBatchLink(batch)
  const isSingle = (op: Operation) =>
    isLong(url, op) || isBinary(op.input) || (transport === 'stream' && setsCookie(op))
  const link = transport === 'http' ? single : splitLink({ condition: isSingle, true: single, false: many })
  return { client: createTRPCUntypedClient({ links: [link] }), socket: null }
}
