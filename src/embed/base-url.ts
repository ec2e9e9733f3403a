declare const __WCB_BAKED_BASE__: string

/** The script that runs: null for a module, and another file's where an optimiser has joined scripts. */
export const SCRIPT = document.currentScript as HTMLScriptElement | null

const source =
  SCRIPT?.dataset.base ||
  [SCRIPT, ...document.scripts].find((script) => /\/embed[^/]*\.js/.test(script?.src as string))?.src ||
  __WCB_BAKED_BASE__

/**
 * Where the parts of the script tag lie: beside the script that runs. Where that is not ours, any script tag with our file
 * name counts, and last the address the build was made for.
 */
export const BASE = source.replace(/[^/]*$/, '')
