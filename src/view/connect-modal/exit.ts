import { matchesMedia } from '../../platform/environment.js'
import { adopt } from '../theme/adopt.js'
import { SHEET } from './steady-rows.js'
import { viewsSheet } from './views.css.js'

/** How long a modal takes to disappear, in ms. */
const DURATION = 120

/** How long a phone's sheet takes to slide away, in ms. */
const SLIDE = 180

/** How long the tick of a connected wallet takes to reach the button, in ms. */
const TRAVEL = 250

/** How long the modal takes to disappear then, so that the closed ring is seen, in ms. */
const DONE = 200

/**
 * Fades the modal out after it was closed, or lets a phone's sheet slide away: a picture of it moves, which nothing can
 * reach. The modal itself, the focus and the page are free at once.
 *
 * @param opener the button, if a wallet has connected: the ring around its icon closes, and its tick travels there
 */
export function playExit(host: HTMLElement, opener?: Element | null): void {
  const dialog = host.shadowRoot?.querySelector('dialog')
  if (!dialog?.animate || !dialog.getClientRects().length || matchesMedia('(prefers-reduced-motion)')) return
  const { ownerDocument: page } = host
  const picture = page.createElement('div')
  picture.inert = true
  picture.ariaHidden = 'true'
  picture.style.cssText = host.style.cssText
  const root = picture.attachShadow({ mode: 'closed' })
  root.adoptedStyleSheets = [...(host.shadowRoot as ShadowRoot).adoptedStyleSheets]
  adopt(root, viewsSheet)
  // The copy is no dialog, because Escape would close it.
  const copy = page.createElement('div')
  for (const { name, value } of dialog.attributes) copy.setAttribute(name, value)
  copy.classList.add('leaving', ...(opener ? ['done'] : []))
  copy.append(...[...dialog.childNodes].map((node) => node.cloneNode(true)))
  root.append(copy)
  host.after(picture)
  const [from, to] = [dialog, copy].map((node) => node.querySelector('.body'))
  if (from && to) to.scrollTop = from.scrollTop
  const motions = [...leave(copy, opener ? DONE : DURATION), ...sendTick(copy, opener)]
  const remove = () => picture.remove()
  // The last one takes longest.
  motions.at(-1)?.finished.then(remove, remove)
}

/** The overlay goes, and its card with it. */
function leave(overlay: Element, time: number): Animation[] {
  const isSheet = innerWidth <= SHEET
  const easing = isSheet ? 'ease-in' : 'ease-out'
  const options = { duration: isSheet ? SLIDE : time, easing, fill: 'forwards' } as const
  const card = overlay.querySelector('.card') as Element
  return [
    overlay.animate({ backgroundColor: '#0000' }, options),
    card.animate(isSheet ? { translate: '0 110%' } : { opacity: 0 }, options),
  ]
}

/** The tick leaves its place at the wallet's icon for the button. */
function sendTick(overlay: Element, opener: Element | null | undefined): Animation[] {
  const tick = overlay.querySelector<SVGElement>('.halo .good')
  if (!tick || !opener) return []
  const [from, to] = [tick, opener].map((node) => node.getBoundingClientRect()) as [DOMRect, DOMRect]
  overlay.append(tick)
  Object.assign(tick.style, { left: `${from.left}px`, top: `${from.top}px` })
  const x = to.left + to.width / 2 - from.left - from.width / 2
  const y = to.top + to.height / 2 - from.top - from.height / 2
  return [
    tick.animate(
      { transform: ['none', `translate(${x}px, ${y}px)`], opacity: [1, 1, 1, 1, 0] },
      { duration: TRAVEL, easing: 'cubic-bezier(.4, 0, .2, 1)', fill: 'forwards' },
    ),
  ]
}
