import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { asShown, FIRST, keepOrder, LAST } from '../../client/keep-order.js'
import { ticks } from '../../platform/natives.js'
import { SEEN } from '../../platform/unmeant-clicks.js'

/** A window up to this width shows the list as a sheet at its bottom, in px, as in the style sheet. */
const SHEET = 480

/** What this hook needs of a row. */
interface AnyRow {
  readonly id: string
  readonly group: number
}

/** Rows that stay in place, and whether a click on a row was meant for it. */
export interface SteadyRows<T extends AnyRow> {
  rows: readonly T[]
  isMeant(id: string, event: MouseEvent): boolean
}

/**
 * Keeps rows in place while the visitor aims at them. Late rows come at the end of their group, and wait while the
 * pointer is over a row that they would move. A click on a row that has just come under the pointer, or a tap on a row
 * that has just moved, was meant for another row.
 *
 * A sheet that is as high as its rows grows upwards: there, late rows come at the beginning of their group, because
 * the rows below them stay in place.
 *
 * @param isTall the list has a fixed height on a phone
 * @param isHidden the list is not on screen yet, so no row has a place to keep
 */
export function useSteadyRows<T extends AnyRow>(
  choices: readonly T[],
  list: RefObject<HTMLElement | null>,
  isTall: boolean,
  isHidden?: boolean,
): SteadyRows<T> {
  const [, redraw] = useState(0)
  const { current: memory } = useRef({
    shown: [] as readonly T[],
    /** Whether late rows wait. */
    isHeld: false,
    /** The position of a hovering pointer, and the row there. */
    point: null as { x: number; y: number } | null,
    over: undefined as string | null | undefined,
    /** Rows that have moved, and the row among them that came under the pointer. */
    moved: [] as readonly T[],
    arrived: undefined as string | null | undefined,
    movedAt: 0,
  })
  const readRow = (node: Element | null) => {
    const item = node?.closest('li')
    return item?.parentElement === list.current ? item.dataset.row : undefined
  }
  const { shown } = memory
  const body = list.current?.closest('.body')
  const growsUp = body && !isTall && innerWidth <= SHEET && body.scrollHeight <= body.clientHeight
  const newPlace = growsUp ? FIRST : LAST
  let rows: readonly T[] = keepOrder(shown, choices, asShown(shown, newPlace), newPlace)
  const at = shown.findIndex(({ id }) => id === memory.over)
  const isHeld = at >= 0 && rows.at(growsUp ? at - shown.length : at)?.id !== memory.over
  if (isHeld) rows = shown.map((row) => choices.find(({ id }) => id === row.id) ?? row)

  useLayoutEffect(() => {
    const dialog = list.current?.closest('dialog')
    const stop = new AbortController()
    const { signal } = stop
    const follow = ({ type, clientX: x, clientY: y, pointerType, target }: PointerEvent) => {
      memory.point = type !== 'pointerleave' && pointerType !== 'touch' ? { x, y } : null
      memory.over = memory.point && readRow(target as Element)
      if (memory.isHeld) redraw((count) => count + 1)
    }
    for (const type of ['pointermove', 'pointerover', 'pointerleave'] as const)
      dialog?.addEventListener(type, follow, { signal })
    return () => stop.abort()
  }, [list, memory])

  useLayoutEffect(() => {
    const before = memory.shown
    memory.shown = isHidden ? [] : rows
    memory.isHeld = isHeld
    const moved = rows.filter((row, index) => before.at(growsUp ? index - rows.length : index)?.id !== row.id)
    if (!before.length || !moved.length) return
    // Where the sheet has reached the top of the window, the last rows stay in place.
    if (growsUp) body.scrollTop = body.scrollHeight
    memory.moved = moved
    memory.movedAt = ticks()
    const { point } = memory
    const root = list.current?.getRootNode() as ShadowRoot
    const under = point && readRow(root.elementFromPoint(point.x, point.y))
    memory.arrived = under === memory.over ? undefined : under
    memory.over = under
  })

  const isMeant = (id: string, { detail, nativeEvent }: MouseEvent) => {
    // A click by key has no position, and is always meant.
    if (detail === 0 || ticks() - memory.movedAt > SEEN) return true
    return (nativeEvent as PointerEvent).pointerType === 'touch'
      ? !memory.moved.some((row) => row.id === id)
      : memory.arrived !== id
  }
  return { rows, isMeant }
}
