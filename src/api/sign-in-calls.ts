import { printJson } from '../platform/natives.js'
import { within } from '../platform/time.js'
import { ApiError } from './api-error.js'
import { readApiUrl } from './api-url.js'
import {
  type ApiAnswer,
  isWrapped,
  type Meaning,
  readJson,
  readPlain,
  readTrpc,
  WRAPPED,
} from './envelope.js'
import { checkInput } from './input.js'
import { MUTATION_TIMEOUT, QUERY_TIMEOUT } from './limits.js'
import { repeatQuery } from './retry.js'
import { readResponse, send } from './send.js'
import { createServerClock } from './server-clock.js'

/** The calls that change nothing on the server. */
export type SignInQuery = 'nonce' | 'session'
/** The calls that change the session. */
export type SignInMutation = 'verify' | 'signOut'

/** How a server is asked, and how it answers. */
export interface Dialect {
  /** The end of each call's address. */
  paths: Record<SignInQuery | SignInMutation, string>
  /** The body of a request to change something, where the call has no input. */
  noInput?: object
  /** Reads an answer. @param body its JSON; undefined when it has none */
  read(body: unknown, answer: ApiAnswer): Meaning
}

/** tRPC 11 over HTTP. */
export const TRPC: Dialect = {
  paths: {
    nonce: 'signIn.nonce',
    session: 'signIn.session',
    verify: 'signIn.verify',
    signOut: 'signIn.signOut',
  },
  read(body, answer) {
    const meaning = readTrpc(body, answer)
    return 'data' in meaning && isWrapped(meaning.data) ? WRAPPED : meaning
  },
}

/** Plain JSON. */
export const PLAIN: Dialect = {
  paths: { nonce: 'nonce', session: 'session', verify: 'verify', signOut: 'sign-out' },
  // A strict server expects a body where the header names its type.
  noInput: {},
  read: readPlain,
}

/** The calls of a sign-in. Each settles with the server's answer. */
export interface SignInCalls {
  /**
   * Sends a call that changes nothing. It is sent again when the connection comes back, or after the time that the
   * server names. @throws ApiError
   */
  query(dialect: Dialect, name: SignInQuery): Promise<unknown>
  /** Sends a call that changes the session. It is never sent twice. @throws ApiError */
  mutate(dialect: Dialect, name: SignInMutation, input?: unknown): Promise<unknown>
  /** The server's time, epoch ms, from its last answer; before that our own clock's. */
  now(): number
}

/**
 * Creates the {@link SignInCalls}.
 *
 * @param url base URL of the calls, whose query each call keeps; a relative URL starts where the page's addresses do
 * @throws WalletError `config_invalid`
 */
export function createSignInCalls(url: string): SignInCalls {
  const { href, search } = readApiUrl(url)
  const base = href.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const clock = createServerClock()

  async function ask(path: string, init: RequestInit, read: Dialect['read']): Promise<unknown> {
    const address = `${base}/${path}${search}`
    const response = await send(address, { ...init, credentials: 'include' }, fetch, clock)
    const answer = await readResponse(response)
    const meaning = read(readJson(answer.text), answer)
    if ('data' in meaning) return meaning.data
    throw new ApiError(meaning)
  }

  function attempt(path: string, init: RequestInit, read: Dialect['read'], patience: number) {
    const controller = new AbortController()
    return within(ask(path, { ...init, signal: controller.signal }, read), patience, () => {
      controller.abort()
      throw new ApiError({ apiCode: 'TIMEOUT' })
    })
  }

  return {
    query: (dialect, name) =>
      repeatQuery(() => attempt(dialect.paths[name], {}, dialect.read, QUERY_TIMEOUT)),
    async mutate({ paths, noInput, read }, name, input = noInput) {
      checkInput(input, false, undefined)
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: printJson(input),
      }
      return attempt(paths[name], init, read, MUTATION_TIMEOUT)
    },
    now: clock.now,
  }
}
