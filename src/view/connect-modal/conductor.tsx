import { useEffect, useLayoutEffect, useRef } from 'react'
import { isConnecting } from '../../client/machine.js'
import { ANONYMOUS } from '../../client/sign-in-state.js'
import type { WalletState } from '../../client/state.js'
import { words } from '../../platform/words.js'
import { SENTENCES } from '../failure/use-failure.js'
import { useElapsed } from '../use-elapsed.js'
import { usePart } from '../use-part.js'
import { changeView, type Shown } from './change-view.js'
import { fetchConnectCode } from './connect-code.js'
import { loadFont } from './font.js'
import type { ViewName, ViewProps } from './view-props.js'

/** How long the row shows that the wallet opens, before the waiting view replaces the list, in ms. */
const OPENING_GRACE = 400

/**
 * The view that fits the state. When a wallet opens at once, the list must not flicker, so the row shows its progress
 * for a moment. An attempt without the list skips that, and so does a QR code, which takes longer.
 */
function readView({ phase, attempt, auth, choices }: WalletState, last: ViewName, isSlow: boolean): ViewName {
  if (phase === 'failed') return 'failed'
  if (phase === 'ready' && auth !== ANONYMOUS) return 'sign-in'
  const isCode = choices.some(({ id, kind }) => id === attempt?.walletId && kind === 'phone')
  const isBrief = phase === 'opening' && last === 'list' && !isSlow && !isCode
  return !isConnecting(phase) || isBrief ? 'list' : 'waiting'
}

/** The status region of the modal on screen. */
let region: Element | null = null

/** Writes a sentence into the modal's status region, which lasts as long as the modal. */
export function say(text: string): void {
  if (region && region.textContent !== text) region.textContent = text
}

const readCard = (host: HTMLElement) => host.shadowRoot?.querySelector('.card') as HTMLElement

/**
 * Draws nothing. It lets the view follow the state; focus, height and status region follow the view.
 *
 * @param isHeld the part of the views is still on its way, and the list stays
 */
export function Conductor({
  state,
  place,
  go,
  host,
  options,
  isHeld,
}: ViewProps & { host: HTMLElement; isHeld: boolean }) {
  // Load the sentences with the attempt, so that a failure is explained at once.
  usePart(SENTENCES, state.attempt)
  const isSlow = useElapsed(state.attempt?.since, OPENING_GRACE)
  const view = isHeld ? 'list' : readView(state, place.view, isSlow)
  const shown = useRef<Shown>({ view: '', height: 0 }).current

  const name = `${view} ${(!isHeld && place.page) || ''}`

  useLayoutEffect(() => {
    region = (host.shadowRoot as ShadowRoot).querySelector('.hidden')
  }, [host])
  useLayoutEffect(() => {
    if (view !== place.view) go(isHeld ? { view } : { view, page: '' })
    if (view === 'list' && !place.hasList) go({ hasList: true })
  })
  useLayoutEffect(() => {
    if (view === place.view && shown.view) changeView(readCard(host), name, shown)
  })
  const { choices } = state
  const { isHidden, fontHref } = options
  // Only after the paint, when the browser has laid out the first frame anyway.
  useEffect(() => {
    if (isHidden) return
    const card = readCard(host)
    if (!shown.view) Object.assign(shown, { view: name, height: card.offsetHeight })
    loadFont(host.ownerDocument, fontHref)
    const { backgroundColor, color, fontFamily, borderTopLeftRadius } = getComputedStyle(card)
    words.look = { background: backgroundColor, color, fontFamily, borderRadius: borderTopLeftRadius }
  }, [host, shown, name, isHidden, fontHref])
  useEffect(() => {
    if (!isHidden) fetchConnectCode(choices)
  }, [choices, isHidden])
  useEffect(() => {
    if (view === 'list' && !place.page) say('')
  }, [view, place.page])
  return null
}
