import { useEffect, useState } from 'react'
import type { WalletClient } from '../../client/wallet-client.js'

/**
 * The active account's balance as text; empty until it is known, and where it cannot be read.
 *
 * @param of names account and chain: what was read for another is not shown
 */
export function useBalance(client: WalletClient, wanted: boolean, of: string): string {
  const [balance, setBalance] = useState({ of: '', text: '' })
  useEffect(() => {
    let here = wanted
    if (wanted) {
      client.getBalance().then(
        ({ formatted, symbol }) => here && setBalance({ of, text: `${formatted} ${symbol}` }),
        () => {},
      )
    }
    return () => {
      here = false
    }
  }, [client, wanted, of])
  return balance.of === of ? balance.text : ''
}
