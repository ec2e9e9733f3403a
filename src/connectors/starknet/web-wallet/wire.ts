import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { fillRandom, NativePromise } from '../../../platform/natives.js'

/** What a procedure failed with, as the wallet's page put it; its stack is not taken over. */
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

/** The requests of one window that have not been answered. */
export interface Wire {
  /** Calls a procedure. Rejects with a {@link WireError}, or with a WalletError where there is no answer to read. */
  mutate(path: string, input?: unknown): Promise<unknown>
  /** Subscribes to a procedure. @returns the way to stop */
  subscribe(path: string, onData: (data: unknown) => void): () => void
  /** Takes a message of the window. @returns whether it was an answer to something asked */
  hear(message: unknown): boolean
  /** Rejects everything that is open. */
  end(error: WalletError): void
}

interface Asked {
  isSubscription: boolean
  answer(data: unknown): void
  fail(error: unknown): void
}

/** The upper 21 of 53 bits. */
const HIGH_BITS = 0x1fffff

/** A number nobody can guess: 53 bits, since the counterpart's types want an integer. */
function createId(): number {
  const [high = 0, low = 0] = fillRandom(new Uint32Array(2))
  return (high & HIGH_BITS) * 2 ** 32 + low
}

const readText = (value: unknown, key: string): string | undefined => {
  const text = readField(value, key)
  return typeof text === 'string' ? text.slice(0, 300) : undefined
}

/** An error object of tRPC 10, without its stack; null for what is none. */
function readError(error: unknown): WireError | null {
  const message = readText(error, 'message')
  const code = readField(error, 'code')
  if (message === undefined || typeof code !== 'number') return null
  const given = readField(error, 'data')
  const data: WireError['data'] = {}
  for (const key of ['code', 'path', 'webwalletErrorMessage', 'webwalletErrorCode'] as const) {
    const text = readText(given, key)
    if (text !== undefined) data[key] = text
  }
  const httpStatus = readField(given, 'httpStatus')
  if (typeof httpStatus === 'number') data.httpStatus = httpStatus
  return { message, code, data }
}

/**
 * The client's half of trpc-browser 1.3.2 over tRPC 10: one object per message, everything under the key `trpc`.
 *
 * Written out instead of a link for `@trpc/client`: that is at version 11, whose envelope is another, and the whole of this
 * one is smaller than the library's observables.
 *
 * @param post sends a message; called when the window has loaded, and never after {@link Wire.end}
 * @param loaded settles when messages can be sent
 */
export function createWire(post: (message: unknown) => void, loaded: () => Promise<void>): Wire {
  const asked = new Map<number, Asked>()
  let ended: WalletError | null = null

  const send = (id: number, method: string, params?: object) =>
    post({ trpc: { id, jsonrpc: undefined, method, ...(params && { params }) } })

  const ask = (id: number, method: string, path: string, input: unknown, one: Asked) => {
    if (ended) return one.fail(ended)
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
        if (asked.delete(id) && !ended) send(id, 'subscription.stop')
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
      // One answer per request, whatever it is worth.
      asked.delete(id)
      if (error !== undefined) one.fail(readError(error) ?? new WalletError('wallet_malformed'))
      else if (type === 'data') one.answer(readField(result, 'data'))
      else one.fail(new WalletError('wallet_malformed'))
      return true
    },
    end(error) {
      ended = error
      const open = [...asked.values()]
      asked.clear()
      for (const { fail } of open) fail(error)
    },
  }
}
