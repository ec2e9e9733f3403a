import * as React from 'react'
import type { Wallet } from './wallet.js'
import { getWalletSource } from './wallet-source.js'

/**
 * Returns the session of a store, anywhere in the React tree. The component renders again when a returned value has
 * changed. Without a button on the page, the hook restores an earlier session by itself, and its methods work with the
 * default configuration.
 *
 * @param store name of the store; by default the store of buttons without a name
 */
export function useWallet(store = 'default'): Wallet {
  const { subscribe, get, getIdle } = getWalletSource(store)
  return React.useSyncExternalStore(subscribe, get, getIdle)
}
