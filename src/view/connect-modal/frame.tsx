import { readAddress } from '../../platform/environment.js'
import { CLOSE, Glyph } from '../glyph.js'
import type { ViewTexts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import { english } from './english.js'
import { WALLET } from './glyphs.js'
import { readListHead } from './list-head.js'
import { SHEET } from './steady-rows.js'
import type { ViewProps } from './view-props.js'
import { WalletList } from './wallet-list.js'

/** Checks the address of a page's terms: https, or the page's own origin; undefined for any other. */
function readPageLink(value: string | null | undefined): string | undefined {
  if (!value) return undefined
  try {
    const { href, protocol, origin } = new URL(value, document.baseURI)
    const isOwn = origin === readAddress().origin && /^https?:$/.test(protocol)
    return protocol === 'https:' || isOwn ? href : undefined
  } catch {
    return undefined
  }
}

/** What a wallet is, for a visitor who has none. */
function About({ texts }: { texts: Pick<ViewTexts, keyof typeof english> }) {
  return (
    <>
      <Glyph path={WALLET} />
      <span className="words">
        <b>{texts.whatIsWallet}</b>
        <span>
          {texts.walletKeeps} {texts.walletAsks}
        </span>
      </span>
    </>
  )
}

/** The foot of the list: what a wallet is or where to get one, and the page's terms. */
function ListFoot({ state, texts: given, go, options, list }: ViewProps) {
  const texts = { ...english, ...given }
  const hasWallet = state.choices.some(({ kind }) => kind === 'installed')
  // The rows of a sheet stand on its foot: there, a wallet that comes late leaves the foot as high as it is.
  const isAbout = list?.isNew && !(hasWallet && innerWidth > SHEET)
  const links = (['terms', 'privacy'] as const)
    .map((name) => [texts[name], readPageLink(options[`${name}Url`])] as const)
    .filter(([, href]) => href)
  return (
    <div className={links.length ? 'foot two quiet' : 'foot quiet'}>
      <button type="button" className={isAbout ? 'plain about' : 'plain'} onClick={() => go({ page: 'get' })}>
        {isAbout ? <About texts={texts} /> : <span>{hasWallet ? texts.getWallet : texts.whatIsWallet}</span>}
      </button>
      {links.map(([text, href]) => (
        <a key={text} href={href} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ))}
    </div>
  )
}

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
