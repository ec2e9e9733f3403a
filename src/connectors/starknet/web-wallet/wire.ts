import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { fillRandom, NativePromise } from '../../../platform/natives.js'

/** The message that a page of trpc-browser posts to its opener when it is ready. */
export const LOAD_SIGNAL = 'TRPC_BROWSER::POPUP_LOADED'

/** The error of a procedure as the wallet's page sent it, without its stack. */
export interface WireError {
  message: string
  /** A JSON-RPC number (tRPC 10). */
  code: number
  data: {
    code?: string
    httpStatus?: number
    path?: string
    webwalletErrorMessage?: string
    webwalletErrorCode?: string
  }
}

/** The open requests of one window. */
export interface Wire {
  /** Calls a procedure. Rejects with a {@link WireError}, or with a WalletError when no answer can be read. */
  mutate(path: string, input?: unknown): Promise<unknown>
  /** Subscribes to a procedure. @returns the way to stop */
  subscribe(path: string, onData: (data: unknown) => void): () => void
  /** Receives a message of the window. @returns whether it answers one of our requests */
  hear(message: unknown): boolean
  /** Rejects every open request. */
  end(error: WalletError): void
}

interface Asked {
  isSubscription: boolean
  answer(data: unknown): void
  fail(error: unknown): void
}

/** The upper 21 of 53 bits. */
const HIGH_BITS = 0x1fffff

/** Creates a number that nobody can guess: 53 bits, because the counterpart's types require an integer. */
function createId(): number {
  const [high = 0, low = 0] = fillRandom(new Uint32Array(2))
  return (high & HIGH_BITS) * 2 ** 32 + low
}

const readText = (value: unknown, key: string): string | undefined => {
  const text = readField(value, key)
  return typeof text === 'string' ? text.slice(0, 300) : undefined
}

/** Reads an error object of tRPC 10, without its stack; null for anything else. */
function readError(error: unknown): WireError | null {
  const message = readText(error, 'message')
  const code = readField(error, 'code')
  if (message === undefined || typeof code !== 'number') return null
  const raw = readField(error, 'data')
  const data: WireError['data'] = {}
  for (const key of ['code', 'path', 'webwalletErrorMessage', 'webwalletErrorCode'] as const) {
    const text = readText(raw, key)
    if (text !== undefined) data[key] = text
  }
  const httpStatus = readField(raw, 'httpStatus')
  if (typeof httpStatus === 'number') data.httpStatus = httpStatus
  return { message, code, data }
}

/**
 * The client's half of trpc-browser 1.3.2 over tRPC 10: each message is one object with everything under the key
 * `trpc`.
 *
 * We do not use a link for `@trpc/client`: it is at version 11, which has another envelope, and all of this code is
 * smaller than the library's observables.
 *
 * @param post sends a message; called when the window has loaded
 * @param loaded settles when messages can be sent; rejects once the window has gone
 */
export function createWire(post: (message: unknown) => void, loaded: () => Promise<void>): Wire {
  const asked = new Map<number, Asked>()

  const send = (id: number, method: string, params?: object) =>
    post({ trpc: { id, jsonrpc: undefined, method, ...(params && { params }) } })

  const ask = (id: number, method: string, path: string, input: unknown, one: Asked) => {
    asked.set(id, one)
    loaded().then(
      () => asked.has(id) && send(id, method, { path, input }),
      (error) => asked.delete(id) && one.fail(error),
    )
  }

  return {
    mutate: (path, input) =>
      new NativePromise((answer, fail) =>
        ask(createId(), 'mutation', path, input, { isSubscription: false, answer, fail }),
      ),
    subscribe(path, onData) {
      const id = createId()
      ask(id, 'subscription', path, undefined, { isSubscription: true, answer: onData, fail: () => {} })
      return () => {
        if (asked.delete(id)) send(id, 'subscription.stop')
      }
    },
    hear(message) {
      const trpc = readField(message, 'trpc')
      const id = readField(trpc, 'id') as number
      const one = asked.get(id)
      if (!one) return false
      const error = readField(trpc, 'error')
      const result = readField(trpc, 'result')
      const type = readField(result, 'type')
      if (one.isSubscription && error === undefined) {
        if (type === 'data') one.answer(readField(result, 'data'))
        else if (type === 'stopped') asked.delete(id)
        return true
      }
      // Each request gets one answer, even a useless one.
      asked.delete(id)
      if (error !== undefined) one.fail(readError(error) ?? new WalletError('wallet_malformed'))
      else if (type === 'data') one.answer(readField(result, 'data'))
      else one.fail(new WalletError('wallet_malformed'))
      return true
    },
    end(error) {
      const open = [...asked.values()]
      asked.clear()
      for (const { fail } of open) fail(error)
    },
  }
}
