import { SECOND } from '../constants.js'
import { NativePromise } from '../platform/natives.js'

/** Longest wait that a server can ask for, in ms. */
export const MAX_RETRY_AFTER = 60_000

/** Longest wait for a connection to come back before a query fails after all, in ms. */
const OFFLINE_LIMIT = 300_000

/** First pause before another attempt, and longest, in ms (specification). */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/**
 * Pause before attempt n + 1, in ms: 1, 2, 4, 8, 16, then 30 s (specification).
 *
 * @param n attempts that failed so far, from 0
 */
export const retryDelay = (n: number): number => Math.min(FIRST_PAUSE * 2 ** n, LONGEST_PAUSE)

/**
 * Reads a Retry-After header (RFC 9110): seconds or a date.
 *
 * @param now epoch ms
 * @returns ms, at most a minute; `fallback` for anything unreadable; null without the header
 */
export function readRetryAfter(header: string | null, now: number, fallback: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const at = /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) : Number.NaN
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * SECOND : at - now
  return Number.isNaN(ms) ? fallback : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER)
}

/** Whether the browser knows that there is no connection. Elsewhere nobody can tell, and there always is one. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false

/** Resolves after `ms`, when `signal` is aborted, or when the window hears `event`. Never rejects. */
export function pause(ms: number, signal: AbortSignal, event?: string): Promise<void> {
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

/** Resolves when the connection is back, the wait was called off, or five minutes are over. Never rejects. */
export const waitOnline = (signal: AbortSignal): Promise<void> =>
  isOffline() ? pause(OFFLINE_LIMIT, signal, 'online') : NativePromise.resolve()
