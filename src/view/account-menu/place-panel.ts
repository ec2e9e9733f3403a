/** Edges of a box, in CSS px of the viewport. */
export interface Edges {
  left: number
  right: number
  top: number
  bottom: number
}

/** The position of a panel. `side` is null when it covers its anchor, because there is no room beside it. */
export interface Placement {
  left: number
  top: number
  maxHeight: number
  side: 'left' | 'right' | null
}

const GAP = 8
const MARGIN = 8

/** The padding of a submenu, so that its first row is level with the row that opens it. */
const PADDING = 6

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** Places a panel below the anchor, or above if there is more room, aligned to the edge nearer to the viewport's. */
export function placeBelow(anchor: Edges, width: number, height: number, view: Edges): Placement {
  const below = view.bottom - anchor.bottom - GAP - MARGIN
  const above = anchor.top - view.top - GAP - MARGIN
  const up = height > below && above > below
  const maxHeight = Math.max(up ? above : below, 120)
  const atEnd = anchor.left + anchor.right > view.left + view.right
  return {
    left: clamp(atEnd ? anchor.right - width : anchor.left, view.left + MARGIN, view.right - width - MARGIN),
    top: up ? anchor.top - GAP - Math.min(height, maxHeight) : anchor.bottom + GAP,
    maxHeight,
    side: null,
  }
}

/**
 * Places a panel beside the anchor, first on the side in reading direction, else on the other; over it without room on
 * both.
 */
export function placeBeside(
  anchor: Edges,
  width: number,
  height: number,
  view: Edges,
  rtl: boolean,
): Placement {
  const right = anchor.right + width + MARGIN <= view.right
  const left = anchor.left - width - MARGIN >= view.left
  const side = rtl ? (left ? 'left' : right ? 'right' : null) : right ? 'right' : left ? 'left' : null
  const maxHeight = view.bottom - view.top - 2 * MARGIN
  const start =
    side === 'right' ? anchor.right : side === 'left' ? anchor.left - width : anchor.right - width - MARGIN
  return {
    left: clamp(start, view.left + MARGIN, view.right - width - MARGIN),
    top: clamp(
      side ? anchor.top - PADDING : anchor.bottom,
      view.top + MARGIN,
      view.bottom - MARGIN - Math.min(height, maxHeight),
    ),
    maxHeight,
    side,
  }
}
