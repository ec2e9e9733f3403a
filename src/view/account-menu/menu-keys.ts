/** The position of the focus when a key is pressed in a menu. */
export interface MenuPlace {
  /** Index of the focused row, −1 for none. */
  index: number
  count: number
  /** Whether that row opens a submenu. */
  opens: boolean
  /** Whether the row is in a submenu. */
  nested: boolean
  rtl: boolean
}

/** The effect of a key: focus a row, enter or leave a submenu, close everything. */
export type MenuMove = number | 'enter' | 'leave' | 'close' | null

/**
 * The keyboard of a menu (ARIA authoring practices, menu button): arrows wrap around, Home and End, the arrow of the
 * reading direction opens a submenu and the other one closes it, Tab closes all.
 *
 * @returns null for a key that is not the menu's; Enter and Space are the row's own click, Escape is the browser's
 */
export function readMenuKey(key: string, { index, count, opens, nested, rtl }: MenuPlace): MenuMove {
  switch (key) {
    case 'ArrowDown':
      return count ? (index + 1) % count : null
    case 'ArrowUp':
      return count ? (index < 1 ? count : index) - 1 : null
    case 'Home':
    case 'PageUp':
      return count ? 0 : null
    case 'End':
    case 'PageDown':
      return count ? count - 1 : null
    case rtl ? 'ArrowLeft' : 'ArrowRight':
      return opens ? 'enter' : null
    case rtl ? 'ArrowRight' : 'ArrowLeft':
      return nested ? 'leave' : null
    case 'Tab':
      return 'close'
    default:
      return null
  }
}
