/** The running script: null in a module, and another file's when an optimiser has joined scripts. */
export const SCRIPT = document.currentScript as HTMLScriptElement | null

/** Where this file runs. Its stack is read at the first use, because that is slow. */
const HERE = Error()

/**
 * The address of this file. The first line of a stack names it in a module too, where no script is running. Evaluated
 * text and inline scripts have no address.
 */
export const readOwn = (): string | undefined =>
  /^(Error\n)?[^\n(]*\(?(http\S+?\.js\S*?):\d/.exec(HERE.stack as string)?.[2] ?? SCRIPT?.src
