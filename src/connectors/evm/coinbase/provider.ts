import { toEvmHex } from '../../../chains/caip2.js'
import { readErrorCode, readErrorMessage, readField } from '../../../errors/normalise.js'
import {
  DISCONNECTED,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  UNSUPPORTED_METHOD,
  USER_REJECTED,
} from '../../../errors/rpc-codes.js'
import { WalletError, type WalletErrorOptions } from '../../../errors/wallet-error.js'
import type { Eip1193Provider } from '../announcement.js'

/** What a signer of the SDK is to us. */
export interface Signer {
  request(args: { method: string; params?: unknown }): Promise<unknown>
}

/** A session's provider, from the inside and as the page gets it. */
export interface CoinbaseProvider {
  /** Rejects with whatever the signer or its window rejects with. */
  inner: Required<Omit<Eip1193Provider, 'off'>>
  /** The EIP-1193 provider for the page: every rejection is an Error with a number (ProviderRpcError). */
  outer: Required<Eip1193Provider>
  /** Notifies the listeners. Of a chain that comes twice they hear once. */
  emit(event: string, payload: unknown): void
}

type Listener = (payload: unknown) => void

/**
 * Methods the SDK's own provider refuses (the first is not safe, the next ones need a socket), and those of EIP-2255, which it
 * would put to a node: a page that gets this answer asks for the accounts.
 */
const REFUSED =
  /^(?:eth_(?:sign|signTypedData_v2|subscribe|unsubscribe)|wallet_(?:request|get|revoke)Permissions)$/

/** Our codes as EIP-1193 has them. A closed window is the visitor's no. */
const NUMBERS: Partial<Record<WalletError['code'], number>> = {
  user_rejected: USER_REJECTED,
  popup_closed: USER_REJECTED,
  not_implemented: UNSUPPORTED_METHOD,
  session_ended: DISCONNECTED,
  wallet_unavailable: DISCONNECTED,
}

function toProviderError(error: unknown): Error {
  const isOurs = error instanceof WalletError
  const data = isOurs ? { code: error.code } : readField(error, 'data')
  const options: WalletErrorOptions = { cause: error }
  return Object.assign(new Error(readErrorMessage(error) || 'The wallet refused the request', options), {
    code: (isOurs ? NUMBERS[error.code] : readErrorCode(error)) ?? INTERNAL_ERROR,
    ...(data !== undefined && { data }),
  })
}

/** Creates the {@link CoinbaseProvider} of a session. @param answer answers a request, or throws once the session is over */
export function createCoinbaseProvider(answer: Signer['request']): CoinbaseProvider {
  const listeners = new Map<string, Set<Listener>>()
  let chain: unknown
  const on = (event: string, listener: Listener) =>
    void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  const removeListener = (event: string, listener: Listener) => void listeners.get(event)?.delete(listener)
  const request: Eip1193Provider['request'] = async (args) => {
    if (REFUSED.test(args.method)) throw new WalletError('not_implemented')
    return answer(args)
  }
  const inner = { request, on, removeListener }
  return {
    inner,
    outer: {
      ...inner,
      off: removeListener,
      async request(args) {
        if (typeof readField(args, 'method') !== 'string') {
          throw toProviderError({ code: INVALID_REQUEST, message: 'A request needs a method' })
        }
        try {
          const result = await request(args)
          // The signer gives a number where EIP-1474 wants a decimal text.
          return args.method === 'net_version' ? String(result) : result
        } catch (error) {
          throw toProviderError(error)
        }
      },
    },
    emit(event, payload) {
      if (event === 'chainChanged') {
        const hex = toEvmHex(`eip155:${Number(payload)}`)
        if (hex === chain) return
        chain = hex
      }
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          // A page's mistake is the page's to see, and keeps nobody else from hearing.
          reportError(error)
        }
      }
    },
  }
}
