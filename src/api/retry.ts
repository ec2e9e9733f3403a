import { SECOND } from '../constants.js'
import { NativePromise } from '../platform/natives.js'
import { isOffline } from '../platform/network.js'
import { ApiError } from './api-error.js'
import { MAX_ATTEMPTS } from './limits.js'

/** The longest wait that a server can ask for, in ms. */
const MAX_RETRY_AFTER = 60_000

/** Longest wait for a lost connection to come back, in ms; then the query fails. */
const OFFLINE_LIMIT = 300_000

/** First pause before another attempt, and longest, in ms (specification). */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/**
 * The pause before attempt n + 1, in ms: 1, 2, 4, 8, 16, then 30 s (specification).
 *
 * @param n number of failed attempts so far, from 0
 */
export const retryDelay = (n: number): number => Math.min(FIRST_PAUSE * 2 ** n, LONGEST_PAUSE)

/**
 * Reads a Retry-After header (RFC 9110): seconds or a date.
 *
 * @param now epoch ms
 * @returns ms, at most a minute; `fallback` for an unreadable header; null without the header
 */
export function readRetryAfter(header: string | null, now: number, fallback: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const at = /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) : Number.NaN
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * SECOND : at - now
  return Number.isNaN(ms) ? fallback : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER)
}

/** Resolves after `ms`, when `signal` is aborted, or when the window gets `event`. Never rejects. */
function pause(ms: number, signal: AbortSignal, event?: string): Promise<void> {
  return new NativePromise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      if (event) globalThis.removeEventListener?.(event, done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (event) globalThis.addEventListener?.(event, done)
    if (signal.aborted) done()
  })
}

/** Resolves when the connection is back, the wait was cancelled, or five minutes are over. Never rejects. */
const waitOnline = (signal: AbortSignal): Promise<void> =>
  isOffline() ? pause(OFFLINE_LIMIT, signal, 'online') : NativePromise.resolve()

/**
 * Sends a query, and sends it again when the connection is back, or after the time that the server has named.
 *
 * @param send makes one attempt
 * @param signal ends the waits between attempts
 * @throws the last attempt's error
 */
export async function repeatQuery<T>(
  send: () => Promise<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || attempts === MAX_ATTEMPTS || signal.aborted) throw error
      if (error.apiCode === 'NETWORK' && isOffline()) await waitOnline(signal)
      else if (error.apiCode === 'TOO_MANY_REQUESTS' && error.retryAfter !== null)
        await pause(error.retryAfter, signal)
      else throw error
    }
  }
}
