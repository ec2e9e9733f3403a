/**
 * Leaves for another app, or for a page in a new tab. To be called in the task of a tap: later it is blocked, or ends in an
 * app shop instead of the app.
 */
export function openLink(href: string): void {
  const isFramed = globalThis.self !== globalThis.top
  // In a frame a scheme would be held to the page's frame-src.
  const target = /^https?:/.test(href) ? '_blank' : isFramed ? '_top' : '_self'
  globalThis.open?.(href, target, 'noreferrer,noopener')
}
