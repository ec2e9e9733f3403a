import { useCallback, useSyncExternalStore } from 'react'
import type { WalletState } from '../client/state.js'
import type { WalletClient } from '../client/wallet-client.js'

const readAll = (state: WalletState) => state

/**
 * Follows the client's state, or a part of it: a component renders again only when its part changes. While React takes
 * over the painted nodes the part is null, because none of it was painted.
 */
export function useClient(client: WalletClient): WalletState
export function useClient<T>(client: WalletClient, select: (state: WalletState) => T): T | null
export function useClient(client: WalletClient, select: (state: WalletState) => unknown = readAll): unknown {
  return useSyncExternalStore(
    useCallback((listener: () => void) => client.subscribe(listener), [client]),
    () => select(client.getState()),
    () => null,
  )
}
