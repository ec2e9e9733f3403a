/** Edges of a box, in CSS px of the viewport. */
export interface Edges {
  left: number
  right: number
  top: number
  bottom: number
}

/** Where a panel goes. `side` is null where it lies over what it belongs to, for want of room beside it. */
export interface Placement {
  left: number
  top: number
  maxHeight: number
  side: 'left' | 'right' | null
}

const GAP = 8
const MARGIN = 8

/** Room a submenu's padding takes, so that its first row is level with the row it opens from. */
const PADDING = 6

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** Below the anchor, or above where there is more room; in line with its edge that is nearer to the viewport's. */
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

/** Beside the anchor, on the side that reading goes to first, else on the other; over it where neither has room. */
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
