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

/** Whether the URL of a single call is already too long for a batch. */
const isLong = (url: string, { type, path, input }: Operation): boolean =>
  type === 'query' &&
  url.length + path.length + encodeURIComponent(printJson(input) ?? '').length + 64 > MAX_URL

/** Signing in and out set a cookie. A streamed answer cannot: it sends its headers before the call has run. */
const setsCookie = ({ type, path }: Operation): boolean => type === 'mutation' && path.startsWith('signIn.')

/**
 * Creates tRPC's client over HTTP: one request for each call, for all calls of a turn, or for those with streamed
 * answers.
 */
export function createHttpClient(
  transport: 'http' | 'batch' | 'stream',
  options: ApiFetchOptions & { url: string; headers: () => Promise<Record<string, string>> },
): ApiConnection {
  const { url, headers, transformer } = options
  const send = createApiFetch(options)
  // tRPC's types require a transformer exactly when the router has one, and this client does not know the router.
  const http = { url, headers, fetch: send as never, transformer: transformer as never }
  const single = httpLink(http)
  const batch = { ...http, maxURLLength: MAX_URL }
  const many = transport === 'stream' ? httpBatchStreamLink(batch) : httpBatchLink(batch)
  const isSingle = (op: Operation) =>
    isLong(url, op) || isBinary(op.input) || (transport === 'stream' && setsCookie(op))
  const link = transport === 'http' ? single : splitLink({ condition: isSingle, true: single, false: many })
  return { client: createTRPCUntypedClient({ links: [link] }), socket: null }
}
