import { Glyph, OUT } from '../glyph.js'
import { Phrase } from '../phrase.js'
import { readWords } from './list-rows.js'
import { findShop } from './offers.js'
import type { FullProps } from './view-props.js'

/** The link below the view of an attempt to the shop of the wallet's extension, when the extension is not installed. */
export function ShopLink({ client, state, texts }: FullProps) {
  const href = findShop({ client, state })
  const { walletId: id = '', name = '' } = state.attempt ?? {}
  if (!href) return null
  return (
    <div className="foot quiet">
      <a href={href} target="_blank" rel="noopener noreferrer">
        <span>
          <Phrase text={texts.install} name={readWords({ id, name }, texts).title} />
        </span>
        <Glyph path={OUT} label={texts.newTab} />
      </a>
    </div>
  )
}
