import { HUB } from '../hub.js'

/**
 * The requested language (BCP 47). Until the app has loaded, which looks further, a shadow root that names none has the
 * page's, and a page that names none has an empty one.
 */
export const readTag = (element: Element): string =>
  HUB.tagOf?.(element) || (element.closest<HTMLElement>('[lang]') ?? document.documentElement).lang
