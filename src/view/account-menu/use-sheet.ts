import { useSyncExternalStore } from 'react'
import { matchesMedia } from '../../platform/environment.js'

/** Matches when no pointer hovers, or a submenu has no room beside its menu. */
const SHEET = '(hover: none), (max-width: 480px)'

const subscribe = (listener: () => void) => {
  if (typeof matchMedia !== 'function') return () => {}
  const query = matchMedia(SHEET)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the menu is a sheet at the bottom, in which a submenu replaces the menu. */
export const useSheet = (): boolean => useSyncExternalStore(subscribe, () => matchesMedia(SHEET))
