import { isMobile, namesItself } from './environment.js'
import { UNKNOWN } from './open-page.js'

/**
 * Whether the page is shown in a web view of an app: Android's names itself, iOS' lacks the browser's name, and Telegram's has an
 * object of its own. A page on the home screen of iOS lacks the name too.
 */
export const isWebView = (): boolean =>
  namesItself('; wv)') ||
  'TelegramWebviewProxy' in globalThis ||
  (isMobile() &&
    namesItself('applewebkit') &&
    !namesItself('safari/') &&
    !Reflect.get(navigator, 'standalone'))

/** Opens an address in place of the page. */
export const openHere = (url: string): void => location.assign(url)

/**
 * Opens an app by one of its links. Call it in the task of a tap: later the browser blocks it, or the phone opens an app shop
 * instead of the app.
 *
 * @returns false where the link was refused: a frame's sandbox or another app's web view may refuse it
 */
export function openLink(href: string): boolean {
  const isFramed = globalThis.self !== globalThis.top
  const isPage = /^https?:/.test(href)
  // A web view shows an error in place of the page, because it does not know the schemes of apps.
  if (!isPage && isWebView()) return false
  // In a frame the page's frame-src would also restrict the scheme.
  const target = isPage ? '_blank' : isFramed ? '_top' : '_self'
  if (!isFramed && !isWebView()) {
    globalThis.open?.(href, target, UNKNOWN)
    return true
  }
  let opened: Window | null | undefined
  try {
    // With `noopener` or `noreferrer` the answer would always be null. What the app learns is up to the page's Referrer-Policy.
    opened = globalThis.open?.(href, target)
    if (opened && isPage) opened.opener = null
  } catch {
    // A sandbox may also throw.
  }
  return !!opened
}
