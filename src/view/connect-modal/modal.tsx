import { useEffect, useReducer, useRef } from 'react'
import type { WalletState } from '../../client/state.js'
import { isMobile } from '../../platform/environment.js'
import { CLOSE, Glyph } from '../glyph.js'
import { useLanguage } from '../i18n/languages.js'
import { Phrase } from '../phrase.js'
import { useClient } from '../use-client.js'
import { usePart } from '../use-part.js'
import { Boundary } from './boundary.js'
import { Conductor } from './conductor.js'
import { playExit } from './exit.js'
import { ListFoot } from './list-foot.js'
import { readListHead } from './list-head.js'
import { type HostOptions, type ModalHost, OPTIONS } from './options.js'
import { useDialog } from './use-dialog.js'
import type { Place, ViewProps } from './view-props.js'
import { fetchViews, VIEWS } from './views-part.js'
import { WalletList } from './wallet-list.js'

/** The root of `<wallet-connect-modal>`. It is drawn only once, from its host's options. */
export function Modal({ container }: { container?: Node }) {
  const host = (container as ShadowRoot).host as ModalHost
  const options = useRef(host[OPTIONS]).current
  if (!options) return null
  return (
    <Boundary
      onBreak={() => {
        options.isBroken = true
      }}
      // Wait until React is done: removing the host ends its root.
      onError={(error) =>
        queueMicrotask(() => {
          host.remove()
          options.onFailed?.(error)
        })
      }
    >
      <ConnectModal host={host} options={options} />
    </Boundary>
  )
}

/**
 * The frame of all views. The list is there at once; the other views are one part, which loads with an attempt or a page.
 */
function ConnectModal({ host, options }: { host: ModalHost; options: HostOptions }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { client, theme, isHidden } = options
  const seen = useRef<WalletState | null>(null)
  const state = useClient(client, (next) => {
    // While the list is out of sight, only a change of its rows draws it again.
    if (!options.isHidden || seen.current?.choices !== next.choices) seen.current = next
    return seen.current
  }) as WalletState
  const { texts, lang, dir } = useLanguage(options.tag)
  const { phase } = state
  const [place, go] = useReducer((before: Place, patch: Partial<Place>) => ({ ...before, ...patch }), {
    view: isHidden || phase === 'choosing' ? 'list' : 'waiting',
    hasList: isHidden || phase === 'choosing',
  })
  const { view, page } = place
  // A phone's rows have links to the apps from this part. Another phase tries again.
  const isListOnly = phase === 'choosing' && view === 'list' && !page && !isMobile()
  const Views = usePart(VIEWS, !isHidden && !isListOnly && `${phase} ${page}`)
  useEffect(() => {
    if (!isHidden) fetchViews()
  }, [isHidden])
  useEffect(() => {
    options.redraw = redraw
    return () => {
      options.redraw = undefined
    }
  }, [options])
  const dialog = useDialog(host, options)

  // A list that was on screen stays until the part of the views is there, and its row shows the progress.
  const isHeld = !Views && !!place.hasList
  const isList = isHeld || (view === 'list' && !page) || (phase === 'failed' && !Views)
  const content: ViewProps = { client, state, texts, theme, options, place, go }
  const head = isList ? readListHead(content) : Views?.readHead(content)
  return (
    <dialog
      ref={dialog}
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
              playExit(host)
              client.dismiss()
            }}
          >
            <Glyph path={CLOSE} />
          </button>
        </div>
        <p role="status" className="hidden" />
        <div className="body">
          {isList && <WalletList {...content} appLink={Views?.toAppLink} />}
          {!isList && Views && <Views.Content {...content} host={host} />}
          {!isList && !Views && <span className="spinner" />}
        </div>
        {isList && <ListFoot {...content} />}
      </div>
      <Conductor {...content} host={host} isHeld={isHeld} />
    </dialog>
  )
}
