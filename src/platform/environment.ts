/**
 * Properties of the browser that the choice of wallets depends on. They are read on each call, because devices change.
 */

const userAgent = (): string => globalThis.navigator?.userAgent ?? ''

/** Whether the browser names itself with one of these words. Words cost less than expressions, which the first click would wait for. */
export function namesItself(...words: string[]): boolean {
  const agent = userAgent().toLowerCase()
  return words.some((word) => agent.includes(word))
}

/** Whether this is a phone or tablet. iPadOS calls itself a Macintosh, but reports touch points. */
export const isMobile = (): boolean =>
  namesItself('android', 'iphone', 'ipad', 'ipod') ||
  (namesItself('macintosh') && (globalThis.navigator?.maxTouchPoints ?? 0) > 1)

/**
 * Whether this is Safari as the specification means it: not Chrome, not Android. It hides extension wallets that are
 * not installed.
 */
export const isSafari = (): boolean => namesItself('safari') && !namesItself('chrome', 'android')

/** The browser whose extension shop is offered, or null. */
export function readBrowser(): 'chrome' | 'firefox' | 'edge' | null {
  if (namesItself('edg/', 'edge/', 'edga/', 'edgios/')) return 'edge'
  if (namesItself('firefox', 'fxios')) return 'firefox'
  return namesItself('chrome', 'chromium', 'android', 'electron') ? 'chrome' : null
}

/** The shop that this device installs wallets from: a phone's own shop, or the browser's. */
export const readTarget = () => (isMobile() ? (namesItself('android') ? 'android' : 'ios') : readBrowser())

/** Whether a media query matches; never in a page without `matchMedia`, such as jsdom's. */
export const matchesMedia = (query: string): boolean =>
  typeof matchMedia === 'function' && matchMedia(query).matches

/** Whether there is a window: plain Node has none. */
export const hasWindow = (): boolean => typeof window !== 'undefined'

const NOWHERE = { href: '', origin: '', protocol: '', host: '', hostname: '' }

/** The page's address. Its parts are empty where there is no page, as in Node. */
export const readAddress = (): Readonly<typeof NOWHERE> => globalThis.location ?? NOWHERE

/** Whether a wallet may open a window now. Browsers allow it only shortly after a click. */
export const mayOpenWindow = (): boolean => globalThis.navigator?.userActivation?.isActive !== false

/** Whether a pattern fits the browser's name. */
export const isBrowser = (pattern: RegExp): boolean => pattern.test(userAgent())

/** What only Chromium tells about the network. */
const connection = () =>
  (navigator as { connection?: { saveData: boolean; effectiveType?: string } }).connection

/** Whether the visitor wants to save data, or the network is slow. Browsers other than Chromium cannot tell. */
export const isThrifty = (): boolean =>
  !!connection()?.saveData || /[23]g/.test(connection()?.effectiveType ?? '')

/** Loads the page again. */
export const reload = (): void => location.reload()

/** The browser's own storage. @throws where the browser forbids it */
export const browserStorage = (): Storage => localStorage

/** Whether a node is on a page. The document of a frame that was removed has no window any more, and its nodes hear nothing. */
export const isOnPage = (node: Node): boolean => node.isConnected && !!node.ownerDocument?.defaultView
