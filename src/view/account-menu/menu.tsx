import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { matchesMedia } from '../../platform/environment.js'
import { Glyph } from '../glyph.js'
import { BACK } from './glyphs.js'
import { type MenuEntry, MenuRow } from './menu-row.js'
import { placeBelow, placeBeside } from './place-panel.js'
import { rowsOf } from './rows-of.js'
import { useMenuKeys } from './use-menu-keys.js'
import { usePopover } from './use-popover.js'
import { useSubmenu } from './use-submenu.js'

/** Matches when no pointer hovers, or a submenu has no room beside its menu. */
const SHEET = '(hover: none), (max-width: 480px)'

const subscribe = (listener: () => void) => {
  if (typeof matchMedia !== 'function') return () => {}
  const query = matchMedia(SHEET)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the menu is a sheet at the bottom, in which a submenu replaces the menu. */
const useSheet = (): boolean => useSyncExternalStore(subscribe, () => matchesMedia(SHEET))

interface MenuProps {
  /** The element that the menu is attached to. */
  anchor: HTMLElement
  label: string
  rtl: boolean
  /** Set when a key opened the menu: the row that gets the focus. */
  start: 'first' | 'last' | null
  /** In a fixed order; some may be empty. */
  groups: readonly (readonly MenuEntry[])[]
  /** Label of the arrow that leads back from a submenu. */
  back: string
  onClose(): void
  /** Above the rows of the menu itself. */
  children: ReactNode
  /** Above the rows, also in a submenu that replaces the menu. */
  messages: ReactNode
}

/**
 * A menu with submenus one level deep, in the top layer. It opens below its button, with submenus beside it. For touch,
 * and when there is no room, it is a sheet in which a submenu replaces the menu.
 */
export function Menu({ anchor, label, rtl, start, groups, back, onClose, children, messages }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isSheet = useSheet()
  const submenu = useSubmenu(isSheet)
  const { open } = submenu
  const opened = groups.flat().find((entry) => entry.key === open?.key && entry.entries)
  const inside = isSheet ? opened : undefined

  usePopover(
    panel,
    isSheet ? null : (width, height, view) => placeBelow(anchor.getBoundingClientRect(), width, height, view),
    anchor,
    onClose,
  )
  useMenuKeys({ panel, list, anchor, submenu, isInside: !!inside, rtl, start, onClose })
  useTurn(panel, inside?.key, !!open?.byKey)

  const draw = (entry: MenuEntry, nested: boolean) => (
    <MenuRow
      key={entry.key}
      entry={entry}
      expanded={open?.key === entry.key}
      onMove={(event) => submenu.onMove(event, entry, nested)}
      onLeave={(event) => submenu.onLeave(event, entry)}
      onChoose={(row, byKey) => (entry.entries ? submenu.show(entry.key, row, byKey) : entry.run?.())}
    />
  )
  return (
    <div ref={panel} popover="auto" part="menu" className={isSheet ? 'menu sheet' : 'menu'} tabIndex={-1}>
      {inside ? (
        <div className="turn">
          <button type="button" className="row back" aria-label={back} onClick={() => submenu.hide(false)}>
            <Glyph path={BACK} className="aside" />
          </button>
          <span>{inside.label}</span>
        </div>
      ) : (
        children
      )}
      {messages}
      <div ref={list} role="menu" aria-label={(inside ?? { label }).label} tabIndex={-1}>
        {(inside?.entries ? [inside.entries] : groups).map(
          (group, index) =>
            group.length > 0 && (
              // By its place: rows come and go while the others stay.
              <div key={index} role="group">
                {group.map((entry) => draw(entry, !!inside))}
              </div>
            ),
        )}
      </div>
      {inside?.hint && <p className="quiet">{inside.hint}</p>}
      {!isSheet && open && opened?.entries && (
        <Submenu
          panel={submenu.panel}
          label={opened.label}
          hint={opened.hint}
          menu={panel}
          row={opened.key}
          rtl={rtl}
          byKey={open.byKey}
        >
          {opened.entries.map((entry) => draw(entry, true))}
        </Submenu>
      )}
    </div>
  )
}

/** Moves the focus into a submenu of a sheet, and back to the row that opened it. */
function useTurn(panel: RefObject<HTMLElement | null>, inside: string | undefined, byKey: boolean): void {
  const before = useRef(inside)
  useLayoutEffect(() => {
    const last = before.current
    before.current = inside
    const node = panel.current
    if (!node || last === inside) return
    if (inside) {
      const rows = rowsOf(node)
      const row = rows.find((each) => each.ariaChecked === 'true') ?? rows[0]
      if (byKey) row?.focus()
      // A list that is higher than the sheet would be scrolled, and the way back with it.
      else node.querySelector<HTMLElement>('[role=menu]')?.focus({ preventScroll: true })
    } else node.querySelector<HTMLElement>(`[data-key="${last}"]`)?.focus()
  }, [panel, inside, byKey])
}

interface SubmenuProps {
  panel: RefObject<HTMLDivElement | null>
  label: string
  hint: string | undefined
  /** The menu that it belongs to. */
  menu: RefObject<HTMLDivElement | null>
  /** The key of the menu's row that has opened it. */
  row: string
  rtl: boolean
  byKey: boolean
  children: ReactNode
}

/** The browser must not dismiss it: a press on its own row would close it before the click opens it again. */
function Submenu({ panel, label, hint, menu, row, rtl, byKey, children }: SubmenuProps) {
  usePopover(panel, (width, height, view) => {
    const around = menu.current as HTMLElement
    const { left, right } = around.getBoundingClientRect()
    // A sheet that has become a menu, or a changed group, has its rows anew.
    const opener = around.querySelector(`[data-key="${CSS.escape(row)}"]`) ?? around
    const { top, bottom } = opener.getBoundingClientRect()
    return placeBeside({ left, right, top, bottom }, width, height, view, rtl)
  })
  useEffect(() => {
    if (!byKey || !panel.current) return
    const rows = rowsOf(panel.current)
    const first = rows.find((each) => each.ariaChecked === 'true') ?? rows[0]
    first?.focus()
  }, [byKey, panel])
  return (
    <div ref={panel} popover="manual" className="menu">
      <div role="menu" aria-label={label}>
        {children}
      </div>
      {hint && <p className="quiet">{hint}</p>}
    </div>
  )
}
