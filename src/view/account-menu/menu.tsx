import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SUBMENU_OPEN_DELAY } from '../../constants.js'
import { clearTimer, now, setTimer } from '../../platform/natives.js'
import { shieldKeys } from '../shield.js'
import { readMenuKey } from './menu-keys.js'
import { type MenuEntry, MenuRow } from './menu-row.js'
import { placeBelow, placeBeside } from './place-panel.js'
import { createPointerGrace } from './pointer-grace.js'
import { createTypeAhead } from './type-ahead.js'
import { usePopover } from './use-popover.js'

interface MenuProps {
  /** What the menu hangs from. */
  anchor: HTMLElement
  label: string
  rtl: boolean
  /** Opened by a key: the first row gets the focus. */
  byKey: boolean
  groups: readonly (readonly MenuEntry[])[]
  onClose(): void
  /** Above the rows. */
  children: ReactNode
}

const rowsOf = (panel: Element): HTMLElement[] =>
  [...panel.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter(
    (row) => row.closest('[popover]') === panel,
  )

/** A menu with submenus one level deep, in the top layer. */
export function Menu({ anchor, label, rtl, byKey, groups, onClose, children }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const submenu = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLElement | null>(null)
  const timer = useRef<number>(undefined)
  const [grace] = useState(createPointerGrace)
  const [typeAhead] = useState(createTypeAhead)
  const [open, setOpen] = useState<{ key: string; byKey: boolean } | null>(null)

  usePopover(
    panel,
    (width, height, view) => placeBelow(anchor.getBoundingClientRect(), width, height, view),
    anchor,
    onClose,
  )

  const openSubmenu = (key: string, row: HTMLElement, byKey: boolean) => {
    clearTimer(timer.current)
    trigger.current = row
    setOpen({ key, byKey })
  }
  const closeSubmenu = (focus: boolean) => {
    clearTimer(timer.current)
    grace.end()
    if (focus) trigger.current?.focus()
    setOpen(null)
  }
  const focusRow = (row: HTMLElement | undefined) => {
    if (open && row && !submenu.current?.contains(row) && row !== trigger.current) closeSubmenu(false)
    row?.focus()
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !panel.current) return
    const { key } = event
    const focused = (panel.current.getRootNode() as ShadowRoot).activeElement as HTMLElement | null
    const isText = focused?.nodeName === 'TEXTAREA'
    if (isText && !/^(Tab|ArrowUp|ArrowDown)$/.test(key)) return
    const nested = !!submenu.current?.contains(focused)
    const rows = rowsOf(nested ? (submenu.current as Element) : panel.current)
    const index = focused ? rows.indexOf(focused) : -1
    const opens = focused?.ariaHasPopup === 'menu'
    let move = readMenuKey(key, { index, count: rows.length, opens, nested, rtl })
    if (nested && key === 'Escape') move = 'leave'
    if (move !== null) typeAhead.end()
    else if ([...key].length === 1 && (key !== ' ' || typeAhead.isTyping(now()))) {
      const labels = rows.map((row) => row.dataset.label ?? '')
      const found = typeAhead.find(key, labels, index, now())
      move = found < 0 ? null : found
      event.preventDefault()
    }
    if (move === null) return
    if (move === 'close') {
      // From here the browser's own Tab goes on.
      anchor.focus()
      return onClose()
    }
    event.preventDefault()
    if (move === 'enter' && focused) openSubmenu(focused.dataset.key as string, focused, true)
    else if (move === 'leave') closeSubmenu(true)
    else focusRow(rows[move as number])
  }
  const handleKey = useRef(onKey)
  handleKey.current = onKey

  useLayoutEffect(() => {
    const node = panel.current as HTMLDivElement
    const first = byKey ? rowsOf(node)[0] : list.current
    first?.focus({ preventScroll: true })
    const stop = shieldKeys(node, false, (event) => handleKey.current(event))
    return () => {
      stop()
      clearTimer(timer.current)
    }
  }, [byKey])

  const onMove = (event: PointerEvent<HTMLElement>, { key, entries }: MenuEntry, nested: boolean) => {
    if (event.pointerType !== 'mouse') return
    const row = event.currentTarget
    if (nested) grace.end()
    else if (open && open.key !== key && grace.holds({ x: event.clientX, y: event.clientY }, now())) return
    if (row !== (row.getRootNode() as ShadowRoot).activeElement && (open?.key !== key || nested))
      focusRow(row)
    if (entries && !open && trigger.current !== row) {
      trigger.current = row
      clearTimer(timer.current)
      timer.current = setTimer(() => openSubmenu(key, row, false), SUBMENU_OPEN_DELAY)
    }
  }
  const onLeave = (event: PointerEvent<HTMLElement>, { key }: MenuEntry) => {
    if (open?.key === key && submenu.current) {
      const edges = submenu.current.getBoundingClientRect()
      const side = edges.left > event.currentTarget.getBoundingClientRect().left ? 'right' : 'left'
      grace.begin({ x: event.clientX, y: event.clientY }, edges, side, now())
    } else if (!open) {
      clearTimer(timer.current)
      trigger.current = null
    }
  }

  const draw = (entry: MenuEntry, nested: boolean) => (
    <MenuRow
      key={entry.key}
      entry={entry}
      expanded={open?.key === entry.key}
      onMove={(event) => onMove(event, entry, nested)}
      onLeave={(event) => onLeave(event, entry)}
      onChoose={(row, byKey) => (entry.entries ? openSubmenu(entry.key, row, byKey) : entry.run?.())}
    />
  )
  const opened = groups.flat().find((entry) => entry.key === open?.key && entry.entries)

  return (
    <div ref={panel} popover="auto" part="menu" className="menu" tabIndex={-1}>
      {children}
      <div ref={list} role="menu" aria-label={label} tabIndex={-1}>
        {groups.map((group) => (
          <div key={group[0]?.key} role="group">
            {group.map((entry) => draw(entry, false))}
          </div>
        ))}
      </div>
      {open && opened?.entries && (
        <Submenu
          panel={submenu}
          label={opened.label}
          trigger={trigger.current as HTMLElement}
          rtl={rtl}
          byKey={open.byKey}
        >
          {opened.entries.map((entry) => draw(entry, true))}
        </Submenu>
      )}
    </div>
  )
}

interface SubmenuProps {
  panel: React.RefObject<HTMLDivElement | null>
  label: string
  trigger: HTMLElement
  rtl: boolean
  byKey: boolean
  children: ReactNode
}

/** Not dismissed by itself: a press on its own row would close it before the click opens it anew. */
function Submenu({ panel, label, trigger, rtl, byKey, children }: SubmenuProps) {
  usePopover(panel, (width, height, view) => {
    const { top, bottom } = trigger.getBoundingClientRect()
    const { left, right } = (trigger.closest('[popover]') as Element).getBoundingClientRect()
    return placeBeside({ left, right, top, bottom }, width, height, view, rtl)
  })
  useEffect(() => {
    if (!byKey || !panel.current) return
    const rows = rowsOf(panel.current)
    const row = rows.find((each) => each.ariaChecked === 'true') ?? rows[0]
    row?.focus()
  }, [byKey, panel])
  return (
    <div ref={panel} popover="manual" className="menu">
      <div role="menu" aria-label={label}>
        {children}
      </div>
    </div>
  )
}
