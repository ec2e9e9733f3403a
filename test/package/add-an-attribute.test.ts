import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyCheckout } from '../counterparts/copy-checkout.js'

const tree = mkdtempSync(join(tmpdir(), 'attribute-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const guide = readFileSync('docs/add-an-attribute.md', 'utf8')
const [entry, field] = [...guide.matchAll(/```ts\n([^`]*)```/g)].map(([, code]) => code as string)

/** Inserts lines after the first match of a pattern. */
function insert(file: string, after: RegExp, lines: string) {
  const text = readFileSync(join(tree, file), 'utf8')
  const found = after.exec(text)
  if (!found) throw new Error(`${file} has no ${after}`)
  const at = found.index + found[0].length
  writeFileSync(join(tree, file), text.slice(0, at) + lines + text.slice(at))
}

const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: tree, encoding: 'utf8' })

test('docs/add-an-attribute.md, followed to the letter, adds an attribute (T11)', () => {
  copyCheckout(tree)

  insert(
    'src/element/surface.ts',
    /export const ATTRIBUTES: readonly AttributeSurface\[\] = \[\n/,
    entry as string,
  )
  run('scripts/surface.mjs')
  expect(readFileSync(join(tree, 'src/element/table.ts'), 'utf8')).toMatch(/\bTEXT,\s*'[^']*,greeting[,']/)
  expect(readFileSync(join(tree, 'docs/reference.md'), 'utf8')).toContain('| `greeting` | string |')
  expect(readFileSync(join(tree, 'dist/custom-elements.json'), 'utf8')).toContain('"fieldName": "greeting"')
  expect(readFileSync(join(tree, 'dist/web-types.json'), 'utf8')).toContain('"name": "greeting"')

  const one = { extends: './tsconfig.json', include: ['src/element/read-config.ts'] }
  writeFileSync(join(tree, 'tsconfig.one.json'), JSON.stringify(one))
  const compile = () => run('node_modules/typescript-7/bin/tsc', '--noEmit', '-p', 'tsconfig.one.json')
  expect(compile).toThrow()
  insert('src/client/config.ts', /export interface WalletClientConfig[^{]*\{\n/, field as string)
  expect(compile()).toBe('')
})
