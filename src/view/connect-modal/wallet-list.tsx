import type { ListRow } from '../../client/list-rows.js'
import { reload } from '../../platform/environment.js'
import { Glyph } from '../glyph.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { english } from './english.js'
import { WALLET } from './glyphs.js'
import { isReady } from './list.js'
import { Row } from './row.js'
import type { ShownRow, ViewProps } from './view-props.js'

/**
 * Shown below the rows when none of them leads to a wallet yet: what a wallet is, and how to go on after installing
 * one. Also shown when the search finds no wallet.
 */
function NoWallet({ texts: given, isSearch }: ViewProps & { isSearch: boolean }) {
  const texts = { ...english, ...given }
  const title = isSearch ? texts.noMatch : texts.noWallet
  if (isSearch)
    return (
      <p className="none" data-say={title}>
        {title}
      </p>
    )
  return (
    <>
      <div className="stage" data-say={title}>
        <span className="halo">
          <Glyph path={WALLET} />
        </span>
        <h2 tabIndex={-1}>{title}</h2>
        <p>{texts.noWalletHint}</p>
      </div>
      <div className="actions">
        <button type="button" onClick={reload}>
          <span>{texts.reload}</span>
        </button>
      </div>
    </>
  )
}

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
  const runs: ShownRow[][] = []
  for (const shown of list.rows) {
    const run = runs.at(-1)
    if (run?.[0]?.run === shown.run) run.push(shown)
    else runs.push([shown])
  }
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
      <div className={`rows${list.isTall ? ' tall' : ''}${list.isShort ? ' short' : ''}`}>
        {runs.map((rows, at) => {
          const { run, isTile } = rows[0] as ShownRow
          const heading = run && list.hasHeadings ? texts[HEADINGS[run]] : undefined
          const same = runs.slice(0, at).filter(([first]) => first?.run === run).length
          return (
            <div key={`${run} ${same}`} role={heading && 'group'} aria-label={heading}>
              {heading && <h2 className="quiet">{heading}</h2>}
              <ul role="list" className={isTile ? 'tiles' : undefined}>
                {rows.map((shown) => (
                  <li key={shown.row.id} data-row={shown.row.id} onFocus={() => list.stopAt(shown.row.id)}>
                    <Row {...shown} {...props} takes={list.takes} />
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
      {!list.rows.some(({ row }) => list.isSearch || isReady(row)) && (
        <NoWallet {...props} isSearch={list.isSearch} />
      )}
    </>
  )
}
