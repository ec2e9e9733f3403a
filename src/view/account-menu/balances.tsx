import { namespaceOf } from '../../chains/caip2.js'
import { findNetwork } from '../../chains/networks.js'
import type { Connection } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import { spellAmount } from '../account/amount.js'
import { useBalance } from '../account/use-balance.js'

interface BalancesProps {
  client: WalletClient
  connection: Connection
  label: string
  lang: string
}

/** The balances of the active account: both fee tokens on Starknet, else the chain's own currency. */
export function Balances({ client, connection: { account, chainId }, label, lang }: BalancesProps) {
  const own = findNetwork(chainId, client.getConfig().networks)?.nativeCurrency?.symbol
  const isStarknet = namespaceOf(chainId) === 'starknet'
  const tokens = isStarknet ? ['STRK', 'ETH'] : [undefined]
  return (
    <dl className="balances" aria-label={label}>
      {tokens.map((token) => (
        <Row
          key={token ?? ''}
          client={client}
          of={account + chainId}
          token={token}
          symbol={token ?? own ?? ''}
          lang={lang}
        />
      ))}
    </dl>
  )
}

interface RowProps {
  client: WalletClient
  of: string
  token: string | undefined
  symbol: string
  lang: string
}

/** The row has its full height from the beginning, so that no row below moves when the balance arrives. */
function Row({ client, of, token, symbol, lang }: RowProps) {
  const balance = useBalance(client, of, token)
  return (
    <div translate="no">
      <dt>
        <bdi>{balance?.symbol ?? symbol}</bdi>
      </dt>
      <dd>
        <bdi>{balance ? spellAmount(balance, lang) : balance === null ? '–' : '…'}</bdi>
      </dd>
    </div>
  )
}
