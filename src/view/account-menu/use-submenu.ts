import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { clearTimer, setTimer, ticks } from '../../platform/natives.js'
import type { MenuEntry } from './menu-row.js'
import { createPointerGrace } from './pointer-grace.js'

/** How long the pointer rests on a row before its submenu opens, in ms (specification). */
const SUBMENU_OPEN_DELAY = 100

/** Which submenu of a menu is open, and how a pointer opens and leaves it. */
export interface SubmenuState {
  open: { key: string; byKey: boolean } | null
  /** The row that opened it. */
  trigger: RefObject<HTMLElement | null>
  /** The submenu's own panel. */
  panel: RefObject<HTMLDivElement | null>
  show(key: string, row: HTMLElement, byKey: boolean): void
  /** @param focus returns the focus to the row */
  hide(focus: boolean): void
  /** Moves the focus to a row; a row of the menu closes another row's submenu. */
  focusRow(row: HTMLElement | undefined): void
  onMove(event: PointerEvent<HTMLElement>, entry: MenuEntry, nested: boolean): void
  onLeave(event: PointerEvent<HTMLElement>, entry: MenuEntry): void
}

/** Creates the {@link SubmenuState} of a menu. @param isSheet a submenu replaces the menu, and no pointer hovers */
export function useSubmenu(isSheet: boolean): SubmenuState {
  const panel = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLElement | null>(null)
  const timer = useRef<number>(undefined)
  const [grace] = useState(createPointerGrace)
  const [open, setOpen] = useState<SubmenuState['open']>(null)
  useEffect(() => () => clearTimer(timer.current), [])

  const show: SubmenuState['show'] = (key, row, byKey) => {
    clearTimer(timer.current)
    trigger.current = row
    setOpen({ key, byKey })
  }
  const hide: SubmenuState['hide'] = (focus) => {
    clearTimer(timer.current)
    grace.end()
    if (focus) trigger.current?.focus()
    setOpen(null)
  }
  const focusRow: SubmenuState['focusRow'] = (row) => {
    if (open && row && !isSheet && !panel.current?.contains(row) && row !== trigger.current) hide(false)
    row?.focus()
  }
  const onMove: SubmenuState['onMove'] = (event, { key, entries }, nested) => {
    if (event.pointerType !== 'mouse') return
    const row = event.currentTarget
    if (nested) grace.end()
    else if (open && open.key !== key && grace.holds({ x: event.clientX, y: event.clientY }, ticks())) return
    if (row !== (row.getRootNode() as ShadowRoot).activeElement && (open?.key !== key || nested))
      focusRow(row)
    if (isSheet || !entries || open || trigger.current === row) return
    trigger.current = row
    clearTimer(timer.current)
    timer.current = setTimer(() => show(key, row, false), SUBMENU_OPEN_DELAY)
  }
  const onLeave: SubmenuState['onLeave'] = (event, { key }) => {
    if (open?.key === key && panel.current) {
      const edges = panel.current.getBoundingClientRect()
      const side = edges.left > event.currentTarget.getBoundingClientRect().left ? 'right' : 'left'
      grace.begin({ x: event.clientX, y: event.clientY }, edges, side, ticks())
    } else if (!open) {
      clearTimer(timer.current)
      trigger.current = null
    }
  }
  return { open, trigger, panel, show, hide, focusRow, onMove, onLeave }
}
