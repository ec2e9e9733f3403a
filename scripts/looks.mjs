import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { transform } from 'esbuild'

/**
 * Writes dist/looks.css from the sheet of the ready looks, for a page's own style sheets. It selects by the element's
 * name, with the lowest specificity. Its hash goes into dist/integrity.json, beside the script's hashes.
 */
const [, sheet] = /= `([^`]*)`/.exec(readFileSync('src/view/theme/looks.css.ts', 'utf8'))
const css = sheet
  .replace(/:host\((\[look=.*?)\) (\[|\{)/g, ':where(wallet-connect-button$1) $2')
  .replace(/ \[part=(\w+)\]/g, '::part($1)')
const { code } = await transform(css, { loader: 'css', minify: true })
writeFileSync('dist/looks.css', code)
// TypeScript 7 wants a declaration also of what is imported for its effect alone.
writeFileSync('dist/looks.d.css.ts', 'export {}\n')

const hashes = JSON.parse(readFileSync('dist/integrity.json', 'utf8'))
hashes['looks.css'] = `sha384-${createHash('sha384').update(code).digest('base64')}`
writeFileSync('dist/integrity.json', `${JSON.stringify(hashes, null, 2)}\n`)
