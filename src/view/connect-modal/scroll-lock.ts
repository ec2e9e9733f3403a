import { abandon, adopt } from '../theme/adopt.js'

const LOCK = '@media screen{html{overflow:hidden!important}}'
const GUTTER = '@media screen{html{scrollbar-gutter:stable!important}}'

/** Whether the page's scroll bar takes room. To be asked before anything is changed: the answer needs a layout. */
export const hasScrollBar = (page: Document): boolean =>
  (page.defaultView?.innerWidth ?? 0) > page.documentElement.clientWidth

/** Keeps the page from scrolling, without moving it where its scroll bar takes room. @returns the way to stop */
export function lockScroll(page: Document, hasBar: boolean): () => void {
  adopt(page, LOCK, ...(hasBar ? [GUTTER] : []))
  return () => {
    abandon(page, LOCK)
    abandon(page, GUTTER)
  }
}
