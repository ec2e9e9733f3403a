/** The running script: null in a module, and another file's when an optimiser has joined scripts. */
export const SCRIPT = document.currentScript as HTMLScriptElement | null

/**
 * The address of this file. The first line of a stack names it in a module too, where no script is running. Evaluated
 * text and inline scripts have no address. Read at once, because the page's base may change.
 */
export const OWN =
  /^(Error\n)?[^\n(]*\(?(http\S+?\.js\S*?):\d+:/.exec(Error().stack as string)?.[2] ?? SCRIPT?.src
