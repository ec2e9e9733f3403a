import { useSyncExternalStore } from 'react'

/** No pointer that hovers, or no room for a submenu beside its menu. */
const SHEET = '(hover: none), (max-width: 480px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(SHEET)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the menu is a sheet at the bottom, in which a submenu takes the menu's place. */
export const useSheet = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(SHEET).matches)
