import { abandon, adopt } from '../theme/adopt.js'

/**
 * The window scrolls as `html` says or, where that says nothing, as `body` says. A lock on the other one would make `body` a
 * box that scrolls by itself, and the page would jump to its top.
 */
const LOCKS = ['html', 'body'].map((root) => `@media screen{${root}{overflow:hidden!important}}`)
const GUTTER = '@media screen{html{scrollbar-gutter:stable!important}}'

/** Whether the page's scroll bar takes space. Call it before the page is changed, because it needs a layout. */
export const hasScrollBar = (page: Document): boolean =>
  (page.defaultView?.innerWidth ?? 0) > page.documentElement.clientWidth

/** Prevents the page from scrolling, without moving it when its scroll bar takes space. @returns the way to stop */
export function lockScroll(page: Document, hasBar: boolean): () => void {
  const isBody = getComputedStyle(page.documentElement).overflow === 'visible'
  const lock = LOCKS[Number(isBody)] as string
  adopt(page, lock, ...(hasBar ? [GUTTER] : []))
  return () => {
    abandon(page, lock)
    abandon(page, GUTTER)
  }
}
