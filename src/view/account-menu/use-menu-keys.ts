import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ticks } from '../../platform/natives.js'
import { shield } from '../../platform/shield.js'
import { readMenuKey } from './menu-keys.js'
import { rowsOf } from './rows-of.js'
import { createTypeAhead } from './type-ahead.js'
import type { SubmenuState } from './use-submenu.js'

/** What a menu's keyboard handling needs. */
export interface MenuKeys {
  panel: RefObject<HTMLElement | null>
  /** Gets the focus when no row does. */
  list: RefObject<HTMLElement | null>
  /** The element that the menu is attached to. */
  anchor: HTMLElement
  submenu: SubmenuState
  /** The submenu is shown in the menu's own panel. */
  isInside: boolean
  rtl: boolean
  /** The row that gets the focus first. */
  start: 'first' | 'last' | null
  onClose(): void
}

/** Handles the keys of a menu, see menu-keys.ts. The page gets none of these keys. */
export function useMenuKeys(keys: MenuKeys): void {
  const [typeAhead] = useState(createTypeAhead)
  const onKey = (event: KeyboardEvent) => {
    const { panel, anchor, submenu, isInside, rtl, onClose } = keys
    if (event.altKey || event.ctrlKey || event.metaKey || !panel.current) return
    const { key } = event
    const focused = (panel.current.getRootNode() as ShadowRoot).activeElement as HTMLElement | null
    const isText = focused?.nodeName === 'TEXTAREA'
    if (isText && !/^(Tab|ArrowUp|ArrowDown)$/.test(key)) return
    const nested = isInside || !!submenu.panel.current?.contains(focused)
    const rows = rowsOf(nested && !isInside ? (submenu.panel.current as Element) : panel.current)
    const index = focused ? rows.indexOf(focused) : -1
    const opens = focused?.ariaHasPopup === 'menu'
    let move = readMenuKey(key, { index, count: rows.length, opens, nested, rtl })
    if (nested && key === 'Escape') move = 'leave'
    if (move !== null) typeAhead.end()
    else if ([...key].length === 1 && (key !== ' ' || typeAhead.isTyping(ticks()))) {
      const labels = rows.map((row) => row.dataset.label ?? '')
      const found = typeAhead.find(key, labels, index, ticks())
      move = found < 0 ? null : found
      event.preventDefault()
    }
    if (move === null) return
    if (move === 'close') {
      // The browser's own Tab continues from here.
      anchor.focus()
      return onClose()
    }
    event.preventDefault()
    if (move === 'enter' && focused) submenu.show(focused.dataset.key as string, focused, true)
    else if (move === 'leave') submenu.hide(true)
    else submenu.focusRow(rows[move as number])
  }
  const handleKey = useRef(onKey)
  handleKey.current = onKey
  const { panel, list, start } = keys
  useLayoutEffect(() => {
    const node = panel.current as HTMLElement
    const row = start && rowsOf(node).at(start === 'last' ? -1 : 0)
    const first = row || list.current
    first?.focus({ preventScroll: start !== 'last' })
    return shield(node, false, (event) => handleKey.current(event))
  }, [start, panel, list])
}
