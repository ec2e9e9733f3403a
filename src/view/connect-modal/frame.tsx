import { CLOSE, Glyph } from '../glyph.js'
import { Phrase } from '../phrase.js'
import { ListFoot } from './list-foot.js'
import { readListHead } from './list-head.js'
import type { ViewProps } from './view-props.js'
import { WalletList } from './wallet-list.js'

/**
 * The frame of all views. The list is there at once; the other views are one part, which loads with an attempt or a page.
 */
export function Frame(props: ViewProps) {
  const { client, state, texts, theme, host, lang, dir, list } = props
  const { views } = props.parts
  const { page } = props.place
  const head = list && !(page && views) ? readListHead(props) : views?.readHead(props)
  return (
    <dialog
      part="overlay"
      className="overlay"
      aria-labelledby="title"
      data-theme={theme}
      lang={lang}
      dir={dir}
    >
      <div part="dialog" className={`card ${head?.className ?? ''}`}>
        <div part="header" className="header">
          {head?.back}
          <h1 part="title" id="title" tabIndex={-1}>
            {head?.title ?? <Phrase text={texts.connectTo} name={state.appName} />}
          </h1>
          <button
            type="button"
            part="close-button"
            className="tool close"
            aria-label={texts.close}
            onClick={() => {
              views?.playExit(host)
              client.dismiss()
            }}
          >
            <Glyph path={CLOSE} />
          </button>
        </div>
        <p role="status" className="hidden" />
        <div className="body">
          {list && <WalletList {...props} />}
          {!list && views && <views.Content {...props} />}
          {!list && !views && <span className="spinner" />}
        </div>
        {list && <ListFoot {...props} />}
        <div className="past" />
      </div>
    </dialog>
  )
}
