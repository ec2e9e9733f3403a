/** The script that runs: null for a module, and another file's where an optimiser has joined scripts. */
export const SCRIPT = document.currentScript as HTMLScriptElement | null

/**
 * This file's own address. The first line of a stack has it in a module too, where there is no running script; text that was
 * evaluated, or stands in the page, has none. Read at once: the page's base may change.
 */
export const OWN =
  /^(Error\n)?[^\n(]*\(?(http\S+?\.js\S*?):\d+:/.exec(Error().stack as string)?.[2] ?? SCRIPT?.src
