declare const __WCB_BAKED_BASE__: string

/** The running script: null in a module, and another file's when an optimiser has joined scripts. */
export const SCRIPT = document.currentScript as HTMLScriptElement | null

/**
 * The address of this file. The first line of a stack names it in a module too, where no script is running. Evaluated
 * text and inline scripts have no address. Read at once, because the page's base may change.
 */
const own = /^(Error\n)?[^\n(]*\(?(http\S+?\.js\S*?):\d+:/.exec(Error().stack as string)?.[2] ?? SCRIPT?.src

/**
 * Where the parts may be, in the order to try: where the page says, beside this file, beside a script tag with our path
 * in the package (many scripts are called `embed.js`), and last the address that the build names. A file is checked
 * against its hash, wherever it comes from.
 */
export const readPlaces = (element: HTMLElement): (string | undefined)[] => [
  element.dataset.base,
  SCRIPT?.dataset.base,
  document.querySelector<HTMLMetaElement>('[name=wallet-connect-button-base]')?.content,
  own,
  document.querySelector<HTMLScriptElement>('[src*="dist/embed.js"]')?.src,
  __WCB_BAKED_BASE__,
]
