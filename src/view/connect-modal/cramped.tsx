import { useSyncExternalStore } from 'react'

/** The smallest window that a wallet can be chosen in: the header, a row, and the way to the next, in CSS px. */
const SMALLEST_WIDTH = 200
const SMALLEST_HEIGHT = 180

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
const read = () => self !== top && (innerWidth < SMALLEST_WIDTH || innerHeight < SMALLEST_HEIGHT)

/** Whether the page is in a frame that has no room for the list. */
export const useCramped = (): boolean => useSyncExternalStore(subscribe, read)

/** What stands there as the title, with nothing below it: the way to the same page with room around it. */
export const PageLink = ({ text }: { text: string }) => (
  <a href={location.href} target="_blank" rel="noopener">
    {text}
  </a>
)
