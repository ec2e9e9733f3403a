import { useEffect, useState } from 'react'
import type { WalletClient } from '../../client/wallet-client.js'
import type { Balance } from '../../connectors/connector.js'

/**
 * A balance of the active account: undefined until it is known, null when it cannot be read. No event reports the
 * failure, because the page has not asked.
 *
 * @param of account and chain: a balance of another account or chain is not shown
 * @param token address of a token; without it the chain's own currency
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
