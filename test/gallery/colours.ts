/** What {@link findUnseen} checks. */
export interface Wanted {
  /** Whether every control must have an edge or an underline: with forced colours, or with more contrast. */
  edges?: boolean
}

/** The lowest contrast of edges and focus rings (WCAG 1.4.11, 2.4.13). */
export const LINE = 3

/**
 * Runs in the page: finds controls with an invisible edge or focus ring, as text. Rows of the menu have no edge,
 * because the menu has one. A control that does not take the focus in this state is skipped.
 */
export function findUnseen({ edges, line }: Wanted & { line: number }): string[] {
  const found: string[] = []
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pen) return ['no canvas']
  type Colour = readonly [red: number, green: number, blue: number]
  /** The colour on the screen when it is drawn on another colour. */
  const draw = (colour: string, ground: Colour): Colour => {
    pen.fillStyle = `rgb(${ground.join()})`
    pen.fillRect(0, 0, 1, 1)
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
    return [red, green, blue]
  }
  const brighten = (colour: Colour) => {
    const [red = 0, green = 0, blue = 0] = colour.map((part) =>
      part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one: Colour, other: Colour) => {
    const [low = 0, high = 0] = [brighten(one), brighten(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const parentOf = (node: Element) => node.parentElement ?? (node.getRootNode() as ShadowRoot).host ?? null
  const readGround = (node: Element | null): Colour => {
    if (!node) return [255, 255, 255]
    return draw(getComputedStyle(node).backgroundColor, readGround(parentOf(node)))
  }
  for (const host of document.querySelectorAll('wallet-connect-button, wallet-connect-modal')) {
    // A modal makes the page inert.
    if (host.localName === 'wallet-connect-button' && document.querySelector('wallet-connect-modal')) continue
    const root = host.shadowRoot as ShadowRoot
    for (const control of root.querySelectorAll<HTMLElement>(
      'button, a[href], input, textarea, [role^=menuitem]',
    )) {
      if (!control.getClientRects().length || control.matches(':disabled')) continue
      const name = `${control.localName}.${control.className} “${(control.ariaLabel ?? control.textContent)?.trim().slice(0, 40)}”`
      const style = getComputedStyle(control)
      const around = readGround(parentOf(control))
      if (edges && !control.matches('[role^=menuitem], .back.row')) {
        const isUnderlined = style.textDecorationLine.includes('underline')
        const hasBorder =
          style.borderTopStyle !== 'none' &&
          Number.parseFloat(style.borderTopWidth) >= 1 &&
          contrast(draw(style.borderTopColor, around), around) >= line
        const isFilled = contrast(readGround(control), around) >= line
        if (!hasBorder && !isFilled && !isUnderlined) found.push(`${name} has no edge`)
      }
      control.focus()
      if (root.activeElement !== control) continue
      const ring = getComputedStyle(control)
      const inside = Number.parseFloat(ring.outlineOffset) < 0
      const ground = inside ? readGround(control) : around
      const seen = contrast(draw(ring.outlineColor, ground), ground)
      const isDrawn = ring.outlineStyle !== 'none' && Number.parseFloat(ring.outlineWidth) >= 2
      if (!isDrawn) found.push(`${name} has no focus ring`)
      else if (seen < line) found.push(`${name} has a focus ring at ${seen.toFixed(2)}:1`)
    }
  }
  return found
}
