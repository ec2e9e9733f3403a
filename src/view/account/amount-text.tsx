import type { WalletClient } from '../../client/wallet-client.js'
import { shortenAmount } from './amount.js'
import { useBalance } from './use-balance.js'

/** The active account's balance in the button; nothing until it is known, and when it cannot be read. */
export function AmountText({ client, of, lang }: { client: WalletClient; of: string; lang: string }) {
  const balance = useBalance(client, of)
  return balance ? (
    <bdi className="amount" translate="no">{`${shortenAmount(balance, lang)}\u00a0${balance.symbol}`}</bdi>
  ) : null
}
