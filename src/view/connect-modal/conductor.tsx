import { useEffect, useLayoutEffect, useRef } from 'react'
import { isConnecting } from '../../client/machine.js'
import { ANONYMOUS } from '../../client/sign-in-state.js'
import type { WalletState } from '../../client/state.js'
import { words } from '../../platform/words.js'
import { SENTENCES } from '../failure/use-failure.js'
import { adopt } from '../theme/adopt.js'
import { useElapsed } from '../use-elapsed.js'
import { usePart } from '../use-part.js'
import { changeView, type Shown } from './change-view.js'
import { loadFont } from './font.js'
import type { ViewName, ViewProps } from './view-props.js'
import { viewsSheet } from './views.css.js'

/** How long a wallet that opens shows in its row before the waiting view takes over, in ms. */
const OPENING_GRACE = 400

/**
 * Which view fits the state. A wallet that opens at once does not make the list flicker away: for a moment its row shows
 * that it was heard. An attempt that began without the list goes without that, and so does a code, which takes its time.
 */
function readView({ phase, attempt, auth, choices }: WalletState, last: ViewName, isSlow: boolean): ViewName {
  if (phase === 'failed') return 'failed'
  if (phase === 'ready' && auth !== ANONYMOUS) return 'sign-in'
  const isCode = choices.some(({ id, kind }) => id === attempt?.walletId && kind === 'phone')
  const isBrief = phase === 'opening' && last === 'list' && !isSlow && !isCode
  return !isConnecting(phase) || isBrief ? 'list' : 'waiting'
}

/** The status region of the modal that is on screen. */
let region: Element | null = null

/** Puts a sentence into the modal's status region, which lasts as long as the modal. */
export function say(text: string): void {
  if (region && region.textContent !== text) region.textContent = text
}

/** Draws nothing: has the view follow the state, and the focus, the card's height and the status region follow the view. */
export function Conductor({ state, place, go, host, options }: ViewProps & { host: HTMLElement }) {
  // A failure says at once what it is.
  usePart(SENTENCES, true)
  const isSlow = useElapsed(state.attempt?.startedAt, OPENING_GRACE)
  const view = readView(state, place.view, isSlow)
  const shown = useRef<Shown>({ view: '', height: 0 }).current

  useLayoutEffect(() => {
    const root = host.shadowRoot as ShadowRoot
    region = root.querySelector('.hidden')
    adopt(root, viewsSheet)
    loadFont(root.ownerDocument, options.fontHref)
    const { backgroundColor, color, fontFamily, borderTopLeftRadius } = getComputedStyle(
      root.querySelector('.card') as HTMLElement,
    )
    words.look = { background: backgroundColor, color, fontFamily, borderRadius: borderTopLeftRadius }
  }, [host, options])
  useLayoutEffect(() => {
    if (view !== place.view) go({ view, page: '' })
    if (view === 'list' && !place.hasList) go({ hasList: true })
  })
  useLayoutEffect(() => {
    if (view === place.view)
      changeView(host.shadowRoot?.querySelector('.card') as HTMLElement, `${view} ${place.page ?? ''}`, shown)
  })
  useEffect(() => {
    if (view === 'list' && !place.page) say('')
  }, [view, place.page])
  return null
}
