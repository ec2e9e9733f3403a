import { useEffect, useReducer } from 'react'
import type { WalletClient } from '../../client/wallet-client.js'
import { readTransactions, type SentTransaction } from '../account/sent-transactions.js'

/** The account's last transactions, updated live. */
export function useTransactions(client: WalletClient, account: string): readonly SentTransaction[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => client.on('transaction', redraw), [client])
  return readTransactions(client, account)
}
