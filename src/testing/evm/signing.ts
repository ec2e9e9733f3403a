import { createRpcError, RPC_CODES } from './error.js'
import { ask, type EvmContext, type EvmMethods, invalidParams, readObject } from './methods.js'

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

const toHex = (text: string): string => {
  if (/^0x(?:[0-9a-f]{2})*$/i.test(text)) return text
  return `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function readTypedData(value: unknown): Record<string, unknown> {
  let data = value
  if (typeof value === 'string') {
    try {
      data = JSON.parse(value)
    } catch {
      throw invalidParams('Typed data has to be JSON')
    }
  }
  const { types, primaryType, domain, message } = (data ?? {}) as Record<string, unknown>
  if (!types || typeof primaryType !== 'string' || !domain || !message) {
    throw invalidParams('Typed data needs types, primaryType, domain and message')
  }
  return { types, primaryType, domain, message }
}

/** The methods for signatures and transactions. The node has the keys; the wallet asks the visitor each time. */
export function createSigningMethods(context: EvmContext): EvmMethods {
  const { state } = context

  function requireAccount(address: unknown): string {
    if (!isAddress(address)) throw invalidParams('The account has to be an address')
    if (state.granted.some((account) => account.toLowerCase() === address.toLowerCase())) return address
    throw createRpcError(RPC_CODES.unauthorized, 'This page may not use that account')
  }
  function requireChain(chainId: unknown): void {
    if (chainId === undefined || chainId === null) return
    let equal = false
    try {
      equal = BigInt(chainId as string) === BigInt(state.chainId)
    } catch {
      // The text is not a number.
    }
    if (!equal)
      throw invalidParams(
        `The request is for chain ${String(chainId)}, the wallet is on ${Number(state.chainId)}`,
      )
  }

  return {
    async personal_sign(params) {
      const [one, two] = Array.isArray(params) ? params : []
      // Some pages pass the two params in the order of eth_sign; wallets accept both orders.
      const [message, address] = isAddress(one) && !isAddress(two) ? [two, one] : [one, two]
      const account = requireAccount(address)
      if (typeof message !== 'string') throw invalidParams('The message has to be a string')
      await ask(context, 'sign', 'personal_sign', params)
      return state.ask({ method: 'personal_sign', params: [toHex(message), account] })
    },
    async eth_signTypedData_v4(params) {
      const [address, value] = Array.isArray(params) ? params : []
      const account = requireAccount(address)
      const data = readTypedData(value)
      requireChain((data.domain as { chainId?: unknown }).chainId)
      await ask(context, 'sign', 'eth_signTypedData_v4', params)
      return state.ask({ method: 'eth_signTypedData_v4', params: [account, data] })
    },
    async eth_sendTransaction(params) {
      const { chainId, ...transaction } = readObject(params)
      requireAccount(transaction.from)
      requireChain(chainId)
      await ask(context, 'send', 'eth_sendTransaction', params)
      return state.ask({ method: 'eth_sendTransaction', params: [transaction] })
    },
  }
}
