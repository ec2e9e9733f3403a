import { findNetwork } from '../../chains/networks.js'
import type { Connection } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import { namespaceOf } from '../../protocol/caip2.js'
import { spellAmount } from '../account/amount.js'
import { useBalance } from '../account/use-balance.js'
import { describeFailure, SENTENCES } from '../failure/describe-failure.js'
import type { LoadedTexts, MenuTexts } from '../i18n/texts.js'
import { usePart } from '../use-part.js'

/** What the balances are drawn from. */
export interface BalancesProps {
  client: WalletClient
  connection: Connection
  texts: LoadedTexts & Pick<MenuTexts, 'balance'>
  lang: string
}

/** The balances of the active account: both fee tokens on Starknet, else the chain's own currency. */
export function Balances({ client, connection: { account, chainId }, texts, lang }: BalancesProps) {
  const own = findNetwork(chainId, client.getConfig().networks)?.nativeCurrency?.symbol
  const isStarknet = namespaceOf(chainId) === 'starknet'
  // Without a token Starknet's balance is ETH, as in the button.
  const rows = isStarknet ? [{ token: 'STRK', symbol: 'STRK' }, { symbol: 'ETH' }] : [{ symbol: own ?? '' }]
  return (
    <dl className="balances" aria-label={texts.balance}>
      {rows.map(({ token, symbol }) => (
        <Row
          key={symbol}
          client={client}
          of={account + chainId}
          token={token}
          symbol={symbol}
          texts={texts}
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
  texts: LoadedTexts
  lang: string
}

/** The row has its full height from the beginning, so that no row below moves when the balance arrives. */
function Row({ client, of, token, symbol, texts, lang }: RowProps) {
  const balance = useBalance(client, of, token)
  const isUnknown = balance === null
  const sentences = usePart(SENTENCES, isUnknown)
  const error = isUnknown ? ({ code: 'balance_failed' } as const) : null
  const { sentence } = describeFailure(error, '', texts, sentences)
  return (
    <div translate="no">
      <dt>
        <bdi>{balance?.symbol ?? symbol}</bdi>
      </dt>
      <dd title={sentence || undefined}>
        <bdi aria-hidden={!!sentence}>{balance ? spellAmount(balance, lang) : isUnknown ? '–' : '…'}</bdi>
        {sentence && <span className="hidden">{sentence}</span>}
      </dd>
    </div>
  )
}
