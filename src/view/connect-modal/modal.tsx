import { useLayoutEffect, useReducer, useRef } from 'react'
import type { WalletState } from '../../client/state.js'
import { CLOSE, Glyph } from '../glyph.js'
import { useLanguage } from '../i18n/languages.js'
import { Phrase } from '../phrase.js'
import { useClient } from '../use-client.js'
import { usePart } from '../use-part.js'
import { Boundary } from './boundary.js'
import { openDialog } from './dialog-lifetime.js'
import { type HostOptions, type ModalHost, OPTIONS } from './options.js'
import type { Place, ViewProps } from './view-props.js'
import { VIEWS } from './views-part.js'
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
 * The frame of all views. The list is part of this file; the other views load as one part once the list is on screen.
 */
function ConnectModal({ host, options }: { host: ModalHost; options: HostOptions }) {
  const { client, theme, isHidden } = options
  const seen = useRef<WalletState | null>(null)
  const state = useClient(client, (next) => {
    // While the list is out of sight, only a change of its rows draws it again.
    if (!options.isHidden || seen.current?.choices !== next.choices) seen.current = next
    return seen.current
  }) as WalletState
  const { texts, lang, dir } = useLanguage(options.tag)
  const dialog = useRef<HTMLDialogElement>(null)
  const { phase } = state
  const [place, go] = useReducer((before: Place, patch: Partial<Place>) => ({ ...before, ...patch }), {
    view: isHidden || phase === 'choosing' ? 'list' : 'waiting',
  })
  // Another phase tries again.
  const Views = usePart(VIEWS, !isHidden && phase)

  useLayoutEffect(() => {
    if (isHidden) return
    const node = dialog.current as HTMLDialogElement
    // Before the dialog is shown, which focuses this element then: a later focus would need another layout.
    const first = node.querySelector<HTMLElement>('.wallet') ?? node.querySelector('h1')
    if (first) first.autofocus = true
    const stop = openDialog(node, host, options)
    // An engine may not know `autofocus` in a dialog.
    if (!first?.matches(':focus')) first?.focus({ preventScroll: true })
    return stop
  }, [host, options, isHidden])

  const { view, page } = place
  // Without the part of the views, a failure shows the list again.
  const isList = (view === 'list' || (phase === 'failed' && !Views)) && !page
  const content: ViewProps = { client, state, texts, theme, options, place, go }
  const head = Views?.readHead(content)
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
              Views?.playExit(host)
              client.dismiss()
            }}
          >
            <Glyph path={CLOSE} />
          </button>
        </div>
        <p role="status" className="hidden" />
        <div className="body">
          {isList && <WalletList {...content} />}
          {!isList && Views && <Views.Content {...content} />}
          {!isList && !Views && <span className="spinner" />}
        </div>
        {isList &&
          (Views ? (
            <Views.ListFoot {...content} />
          ) : (
            <div className={options.termsUrl || options.privacyUrl ? 'foot two' : 'foot'} />
          ))}
      </div>
      {Views && <Views.Conductor {...content} host={host} />}
    </dialog>
  )
}
