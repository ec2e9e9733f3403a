/** The view that is on screen, and the card's height with it, in px. */
export interface Shown {
  view: string
  height: number
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
 * On a change of view, or where what had the focus has gone, the view is at its top and has the focus at its beginning; and
 * the card grows or shrinks into its new height.
 */
export function changeView(card: HTMLElement, view: string, last: Shown): void {
  const body = card.querySelector('.body') as HTMLElement
  const height = card.offsetHeight
  const root = card.getRootNode() as ShadowRoot
  // The first one has its focus from whoever has opened the modal.
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
    card.animate?.(
      { height: [`${last.height || height}px`, `${height}px`] },
      { duration: 180, easing: 'ease-out' },
    )
    body.animate?.({ opacity: [0, 1] }, { duration: 180, easing: 'ease-out' })
  }
  Object.assign(last, { view, height })
}
