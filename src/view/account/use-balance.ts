import { useEffect, useState } from 'react'
import type { WalletClient } from '../../client/wallet-client.js'
import type { Balance } from '../../connectors/connector.js'
import { followBalance } from './follow-balance.js'

/**
 * A balance of the active account: undefined until it is known, null when it cannot be read.
 *
 * @param of account and chain: a balance of another account or chain is not shown
 * @param token address of a token; without it the chain's own currency
 */
export function useBalance(client: WalletClient, of: string, token?: string): Balance | null | undefined {
  const [read, setRead] = useState<{ of: string; balance: Balance | null }>()
  useEffect(
    () => followBalance(client, of, token, (balance) => setRead({ of, balance })),
    [client, of, token],
  )
  return read?.of === of ? read.balance : undefined
}
