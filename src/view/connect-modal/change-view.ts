import { matchesMedia } from '../../platform/environment.js'
import { FADE, moveIcon } from './icon-way.js'
import type { Shown } from './view-props.js'

/**
 * How the card, and the icon in it, move. On a busy machine Chromium draws a frame whose time is before the animation's start: it
 * would show the end.
 */
const MOVE: KeyframeAnimationOptions = {
  duration: 220,
  easing: 'cubic-bezier(.2, .8, .2, 1)',
  fill: 'backwards',
}

/**
 * Whether something covers the middle of the card, such as a wallet's frame. WebKit would let us take the focus from
 * it.
 */
function isCovered(card: HTMLElement, host: Element): boolean {
  const { x, y, width, height } = card.getBoundingClientRect()
  // The card is not drawn yet.
  if (!width) return false
  const top = (host.getRootNode() as Document).elementFromPoint(x + width / 2, y + height / 2)
  return !!top && top !== host
}

/** The card moves to its new height and place, and so does the chosen wallet's icon; what is new appears. */
function animate(card: HTMLElement, last: Shown, { height, top }: Pick<Shown, 'height' | 'top'>): void {
  // With margins of their own length, the card's place does not follow from its height.
  const margin = Number.parseFloat(getComputedStyle(card).marginTop)
  const moved = last.top - top
  const isTravelling = moveIcon(card, moved, MOVE)
  last.move = card.animate?.(
    {
      height: [`${last.height}px`, `${height}px`],
      marginTop: [`${margin + moved}px`, `${margin}px`],
      marginBottom: ['0', '0'],
    },
    MOVE,
  )
  for (const part of card.querySelectorAll(isTravelling ? 'h1, h2, .body p, .actions' : 'h1, .body'))
    part.animate?.({ opacity: [0.3, 1] }, { duration: FADE, easing: 'ease-out', fill: 'backwards' })
}

/**
 * When the view changes, or the focused element was removed, scrolls the view to its top and focuses its beginning; in the list
 * what the visitor has used there. The card moves to its new height and place.
 */
export function changeView(card: HTMLElement, view: string, last: Shown): void {
  const body = card.querySelector('.body') as HTMLElement
  const root = card.getRootNode() as ShadowRoot
  // The code that opens the modal sets the focus of the first view.
  const isNew = !!last.view && last.view !== view
  const isMoving = last.move?.playState === 'running'
  if (isMoving && isNew) {
    // It goes on from where it is now.
    Object.assign(last, { height: card.offsetHeight, top: card.offsetTop })
    last.move?.cancel()
  }
  const { offsetHeight: height, offsetTop: top } = card
  if (isNew) body.scrollTop = 0
  if ((isNew || !root.activeElement) && !isCovered(card, root.host)) {
    const first =
      (last.from && card.querySelector<HTMLElement>(last.from)) ||
      card.querySelector<HTMLElement>('.rows .wallet') ||
      card.querySelector<HTMLElement>('h2') ||
      card.querySelector('h1')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'nearest' })
  }
  // A card that is out of sight has no height, and margins of no length.
  if (isNew && height && last.height && !matchesMedia('(prefers-reduced-motion)'))
    animate(card, last, { height, top })
  // While the card moves, its height is not yet that of the view.
  if (isNew || !isMoving) Object.assign(last, { view, height, top })
}
