import { abandon, adopt } from '../theme/adopt.js'

const LOCK = '@media screen{html{overflow:hidden!important}}'
const GUTTER = '@media screen{html{scrollbar-gutter:stable!important}}'

/** Keeps the page from scrolling, without moving it where its scroll bar takes room. @returns the way to stop */
export function lockScroll(page: Document): () => void {
  const hasBar = (page.defaultView?.innerWidth ?? 0) > page.documentElement.clientWidth
  adopt(page, LOCK, ...(hasBar ? [GUTTER] : []))
  return () => {
    abandon(page, LOCK)
    abandon(page, GUTTER)
  }
}
