/** The rows of a menu's panel, without those of a submenu inside of it. */
export const rowsOf = (panel: Element): HTMLElement[] =>
  [...panel.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter(
    (row) => row.closest('[popover]') === panel,
  )
