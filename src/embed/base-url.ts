declare const __WCB_BAKED_BASE__: string

const FILE = /(^.*\/)embed(?:\.[\w-]+)?\.js(?:[?#].*)?$/

/**
 * Where the parts of the script tag lie. `currentScript` is null for a module, and another file's where an optimiser
 * has joined scripts: then any script tag with our file name counts, and last the address the build was made for.
 */
export function findBase(): string {
  const own = document.currentScript as HTMLScriptElement | null
  const script =
    own && (own.dataset.base || FILE.test(own.src))
      ? own
      : [...document.scripts].find(({ src, dataset }) => dataset.base || FILE.test(src))
  const base = script?.dataset.base ?? FILE.exec(script?.src ?? '')?.[1] ?? __WCB_BAKED_BASE__
  return new URL(base.replace(/\/?$/, '/'), location.href).href
}
