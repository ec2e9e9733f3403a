import type { Edges } from './place-panel.js'

/** How long the pointer may be on its way to an open submenu, in ms (specification). */
export const POINTER_GRACE = 300

/** A place of the pointer, in CSS px of the viewport. */
export interface Point {
  x: number
  y: number
}

/** How far behind the pointer the area begins: a hand that shakes does not leave it. */
const BLEED = 5

/** Whether a point lies in a polygon (even–odd rule). */
export function isInside({ x, y }: Point, area: readonly Point[]): boolean {
  let inside = false
  area.forEach((a, at) => {
    const b = area[(at || area.length) - 1] as Point
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  })
  return inside
}

/**
 * Lets the pointer cross other rows on its way into an open submenu.
 *
 * For 300 ms after it has left the submenu's row, a pointer that moves towards the submenu inside the triangle between
 * that point and the submenu's near edge counts as still being on the row. Times are on one clock, in ms.
 */
export function createPointerGrace() {
  let area: Point[] = []
  let until = 0
  let last = 0
  let forward = 1
  return {
    /** The pointer has left the row at `from`, with the submenu open on `side`. */
    begin(from: Point, submenu: Edges, side: 'left' | 'right', now: number) {
      forward = side === 'right' ? 1 : -1
      const near = side === 'right' ? submenu.left : submenu.right
      const far = side === 'right' ? submenu.right : submenu.left
      area = [
        { x: from.x - BLEED * forward, y: from.y },
        { x: near, y: submenu.top },
        { x: far, y: submenu.top },
        { x: far, y: submenu.bottom },
        { x: near, y: submenu.bottom },
      ]
      until = now + POINTER_GRACE
      last = from.x
    },
    /** Whether a pointer that is now at `point` is still on its way. */
    holds(point: Point, now: number): boolean {
      const onward = (point.x - last) * forward >= 0
      last = point.x
      return now < until && onward && isInside(point, area)
    },
    /** The pointer has arrived, or the submenu has gone. */
    end() {
      until = 0
    },
  }
}
