import type { Options } from 'tsup'

/** What every part of a browser's build reads in place of a global that a page may have replaced, or made by an element's id. */
export const OWN_GLOBALS: Record<string, string> = {
  'Array.from': 'wcbArrayFrom',
  'Object.keys': 'wcbKeys',
  'Object.entries': 'wcbEntries',
  'Object.values': 'wcbValues',
  'Object.fromEntries': 'wcbFromEntries',
  'JSON.stringify': 'wcbStringify',
  process: 'wcbProcess',
  'globalThis.process': 'wcbProcess',
  Buffer: 'wcbBuffer',
  'globalThis.Buffer': 'wcbBuffer',
  'global.Buffer': 'wcbBuffer',
  'window.Buffer': 'wcbBuffer',
  global: 'globalThis',
  define: 'undefined',
}

/** The files that have them. */
export const OWN_GLOBALS_IN = ['src/platform/statics.ts', 'src/platform/page-names.ts']

/** The bundler's helper for a package that requires another while it runs. There is no `require` in a module, but an id may make one. */
const HELPER = /typeof require\b[\s\S]*?is not supported/g

/** Lets the helper know no `require`. */
export const noRequire: NonNullable<Options['plugins']>[number] = {
  name: 'no-require',
  renderChunk: (code, { map }) => ({
    code: code.replace(HELPER, (helper) => helper.replace(/(?<![\w$.])require\b(?! of)/g, '(void 0)')),
    map,
  }),
}
