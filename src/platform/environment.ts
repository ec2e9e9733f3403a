/**
 * Properties of the browser that the choice of wallets depends on. They are read on each call, because devices change.
 */

const userAgent = (): string => globalThis.navigator?.userAgent ?? ''

/** Whether this is a phone or tablet. iPadOS calls itself a Macintosh, but reports touch points. */
export function isMobile(): boolean {
  const agent = userAgent()
  return (
    /android|iphone|ipad|ipod/i.test(agent) ||
    (/macintosh/i.test(agent) && (globalThis.navigator?.maxTouchPoints ?? 0) > 1)
  )
}

/**
 * Whether this is Safari as the specification means it: not Chrome, not Android. It hides extension wallets that are
 * not installed.
 */
export function isSafari(): boolean {
  const agent = userAgent()
  return /safari/i.test(agent) && !/chrome|android/i.test(agent)
}

/** The browser whose extension shop is offered, or null. */
export function readBrowser(): 'chrome' | 'firefox' | 'edge' | null {
  const agent = userAgent()
  if (/\bedg(?:e|a|ios)?\//i.test(agent)) return 'edge'
  if (/firefox|fxios/i.test(agent)) return 'firefox'
  return /chrome|chromium|android|electron/i.test(agent) ? 'chrome' : null
}

/** The shop that this device installs wallets from: a phone's own shop, or the browser's. */
export const readTarget = () =>
  isMobile() ? (/android/i.test(userAgent()) ? 'android' : 'ios') : readBrowser()

/** Whether a media query matches; never in a page without `matchMedia`, such as jsdom's. */
export const matchesMedia = (query: string): boolean =>
  typeof matchMedia === 'function' && matchMedia(query).matches
