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

/** Whether there is a window: plain Node has none. */
export const hasWindow = (): boolean => typeof window !== 'undefined'

const NOWHERE = { href: '', origin: '', protocol: '', host: '', hostname: '' }

/** The page's address. Its parts are empty where there is no page, as in Node. */
export const readAddress = (): Readonly<typeof NOWHERE> => globalThis.location ?? NOWHERE

/** Whether the browser knows that it is offline. Other runtimes cannot tell and count as online. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false

/** Whether a wallet may open a window now. Browsers allow it only shortly after a click. */
export const mayOpenWindow = (): boolean => globalThis.navigator?.userActivation?.isActive !== false

/** Whether a pattern fits the browser's name. */
export const isBrowser = (pattern: RegExp): boolean => pattern.test(userAgent())

/** Whether the visitor wants to save data, or the network is slow. Browsers other than Chromium cannot tell. */
export function isThrifty(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return !!connection && (connection.saveData || connection.effectiveType !== '4g')
}

/** Opens an address in place of the page. */
export const openHere = (url: string): void => location.assign(url)

/** Loads the page again. */
export const reload = (): void => location.reload()

/** Writes a text to the clipboard. Rejects where the browser does not allow it. */
export const writeClipboard = (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** The browser's own storage. @throws where the browser forbids it */
export const browserStorage = (): Storage => localStorage

/** The browser's locks, which all tabs of an origin share. */
export const findLocks = (): LockManager | undefined => globalThis.navigator?.locks
