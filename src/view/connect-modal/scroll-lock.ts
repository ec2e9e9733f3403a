import { abandon, adopt } from '../theme/adopt.js'

const LOCK = '@media screen{html{overflow:hidden!important}}'
const GUTTER = '@media screen{html{scrollbar-gutter:stable!important}}'

/** Whether the page's scroll bar takes space. Call it before the page is changed, because it needs a layout. */
export const hasScrollBar = (page: Document): boolean =>
  (page.defaultView?.innerWidth ?? 0) > page.documentElement.clientWidth

/** Prevents the page from scrolling, without moving it when its scroll bar takes space. @returns the way to stop */
export function lockScroll(page: Document, hasBar: boolean): () => void {
  adopt(page, LOCK, ...(hasBar ? [GUTTER] : []))
  return () => {
    abandon(page, LOCK)
    abandon(page, GUTTER)
  }
}
