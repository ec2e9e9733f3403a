import { useEffect, useState } from 'react'
import type { WalletClient } from '../../client/client.js'

/** The active account's balance as text, or an empty one: unknown, not wanted, or not to be had. */
export function useBalance(client: WalletClient, wanted: boolean, account: string, chainId: string): string {
  const [balance, setBalance] = useState({ of: '', text: '' })
  const of = account + chainId
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
  return wanted && balance.of === of ? balance.text : ''
}
