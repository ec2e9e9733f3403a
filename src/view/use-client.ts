import { useCallback, useSyncExternalStore } from 'react'
import type { WalletState } from '../client/state.js'
import type { WalletClient } from '../client/wallet-client.js'

const readAll = (state: WalletState) => state

/**
 * Follows the client's state, or a part of it: a component renders again only when its part changes. The painted
 * nodes that React takes over show the state as it is then.
 */
export function useClient(client: WalletClient): WalletState
export function useClient<T>(client: WalletClient, select: (state: WalletState) => T): T
export function useClient(client: WalletClient, select: (state: WalletState) => unknown = readAll): unknown {
  return useSyncExternalStore(
    useCallback((listener: () => void) => client.subscribe(listener), [client]),
    () => select(client.getState()),
    () => select(client.getState()),
  )
}
