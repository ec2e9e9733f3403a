import * as React from 'react'
import type { Wallet } from './wallet.js'
import { getWalletSource } from './wallet-source.js'

/**
 * The session of a store, wherever in the React tree; the component renders anew when what it gives has changed. Without a
 * button on the page it takes up an earlier session by itself, and its methods work as well, with the default
 * configuration.
 *
 * @param store name of the store; the one buttons use where they name none
 */
export function useWallet(store = 'default'): Wallet {
  const { subscribe, get, getIdle } = getWalletSource(store)
  return React.useSyncExternalStore(subscribe, get, getIdle)
}
