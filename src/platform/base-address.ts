import { readAddress } from './environment.js'

/** Where the page's relative addresses start: its `<base>`, else its own address. Undefined where there is no page. */
export const readBase = (): string | undefined =>
  globalThis.document?.baseURI || readAddress().href || undefined
