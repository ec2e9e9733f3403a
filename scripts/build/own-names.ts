import type { Options } from 'tsup'

/** The bundler's helper that gives a namespace its getters: it also walks what a page has put on `Object.prototype`. */
const HELPER = /for\s*\((?:var|let) (\w+) in (\w+)\)(\s*\w+\(\w+,\s*)\1,\s*\{\s*get:/g

/** Lets the helper walk a namespace's own names only. Without this, an enumerable text on `Object.prototype` stops the script. */
export const ownNames: NonNullable<Options['plugins']>[number] = {
  name: 'own-names',
  renderChunk: (code, { map }) => ({
    code: code.replace(HELPER, 'for(var $1 of Object.keys($2))$3$1,{get:'),
    map,
  }),
}
