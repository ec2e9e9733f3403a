import type { MouseEvent } from 'react'
import { FIRST, keepOrder, LAST } from '../../client/keep-order.js'
import { ticks } from '../../platform/natives.js'
import { SEEN } from '../../platform/unmeant-clicks.js'

/** A window up to this width shows the list as a sheet at its bottom, in px, as in the style sheet. */
export const SHEET = 480

/** What is needed of a row. */
interface AnyRow {
  readonly id: string
  readonly group: number
}

/** For {@link keepOrder}: groups in the order on screen. A new group comes last or first, so that it moves none of them. */
export function asShown(shown: readonly AnyRow[], newPlace = LAST): (group: number) => number {
  const order = [...new Set(shown.map(({ group }) => group))]
  return (group) => (order.includes(group) ? order.indexOf(group) : newPlace + group)
}

/** Rows that stay in place, and whether a click on a row counts. */
export interface SteadyRows<T extends AnyRow> {
  /**
   * @param isTall the list has a fixed height on a phone
   * @param isHidden the list is not on screen yet, so no row has a place to keep
   * @returns the rows in the order in which the list draws them
   */
  place(choices: readonly T[], isTall: boolean, isHidden?: boolean): readonly T[]
  /** The rows were drawn. */
  settle(): void
  /** Whether a click on a row counts; the row shows one that does not. */
  takes(id: string, event: MouseEvent): boolean
}

/**
 * Keeps rows in place while the visitor aims at them. Late rows come at the end of their group, and wait while the
 * pointer is over a row that they would move. A click counts only on a row that has kept its place for half a second; a
 * row that does not take a click pales and comes back, so that the visitor looks at what stands there now.
 *
 * A sheet that is as high as its rows grows upwards: there, late rows come at the beginning of their group, because
 * the rows below them stay in place.
 *
 * @param readNode finds the list on screen
 * @param redraw called when rows that have waited may come
 */
export function createSteadyRows<T extends AnyRow>(
  readNode: () => HTMLElement | null,
  redraw: () => void,
): SteadyRows<T> {
  let shown: readonly T[] = []
  let growsUp = false
  /** When a row came late, or was moved, on the clock of `ticks`. */
  const movedAt = new Map<string, number>()
  /** How far the end of what is scrolled lies below its visible beginning, in px, while rows come above. */
  let rest: number | undefined

  return {
    place(choices, isTall, isHidden = false) {
      // Until the visitor has seen rows, none has a place to keep: we read no layout, which would take time.
      const node = shown.length ? readNode() : null
      const body = node?.closest('.body')
      const isFull = !!body && body.scrollHeight > body.clientHeight
      // A sheet that has grown to the top of the window goes on so: it scrolls.
      growsUp = !!body && !isTall && innerWidth <= SHEET && (growsUp || !isFull)
      const newPlace = growsUp ? FIRST : LAST
      const rows = keepOrder(shown, choices, asShown(shown, newPlace), newPlace)
      const isMoved = ({ id }: T, at: number) => shown.at(growsUp ? at - rows.length : at)?.id !== id
      const moved = shown.length ? rows.filter(isMoved) : []
      const aimed = node?.querySelector<HTMLElement>('li:hover')
      if (aimed && moved.some(({ id }) => id === aimed.dataset.row)) {
        aimed.addEventListener('pointerleave', redraw, { once: true })
        return shown.map((row) => choices.find(({ id }) => id === row.id) ?? row)
      }
      for (const { id } of moved) movedAt.set(id, ticks())
      if (moved.length && growsUp && body) rest = body.scrollHeight - body.scrollTop
      shown = isHidden ? [] : rows
      return rows
    },
    settle() {
      const body = rest !== undefined && readNode()?.closest('.body')
      // Where the sheet has reached the top of the window, the last rows stay in place.
      if (body) body.scrollTop = body.scrollHeight - (rest as number)
      rest = undefined
    },
    takes(id, { detail, currentTarget }) {
      // A click by key has no position, and is always meant.
      if (!detail || ticks() - (movedAt.get(id) ?? Number.NEGATIVE_INFINITY) > SEEN) return true
      currentTarget.animate?.({ opacity: [0.3, 1] }, { duration: SEEN, easing: 'ease-in' })
      return false
    },
  }
}
