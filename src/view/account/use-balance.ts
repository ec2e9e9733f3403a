import { useEffect, useState } from 'react'
import type { WalletClient } from '../../client/wallet-client.js'
import type { Balance } from '../../connectors/connector.js'

/**
 * A balance of the active account: undefined until it is known, null where it cannot be read. The page hears nothing of that,
 * since it has not asked.
 *
 * @param of names account and chain: what was read for another is not shown
 * @param token left out for the chain's own currency
 */
export function useBalance(client: WalletClient, of: string, token?: string): Balance | null | undefined {
  const [read, setRead] = useState<{ of: string; balance: Balance | null }>()
  useEffect(() => {
    let here = true
    client.getBalance(token, { quiet: true }).then(
      (balance) => here && setRead({ of, balance }),
      () => here && setRead({ of, balance: null }),
    )
    return () => {
      here = false
    }
  }, [client, of, token])
  return read?.of === of ? read.balance : undefined
}
