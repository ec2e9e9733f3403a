import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyCheckout } from '../counterparts/copy-checkout.js'

const tree = mkdtempSync(join(tmpdir(), 'language-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const guide = readFileSync('docs/add-a-language.md', 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``, 'g'))].map(([, code]) => code as string)
const [copy = '', write = ''] = blocks('sh')
const [beginning = ''] = blocks('ts')

const read = (file: string) => readFileSync(join(tree, file), 'utf8')

test('docs/add-a-language.md, followed to the letter, adds a language (T11)', async () => {
  copyCheckout(tree)

  const [command, model = '', file = ''] = copy.trim().split(' ')
  expect(command).toBe('cp')
  cpSync(join(tree, model), join(tree, file))
  const lines = beginning.split('\n').length
  const untranslated = read(model)
    .split('\n')
    .slice(lines - 1)
  writeFileSync(join(tree, file), beginning + untranslated.join('\n'))

  expect(write.trim()).toBe('node scripts/surface.mjs')
  execFileSync(process.execPath, ['scripts/surface.mjs'], { cwd: tree })
  const { LANGUAGES } = await import(join(tree, 'src/view/i18n/names.ts'))
  expect(LANGUAGES).toContain('sv')
  expect(LANGUAGES).toHaveLength(readdirSync('src/view/i18n/languages').length + 1)

  const page = `import { loadTexts, readLanguage } from './languages.js'\nexport const asked = await loadTexts('sv-FI')\nexport const shown = readLanguage('sv-FI')\n`
  writeFileSync(join(tree, 'src/view/i18n/page.ts'), page)
  const { asked, shown } = await import(join(tree, 'src/view/i18n/page.ts'))
  expect(asked).toBe(true)
  expect(shown).toMatchObject({ lang: 'sv-FI', dir: 'ltr', texts: { close: 'Stäng' } })

  const one = { extends: './tsconfig.json', include: [file] }
  writeFileSync(join(tree, 'tsconfig.one.json'), JSON.stringify(one))
  writeFileSync(join(tree, file), read(file).replace(/^ {2}close: .*\n/m, ''))
  const compile = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.one.json'],
    { cwd: tree, encoding: 'utf8' },
  )
  expect(compile.stdout.match(/error TS.*/g)).toEqual([expect.stringContaining("'close'")])
})
