/**
 * Opens another app, or a page in a new tab. Call it in the task of a tap: later the browser blocks it, or the phone
 * opens an app shop instead of the app.
 */
export function openLink(href: string): void {
  const isFramed = globalThis.self !== globalThis.top
  // In a frame the page's frame-src would also restrict the scheme.
  const target = /^https?:/.test(href) ? '_blank' : isFramed ? '_top' : '_self'
  globalThis.open?.(href, target, 'noreferrer,noopener')
}
