import type { LoadedTexts } from '../i18n/texts.js'
import { isReady } from './list.js'
import type { ListRow } from './list-rows.js'
import { NoWallet } from './no-wallet.js'
import { Row } from './row.js'
import type { ViewProps } from './view-props.js'

const HEADINGS = {
  installed: 'installed',
  phone: 'onPhone',
  hosted: 'hosted',
  install: 'getWallet',
} as const satisfies Record<ListRow['kind'], keyof LoadedTexts>

/** The list of wallets, in groups. */
export function WalletList(props: ViewProps) {
  const { list, texts } = props
  if (!list) return null
  return (
    <>
      {list.isMany && (
        <input
          className="search"
          type="search"
          // It has no value here: the browser owns what is typed, with its caret and its composition.
          placeholder={texts.search}
          aria-label={texts.search}
          onChange={({ target }) => list.search(target.value)}
        />
      )}
      <ul role="list" className={list.isTall ? 'rows tall' : 'rows'}>
        {list.rows.map((shown) => (
          <li key={shown.row.id} data-row={shown.row.id} onFocus={() => list.stopAt(shown.row.id)}>
            {shown.isFirst && <h2 className="quiet">{texts[HEADINGS[shown.row.kind]]}</h2>}
            <Row {...shown} {...props} isMeant={list.isMeant} />
          </li>
        ))}
      </ul>
      {!list.rows.some(({ row }) => isReady(row)) && <NoWallet {...props} isSearch={list.isSearch} />}
    </>
  )
}
