import type { Shown } from './view-props.js'

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

/**
 * When the view changes, or the focused element was removed, scrolls the view to its top and focuses its beginning. The
 * card moves to its new height and place.
 */
export function changeView(card: HTMLElement, view: string, last: Shown): void {
  const body = card.querySelector('.body') as HTMLElement
  const { offsetHeight: height, offsetTop: top } = card
  const root = card.getRootNode() as ShadowRoot
  // The code that opens the modal sets the focus of the first view.
  const isNew = !!last.view && last.view !== view
  if (isNew) body.scrollTop = 0
  if ((isNew || !root.activeElement) && !isCovered(card, root.host)) {
    const first =
      card.querySelector<HTMLElement>('.rows .wallet') ??
      card.querySelector<HTMLElement>('h2') ??
      card.querySelector('h1')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'nearest' })
  }
  if (isNew && !matchMedia('(prefers-reduced-motion)').matches) {
    // With margins of their own length, the card's place does not follow from its height.
    const margin = Number.parseFloat(getComputedStyle(card).marginTop)
    card.animate?.(
      {
        height: [`${last.height}px`, `${height}px`],
        marginTop: [`${margin + last.top - top}px`, `${margin}px`],
        marginBottom: ['0', '0'],
      },
      { duration: 200, easing: 'cubic-bezier(.2, .8, .2, 1)' },
    )
    for (const part of [body, card.querySelector('h1')])
      part?.animate?.({ opacity: [0.3, 1] }, { duration: 120, easing: 'ease-out' })
  }
  Object.assign(last, { view, height, top })
}
