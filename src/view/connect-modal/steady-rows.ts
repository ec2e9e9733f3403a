import type { MouseEvent } from 'react'
import { asShown, FIRST, keepOrder, LAST } from '../../client/keep-order.js'
import { ticks } from '../../platform/natives.js'
import { SEEN } from '../../platform/unmeant-clicks.js'

/** A window up to this width shows the list as a sheet at its bottom, in px, as in the style sheet. */
export const SHEET = 480

/** What is needed of a row. */
interface AnyRow {
  readonly id: string
  readonly group: number
}

/** Rows that stay in place, and whether a click on a row was meant for it. */
export interface SteadyRows<T extends AnyRow> {
  /**
   * @param isTall the list has a fixed height on a phone
   * @param isHidden the list is not on screen yet, so no row has a place to keep
   * @returns the rows in the order in which the list draws them
   */
  place(choices: readonly T[], isTall: boolean, isHidden?: boolean): readonly T[]
  /** The rows were drawn. */
  settle(): void
  isMeant(id: string, event: MouseEvent): boolean
  stop(): void
}

/**
 * Keeps rows in place while the visitor aims at them. Late rows come at the end of their group, and wait while the
 * pointer is over a row that they would move. A click on a row that has just come under the pointer, or a tap on a row
 * that has just moved, was meant for another row.
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
  const life = new AbortController()
  let shown: readonly T[] = []
  /** What was placed last. */
  let rows: readonly T[] = []
  let wasHidden = false
  /** Whether late rows wait. */
  let isHeld = false
  let growsUp = false
  /** How far the end of what is scrolled lay below its visible beginning, in px. */
  let rest = 0
  /** The position of a hovering pointer, and the row there. */
  let point: { x: number; y: number } | null = null
  let over: string | null | undefined
  /** Rows that have moved, and the row among them that came under the pointer. */
  let moved: readonly T[] = []
  let arrived: string | null | undefined
  let movedAt = 0
  let followed: Element | null | undefined

  const readRow = (node: Element | null) => {
    const item = node?.closest('li')
    return item && readNode()?.contains(item) ? item.dataset.row : undefined
  }
  const follow = ({ type, clientX: x, clientY: y, pointerType, target }: PointerEvent) => {
    point = type !== 'pointerleave' && pointerType !== 'touch' ? { x, y } : null
    over = point && readRow(target as Element)
    if (isHeld) redraw()
  }
  return {
    place(choices, isTall, isHidden = false) {
      wasHidden = isHidden
      const body = readNode()?.closest('.body')
      const isFull = !!body && body.scrollHeight > body.clientHeight
      // A sheet that has grown to the top of the window goes on so: it scrolls.
      growsUp = !!body && !isTall && innerWidth <= SHEET && (growsUp || !isFull)
      rest = body ? body.scrollHeight - body.scrollTop : 0
      const newPlace = growsUp ? FIRST : LAST
      rows = keepOrder(shown, choices, asShown(shown, newPlace), newPlace)
      const at = shown.findIndex(({ id }) => id === over)
      isHeld = at >= 0 && rows.at(growsUp ? at - shown.length : at)?.id !== over
      if (isHeld) rows = shown.map((row) => choices.find(({ id }) => id === row.id) ?? row)
      return rows
    },
    settle() {
      const node = readNode()
      const dialog = node?.closest('dialog')
      if (dialog !== followed)
        for (const type of ['pointermove', 'pointerover', 'pointerleave'] as const)
          dialog?.addEventListener(type, follow, { signal: life.signal })
      followed = dialog
      const before = shown
      shown = wasHidden ? [] : rows
      const now = rows.filter((row, index) => before.at(growsUp ? index - rows.length : index)?.id !== row.id)
      if (!before.length || !now.length || !node) return
      // Where the sheet has reached the top of the window, the last rows stay in place.
      const body = node.closest('.body')
      if (growsUp && body) body.scrollTop = body.scrollHeight - rest
      moved = now
      movedAt = ticks()
      const root = node.getRootNode() as ShadowRoot
      const under = point && readRow(root.elementFromPoint(point.x, point.y))
      arrived = under === over ? undefined : under
      over = under
    },
    isMeant(id, { detail, nativeEvent }) {
      // A click by key has no position, and is always meant.
      if (detail === 0 || ticks() - movedAt > SEEN) return true
      return (nativeEvent as PointerEvent).pointerType === 'touch'
        ? !moved.some((row) => row.id === id)
        : arrived !== id
    },
    stop: () => life.abort(),
  }
}
