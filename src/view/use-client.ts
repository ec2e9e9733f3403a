import { useCallback, useSyncExternalStore } from 'react'
import type { WalletState } from '../client/state.js'
import type { WalletClient } from '../client/wallet-client.js'

const readAll = (state: WalletState) => state

/**
 * Follows the client's state, or a piece of it: a component is drawn anew only when its piece is another one. While React
 * takes painted nodes over the piece is null, since nothing of it had been painted.
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
