import { ticks } from '../../platform/natives.js'
import { createTypeAhead } from '../account-menu/type-ahead.js'

const typeAhead = createTypeAhead()

/**
 * Moves the focus in the list: arrows, Home, End, and letters that begin a wallet's name. In the search field an arrow
 * moves to the first row.
 */
export function moveInList(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const root = dialog.getRootNode() as ShadowRoot
  const rows = [...dialog.querySelectorAll<HTMLElement>('.rows .wallet')]
  const at = rows.indexOf(root.activeElement as HTMLElement)
  const isSearch = root.activeElement?.matches('.search')
  if (at < 0 && !isSearch) return
  const { key } = event
  let to = -1
  if (key === 'ArrowDown') to = Math.min(at + 1, rows.length - 1)
  else if (isSearch) return
  else if (key === 'ArrowUp') to = Math.max(at - 1, 0)
  else if (key === 'Home') to = 0
  else if (key === 'End') to = rows.length - 1
  else if (key.length === 1 && (key !== ' ' || typeAhead.isTyping(ticks())))
    to = typeAhead.find(
      key,
      rows.map((row) => row.querySelector('[part=wallet-name] bdi')?.textContent ?? ''),
      at,
      ticks(),
    )
  if (to < 0) return
  event.preventDefault()
  rows[to]?.focus()
}
