import { adopt } from '../theme/adopt.js'
import { SHEET } from './steady-rows.js'
import { viewsSheet } from './views.css.js'

/** How long a modal takes to disappear, in ms. */
const DURATION = 120

/** How long a phone's sheet takes to slide away, in ms. */
const SLIDE = 180

/**
 * Fades the modal out after it was closed, or lets a phone's sheet slide away: a picture of it moves, which nothing can
 * reach. The modal itself, the focus and the page are free at once.
 */
export function playExit(host: HTMLElement): void {
  const dialog = host.shadowRoot?.querySelector('dialog')
  if (!dialog?.animate || !dialog.getClientRects().length || matchMedia('(prefers-reduced-motion)').matches)
    return
  const picture = document.createElement('div')
  picture.inert = true
  picture.ariaHidden = 'true'
  picture.style.cssText = host.style.cssText
  const root = picture.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [...(host.shadowRoot as ShadowRoot).adoptedStyleSheets]
  adopt(root, viewsSheet)
  // The copy is no dialog, because Escape would close it.
  const copy = document.createElement('div')
  for (const { name, value } of dialog.attributes) copy.setAttribute(name, value)
  copy.classList.add('leaving')
  copy.append(...[...dialog.childNodes].map((node) => node.cloneNode(true)))
  root.append(copy)
  host.after(picture)
  const [from, to] = [dialog, copy].map((node) => node.querySelector('.body'))
  if (from && to) to.scrollTop = from.scrollTop
  const motion =
    innerWidth > SHEET
      ? copy.animate({ opacity: [1, 0] }, { duration: DURATION, easing: 'ease-out', fill: 'forwards' })
      : slideAway(copy)
  const remove = () => picture.remove()
  motion.finished.then(remove, remove)
}

/** Moves a sheet from where it stands to below the window. */
function slideAway(overlay: Element): Animation {
  const options = { duration: SLIDE, easing: 'ease-in', fill: 'forwards' } as const
  overlay.animate({ backgroundColor: '#0000' }, options)
  return (overlay.querySelector('.card') as Element).animate({ translate: '0 110%' }, options)
}
