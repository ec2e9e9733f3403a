declare const __WCB_BAKED_BASE__: string

/**
 * Where the parts of the script tag lie.
 *
 * @param own the script that runs: null for a module, and another file's where an optimiser has joined scripts. Then any
 *   script tag with our file name counts, and last the address the build was made for
 */
export function findBase(own: HTMLScriptElement | null): string {
  const src =
    own?.dataset.base ||
    [own, ...document.scripts].find((script) => /\/embed[^/]*\.js/.test(script?.src as string))?.src ||
    __WCB_BAKED_BASE__
  return src.replace(/[^/]*$/, '')
}
