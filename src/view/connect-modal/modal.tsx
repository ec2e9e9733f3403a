import { useLayoutEffect, useRef } from 'react'
import { isConnecting } from '../../client/machine.js'
import { ANONYMOUS } from '../../client/sign-in-state.js'
import type { WalletState } from '../../client/state.js'
import { CLOSE, Glyph } from '../glyph.js'
import { useLanguage } from '../i18n/languages.js'
import { Phrase } from '../phrase.js'
import { useClient } from '../use-client.js'
import { useElapsed } from '../use-elapsed.js'
import { usePart } from '../use-part.js'
import { Boundary } from './boundary.js'
import { PageLink, useCramped } from './cramped.js'
import { Failed } from './failed.js'
import { openDialog } from './open-dialog.js'
import { type HostOptions, type ModalHost, OPTIONS } from './options.js'
import { Pairing, usePairingCode } from './pairing.js'
import { SIGN_IN } from './sign-in-part.js'
import { WalletList } from './wallet-list.js'

/** How long a wallet that opens shows in its row before the waiting view takes over, in ms. */
const OPENING_GRACE = 400

/** The root of `<wallet-connect-modal>`. It is drawn from the options its host carries, and once only. */
export function Modal({ container }: { container?: Node }) {
  const host = (container as ShadowRoot).host as ModalHost
  const options = useRef(host[OPTIONS]).current
  if (!options) return null
  return (
    <Boundary
      onBreak={() => {
        options.isBroken = true
      }}
      // Not while React is at work: a host that is removed ends its root.
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

/** A view inside the modal: which one is for the state to say. */
type ViewName = 'list' | 'waiting' | 'failed' | 'sign-in'

function ConnectModal({ host, options }: { host: ModalHost; options: HostOptions }) {
  const { client, signIn, theme } = options
  const state = useClient(client)
  const { texts, lang, dir } = useLanguage(options.tag)
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const view = useView(state)
  const isCramped = useCramped()
  usePairingCode(state)
  const SignIn = usePart(SIGN_IN, view === 'sign-in' || signIn.isWanted())

  useLayoutEffect(() => openDialog(dialog.current as HTMLDialogElement, host, options), [host, options])
  useChangeOfView(card, view)

  const content = { client, state, texts, theme }
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
      <div ref={card} part="dialog" className={isCramped ? 'card cramped' : 'card'}>
        <div part="header" className="header">
          <h1 part="title" id="title" tabIndex={-1}>
            {isCramped ? (
              <PageLink text={texts.noRoom} />
            ) : (
              <Phrase text={texts.connectTo} name={state.appName} />
            )}
          </h1>
          <button
            type="button"
            part="close-button"
            className="close"
            aria-label={texts.close}
            onClick={() => client.dismiss()}
          >
            <Glyph path={CLOSE} />
          </button>
        </div>
        <div className="body">
          {view === 'list' ? (
            <WalletList {...content} />
          ) : view === 'failed' ? (
            <Failed {...content} />
          ) : view === 'sign-in' ? (
            SignIn && <SignIn {...content} signIn={signIn} />
          ) : (
            <Pairing {...content} />
          )}
        </div>
      </div>
    </dialog>
  )
}

/**
 * Which view fits the state. A wallet that opens at once does not make the list flicker away: for a moment its row shows
 * that it was heard. An attempt that began without the list goes without that.
 */
function useView({ phase, attempt, auth }: WalletState): ViewName {
  const slow = useElapsed(attempt?.startedAt, OPENING_GRACE)
  const last = useRef<ViewName>('waiting')
  const view =
    phase === 'failed'
      ? 'failed'
      : phase === 'ready' && auth !== ANONYMOUS
        ? 'sign-in'
        : !isConnecting(phase) || (phase === 'opening' && last.current === 'list' && !slow)
          ? 'list'
          : 'waiting'
  useLayoutEffect(() => {
    last.current = view
  }, [view])
  return view
}

/** Whether something is above the middle of the card, such as a wallet's frame: WebKit lets focus be taken out of it. */
function isCovered(card: HTMLElement, host: Element): boolean {
  const { x, y, width, height } = card.getBoundingClientRect()
  // Not drawn yet.
  if (!width) return false
  const top = (host.getRootNode() as Document).elementFromPoint(x + width / 2, y + height / 2)
  return !!top && top !== host
}

/**
 * On a change of view, or where what had the focus has gone, the focus goes to the view's beginning; and the card grows
 * or shrinks into its new height.
 */
function useChangeOfView(card: React.RefObject<HTMLDivElement | null>, view: ViewName): void {
  const before = useRef({ view: '', height: 0 })
  useLayoutEffect(() => {
    const node = card.current as HTMLDivElement
    const height = node.offsetHeight
    const last = before.current
    const root = node.getRootNode() as ShadowRoot
    if ((last.view !== view || !root.activeElement) && !isCovered(node, root.host)) {
      const first = node.querySelector('h2') ?? node.querySelector<HTMLElement>('.wallet')
      first?.focus({ preventScroll: true })
    }
    if (last.view && last.view !== view && !matchMedia('(prefers-reduced-motion)').matches) {
      node.animate?.({ height: [`${last.height}px`, `${height}px`] }, { duration: 180, easing: 'ease-out' })
    }
    before.current = { view, height }
  })
}
