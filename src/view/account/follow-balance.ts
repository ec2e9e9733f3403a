import type { WalletClient } from '../../client/wallet-client.js'
import type { Balance } from '../../connectors/connector.js'

/** Someone who shows a balance. */
interface Follower {
  /** Account, chain and token. */
  key: string
  tell(balance: Balance | null): void
}

const followers = new WeakMap<WalletClient, Set<Follower>>()

/**
 * Follows a balance of the active account: reads it now and after each transaction. A balance that one follower has read is
 * told to all who follow the same, so that button, menu and page agree, also after a node has failed. No event reports a
 * failure, because the page has not asked.
 *
 * @param of the account and its chain
 * @param token address of a token; without it the chain's own currency
 * @param tell called with each balance; with null when it cannot be read
 * @returns ends it
 */
export function followBalance(
  client: WalletClient,
  of: string,
  token: string | undefined,
  tell: Follower['tell'],
): () => void {
  const all = followers.get(client) ?? new Set<Follower>()
  followers.set(client, all)
  const own = { key: `${of} ${token}`, tell }
  all.add(own)
  let last = 0
  function read() {
    // What was asked before the last transaction may say the balance before it.
    const turn = ++last
    const isLast = () => turn === last && all.has(own)
    client.getBalance(token, { quiet: true }).then(
      (balance) => {
        if (isLast()) for (const one of [...all]) if (one.key === own.key) one.tell(balance)
      },
      () => isLast() && tell(null),
    )
  }
  read()
  const stop = client.on('transaction', ({ status }) => status !== 'sent' && read())
  return () => {
    all.delete(own)
    stop()
  }
}
