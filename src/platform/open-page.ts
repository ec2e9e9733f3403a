/** What is opened learns nothing about this page. */
export const UNKNOWN = 'noreferrer,noopener'

/** Opens a page in a new tab. Call it in the task of a tap: later the browser blocks it. */
export const openPage = (href: string): void => void globalThis.open?.(href, '_blank', UNKNOWN)
