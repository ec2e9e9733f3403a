/** What the browser is, as far as the choice of wallets depends on it. Read on each call: devices dock and rotate. */

const userAgent = (): string => globalThis.navigator?.userAgent ?? ''

/** A phone or tablet. iPadOS calls itself a Macintosh; its touch points give it away. */
export function isMobile(): boolean {
  const agent = userAgent()
  return (
    /android|iphone|ipad|ipod/i.test(agent) ||
    (/macintosh/i.test(agent) && (globalThis.navigator?.maxTouchPoints ?? 0) > 1)
  )
}

/** Safari as the specification means it: not Chrome, not Android. Extension wallets that are absent are hidden there. */
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

/** Where this device has its wallets from: a phone's own shop, or the browser's. */
export const readTarget = () =>
  isMobile() ? (/android/i.test(userAgent()) ? 'android' : 'ios') : readBrowser()
