import { Glyph } from '../glyph.js'
import { english } from './english.js'
import { WALLET } from './glyphs.js'
import type { ViewProps } from './view-props.js'

/**
 * Shown below the rows when none of them leads to a wallet yet: what a wallet is, and how to go on after installing
 * one. Also shown when the search finds no wallet.
 */
export function NoWallet({ texts: given, isSearch }: ViewProps & { isSearch: boolean }) {
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
        <button type="button" onClick={() => location.reload()}>
          <span>{texts.reload}</span>
        </button>
      </div>
    </>
  )
}
