import { abandon, adopt } from '../theme/adopt.js'

/**
 * The window scrolls as `html` says or, where that says nothing, as `body` says. A lock on the other one would make `body` a
 * box that scrolls by itself, and the page would jump to its top.
 */
const LOCKS = ['html', 'body'].map((root) => `@media screen{${root}{overflow:hidden!important}}`)
const GUTTER = '@media screen{html{scrollbar-gutter:stable!important}}'

/** How the page scrolls. */
export interface PageScroll {
  /** Its scroll bar takes space. */
  hasBar: boolean
  /** The window scrolls as `body` says. */
  isBody: boolean
}

/** Call it before the page is changed, because it needs a layout. */
export const readScroll = (page: Document): PageScroll => ({
  hasBar: (page.defaultView?.innerWidth ?? 0) > page.documentElement.clientWidth,
  isBody: getComputedStyle(page.documentElement).overflow === 'visible',
})

/** Prevents the page from scrolling, without moving it when its scroll bar takes space. @returns the way to stop */
export function lockScroll(page: Document, { hasBar, isBody }: PageScroll): () => void {
  const lock = LOCKS[Number(isBody)] as string
  adopt(page, lock, ...(hasBar ? [GUTTER] : []))
  return () => {
    abandon(page, lock)
    abandon(page, GUTTER)
  }
}
