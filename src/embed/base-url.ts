declare const __WCB_BAKED_BASE__: string

/** The script that runs: null for a module, and another file's where an optimiser has joined scripts. */
export const SCRIPT = document.currentScript as HTMLScriptElement | null

/**
 * This file's own address. The first line of a stack has it in a module too, where there is no running script; text that was
 * evaluated, or stands in the page, has none. Read at once: the page's base may change.
 */
const own = /^(Error\n)?[^\n(]*\(?(http\S+?\.js\S*?):\d+:/.exec(Error().stack as string)?.[2] ?? SCRIPT?.src

/**
 * Where the parts may lie, the best first: where the page says, beside this file, beside a script tag that has our path in the
 * package (`embed.js` alone is what many call their file), and last where the build has its home. What is fetched is held to
 * its hash, wherever it comes from.
 */
export const readPlaces = (element: HTMLElement): (string | undefined)[] => [
  element.dataset.base,
  SCRIPT?.dataset.base,
  document.querySelector<HTMLMetaElement>('[name=wallet-connect-button-base]')?.content,
  own,
  document.querySelector<HTMLScriptElement>('[src*="dist/embed.js"]')?.src,
  __WCB_BAKED_BASE__,
]
