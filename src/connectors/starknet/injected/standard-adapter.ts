import { toStarknetHex } from '../../../chains/starknet-networks.js'
import { readField } from '../../../errors/normalise.js'
import { readStarknetChainId } from '../../../protocol/caip2.js'
import { parseStarknetEvent, type StarknetEvent } from '../../../protocol/starknet-events.js'
import type { FoundWallet, StarknetWallet } from '../wallet-object.js'
import { WALLET_API } from './standard.js'

type Handler = (...args: unknown[]) => void

const feature = (wallet: object, name: string): unknown => readField(readField(wallet, 'features'), name)

function readAccount(accounts: unknown): { addresses: unknown[]; chain: string | null } | null {
  const list: unknown[] = Array.isArray(accounts) ? accounts : []
  const first = list[0]
  const chains = readField(first, 'chains')
  // An account lists each chain that it can be used on: only a single one is the chain that it is on.
  const chainId = Array.isArray(chains) && chains.length === 1 ? readStarknetChainId(chains[0]) : null
  return first
    ? { addresses: list.map((one) => readField(one, 'address')), chain: chainId && toStarknetHex(chainId) }
    : null
}

/**
 * Adapts a wallet of the wallet standard to the object that extensions put on the window, which starknet.js's
 * WalletAccount takes. It turns the standard's one `change` event into accountsChanged and networkChanged.
 */
export function adaptStandardWallet({ object, id, name, version, icon }: FoundWallet): StarknetWallet {
  const api = feature(object, WALLET_API) as { request: StarknetWallet['request'] }
  const handlers: Record<StarknetEvent, Handler[]> = { accountsChanged: [], networkChanged: [] }
  let stop: unknown
  let last: ReturnType<typeof readAccount> = null

  const emit = (event: StarknetEvent, ...args: unknown[]) => {
    for (const handler of [...handlers[event]]) handler(...args)
  }
  const onChange = (properties: unknown) => {
    const accounts = readField(properties, 'accounts')
    if (accounts === undefined) return
    const now = readAccount(accounts)
    const before = last
    last = now
    emit('accountsChanged', now?.addresses ?? [])
    if (now?.chain && now.chain !== before?.chain) emit('networkChanged', now.chain, now.addresses)
    if (now && !now.chain) void askChain(now)
  }
  async function askChain(now: NonNullable<typeof last>) {
    try {
      const chain = await api.request({ type: 'wallet_requestChainId' })
      if (typeof chain === 'string' && last === now) emit('networkChanged', chain, now.addresses)
    } catch {
      // A wallet that does not say its chain counts as being on the one before.
    }
  }
  return {
    id,
    name,
    version,
    icon,
    request: (call) => api.request(call),
    on(event, handler) {
      handlers[parseStarknetEvent(event)].push(handler)
      const events = feature(object, 'standard:events') as {
        on?: (name: 'change', heard: Handler) => unknown
      }
      if (typeof events?.on !== 'function') throw new TypeError('The wallet has no events')
      stop ??= events.on('change', onChange)
    },
    off(event, handler) {
      const list = handlers[parseStarknetEvent(event)]
      const index = list.indexOf(handler)
      if (index >= 0) list.splice(index, 1)
      if (handlers.accountsChanged.length + handlers.networkChanged.length > 0) return
      if (typeof stop === 'function') stop()
      stop = undefined
    },
  }
}

/** Tells a wallet of the standard that the page has disconnected. Other wallets have no such method. */
export async function disconnectStandardWallet({ kind, object }: FoundWallet): Promise<void> {
  if (kind !== 'standard') return
  const disconnect = readField(feature(object, 'standard:disconnect'), 'disconnect')
  if (typeof disconnect === 'function') await disconnect()
}
