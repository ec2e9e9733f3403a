import { type MouseEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { asShown, keepOrder } from '../../client/keep-order.js'
import { MAX_WALLET_ROWS } from '../../constants.js'
import { now } from '../../platform/natives.js'

/** After this time the visitor has seen a row that came under the pointer, in ms. */
const SEEN = 500

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
 * @param isHidden the list is not on screen yet, so no row has a place to keep
 */
export function useSteadyRows<T extends AnyRow>(
  choices: readonly T[],
  list: RefObject<HTMLElement | null>,
  isHidden?: boolean,
): SteadyRows<T> {
  const [, redraw] = useState(0)
  const { current: memory } = useRef({
    shown: [] as readonly T[],
    /** Whether late rows wait. */
    isHeld: false,
    /** The position of a hovering pointer, and the row there. */
    point: null as { x: number; y: number } | null,
    over: undefined as string | undefined,
    /** Rows that have moved, and the row among them that came under the pointer. */
    moved: new Set<string>(),
    arrived: undefined as string | undefined,
    movedAt: 0,
    /** Finds the row that is under the pointer now. */
    readUnder: (): string | undefined => undefined,
  })
  const { shown } = memory
  let rows: readonly T[] = keepOrder(shown, choices, asShown(shown)).slice(0, MAX_WALLET_ROWS)
  const at = shown.findIndex(({ id }) => id === memory.over)
  const isHeld = at >= 0 && rows[at]?.id !== memory.over
  if (isHeld) rows = shown.map((row) => choices.find(({ id }) => id === row.id) ?? row)

  useLayoutEffect(() => {
    const root = list.current?.getRootNode() as ShadowRoot
    const readRow = (node: Element | null | undefined) => {
      const item = node?.closest('li')
      return item?.parentElement === list.current ? item.dataset.row : undefined
    }
    const dialog = list.current?.closest('dialog')
    const stop = new AbortController()
    const { signal } = stop
    const follow = ({ type, clientX: x, clientY: y, pointerType, target }: PointerEvent) => {
      const isHere = type !== 'pointerleave' && pointerType !== 'touch'
      memory.point = isHere ? { x, y } : null
      memory.over = isHere ? readRow(target as Element) : undefined
      if (memory.isHeld) redraw((count) => count + 1)
    }
    for (const type of ['pointermove', 'pointerover', 'pointerleave'] as const)
      dialog?.addEventListener(type, follow, { signal })
    memory.readUnder = () => {
      const { point } = memory
      return point ? readRow(root.elementFromPoint(point.x, point.y)) : undefined
    }
    return () => stop.abort()
  }, [list, memory])

  useLayoutEffect(() => {
    const before = memory.shown
    memory.shown = isHidden ? [] : rows
    memory.isHeld = isHeld
    if (before.length === 0 || isSame(before, rows)) return
    memory.moved = new Set(rows.filter((row, index) => before[index]?.id !== row.id).map(({ id }) => id))
    memory.movedAt = now()
    const under = memory.readUnder()
    memory.arrived = under === memory.over ? undefined : under
    memory.over = under
  })

  const isMeant = useCallback(
    (id: string, { detail, nativeEvent }: MouseEvent) => {
      // A click by key has no position, and is always meant.
      if (detail === 0 || now() - memory.movedAt > SEEN) return true
      return (nativeEvent as PointerEvent).pointerType === 'touch'
        ? !memory.moved.has(id)
        : memory.arrived !== id
    },
    [memory],
  )
  return { rows, isMeant }
}

const isSame = (one: readonly AnyRow[], other: readonly AnyRow[]): boolean =>
  one.length === other.length && one.every(({ id }, at) => other[at]?.id === id)
