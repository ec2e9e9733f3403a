import type { ClientEvents, WalletClient } from '../../client/wallet-client.js'
import { namespaceOf } from '../../protocol/caip2.js'

/** A transaction sent from this page, with its last known state. */
export type SentTransaction = ClientEvents['transaction'] & { account: string }

/** How many transactions the menu keeps. */
const KEPT = 5

const kept = new WeakMap<WalletClient, SentTransaction[]>()

/**
 * Keeps the last transactions of each account, newest first, as long as the page lives. Nothing is stored, so that
 * nobody finds them on the device later.
 */
export function keepTransactions(client: WalletClient): void {
  if (kept.has(client)) return
  const list: SentTransaction[] = []
  kept.set(client, list)
  client.on('transaction', (detail) => {
    const { sentAs, chainId, callsId } = detail
    const hash = sentAs ?? detail.transactionHash
    const { connections } = client.getState()
    const account = connections.find(({ namespace }) => namespace === namespaceOf(chainId))?.account
    if (!account) return
    // A batch keeps its id, while its transaction may become known later.
    const at = list.findIndex(
      (one) => one.chainId === chainId && (callsId ? one.callsId === callsId : one.transactionHash === hash),
    )
    if (at >= 0) Object.assign(list[at] as SentTransaction, detail)
    else list.unshift({ ...detail, account })
    let count = 0
    const rest = list.filter((one) => one.account !== account || ++count <= KEPT)
    list.splice(0, list.length, ...rest)
  })
}

/** The last transactions of an account, newest first. */
export const readTransactions = (client: WalletClient, account: string): readonly SentTransaction[] =>
  (kept.get(client) ?? []).filter((one) => one.account === account)
