import { readField } from '../errors/normalise.js'
import { readBase } from '../platform/base-address.js'
import { NativePromise, printJson } from '../platform/natives.js'
import { ApiError, toApiCode } from './api-error.js'
import { readJson } from './envelope.js'
import { explainSilence, readBody } from './fetch.js'
import { MUTATION_TIMEOUT, QUERY_TIMEOUT } from './limits.js'
import { readRetryAfter, retryDelay } from './retry.js'
import { createServerClock } from './server-clock.js'

/** A client of the sign-in calls as plain JSON. */
export interface PlainClient {
  /** Sends a call that changes nothing. Settles with the server's answer. It is never sent twice. @throws ApiError */
  get(name: 'nonce' | 'session'): Promise<unknown>
  /**
   * Sends a call that changes the session. Settles with the server's answer. It is never sent twice. @throws ApiError
   */
  post(name: 'verify' | 'sign-out', body?: unknown): Promise<unknown>
  /** The server's time, epoch ms, from its last answer; before that our own clock's. */
  now(): number
}

/**
 * Creates a {@link PlainClient}.
 *
 * @param url base URL of the calls, whose query each call keeps; a relative URL starts where the page's addresses do
 */
export function createPlainClient(url: string): PlainClient {
  const { href, search } = new URL(url, readBase())
  const base = href.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const clock = createServerClock()

  async function send(name: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
    const address = `${base}/${name}${search}`
    const sent = Date.now()
    let response: Response
    try {
      response = await fetch(address, { ...init, credentials: 'include', cache: 'no-store', signal })
    } catch (cause) {
      throw explainSilence(address, cause)
    }
    const { status, headers, redirected } = response
    clock.read(headers, sent)
    const body = readJson(await readBody(response))
    if (response.ok && body !== undefined) return body
    const code = readField(body, 'code')
    const message = readField(body, 'message')
    const isLogin = response.ok && redirected
    throw new ApiError({
      apiCode: response.ok ? (isLogin ? 'UNAUTHORIZED' : 'PARSE_ERROR') : toApiCode(code, status),
      reason: code,
      httpStatus: status,
      retryAfter: readRetryAfter(headers.get('retry-after'), Date.now(), retryDelay(0)),
      detail: typeof message === 'string' ? message : '',
    })
  }

  function ask(name: string, init: RequestInit, patience: number): Promise<unknown> {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new NativePromise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new ApiError({ apiCode: 'TIMEOUT' }))
        controller.abort()
      }, patience)
    })
    return NativePromise.race([send(name, init, controller.signal), late]).finally(() => clearTimeout(timer))
  }

  return {
    get: (name) => ask(name, {}, QUERY_TIMEOUT),
    post: (name, body) =>
      ask(
        name,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          // A strict server expects a body where the header names its type.
          body: printJson(body ?? {}),
        },
        MUTATION_TIMEOUT,
      ),
    now: clock.now,
  }
}
