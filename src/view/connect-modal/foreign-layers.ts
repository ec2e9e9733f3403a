/** The distance between two places that are looked at, in px: no window that a visitor can use is smaller both ways. */
const STEP = 90

/** A layer that is smaller one way is a message, a banner or a chat's button: no wallet asks in so little room; in px. */
const LEAST = 160

const LAYERS = 'iframe,dialog,[popover],body > *,html > *'

const isDrawn = (element: Element): boolean =>
  element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) !== false

/** Whether a visitor sees an element that has a box of its own, large enough to use. */
function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  const canBeUsed = getComputedStyle(element).pointerEvents !== 'none' && !(element as HTMLElement).inert
  return Math.min(width, height) >= LEAST && isDrawn(element) && canBeUsed
}

/**
 * Whether an element lies above the page's text: it is fixed, or placed absolutely on the whole page. What is placed in a
 * part of the text, such as a slide, belongs to the text.
 */
export function isLifted(element: Element): boolean {
  const { body, documentElement } = element.ownerDocument
  let at: Element | null = element
  while (at && at !== body && at !== documentElement) {
    const { position } = getComputedStyle(at)
    if (position === 'fixed') return true
    const { offsetParent } = at as HTMLElement
    if (position !== 'absolute') at = at.parentElement
    else if (!offsetParent || offsetParent === body) return true
    else at = offsetParent
  }
  return false
}

/** Whether what was hit at a point lies above the page's text: placed there, or drawn by a shadow root. */
function isAbove(element: Element, x: number, y: number): boolean {
  const { position } = getComputedStyle(element)
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (position === 'fixed' || (position === 'absolute' && isLifted(element)))
    return Math.min(right - left, bottom - top) >= LEAST || x < left || x > right || y < top || y > bottom
  // The element does not reach this point, so its shadow root, which may be closed, draws something else there. Browsers
  // draw and hit a box at whole pixels, so up to a pixel is the element itself.
  return x < left - 1 || x > right + 1 || y < top - 1 || y > bottom + 1
}

/**
 * The layers of a page in which something can be used without scrolling the page's text: frames, dialogs, popovers,
 * children of the body, and what the visitor would hit above the text, also out of closed shadow roots.
 *
 * @param own what is ours, and does not count
 */
export function readLayers(page: Document, own: Element): Set<Element> {
  const layers = new Set([...page.querySelectorAll(LAYERS)].filter((one) => isSeen(one) && isLifted(one)))
  const { clientWidth, clientHeight } = page.documentElement
  const known = new Set<Element>()
  for (let y = STEP / 2; y < clientHeight; y += STEP)
    for (let x = STEP / 2; x < clientWidth; x += STEP)
      for (const hit of page.elementsFromPoint(x, y)) {
        if (known.has(hit)) continue
        known.add(hit)
        if (isDrawn(hit) && isAbove(hit, x, y)) layers.add(hit)
      }
  for (let at: Element | null = own; at; at = at.parentElement) layers.delete(at)
  return layers
}

/**
 * Whether the page has a layer that it did not have before. What has gone is forgotten, and is new when it comes back: a
 * wallet may show the same frame for each prompt.
 */
export function hasNewLayer(page: Document, own: Element, before: Set<Element>): boolean {
  const layers = readLayers(page, own)
  for (const layer of before) if (!layers.has(layer)) before.delete(layer)
  return layers.size > before.size
}
