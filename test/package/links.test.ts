import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Documents that come with the package, and are read where it is installed. */
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

/** npm packs these files whatever `files` says. */
const ALWAYS = ['README.md', 'LICENSE', 'package.json']

test.each(DOCUMENTS)('the links of %s lead to files that are in the package (T08)', (document) => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] }
  const isPacked = (file: string) =>
    [...ALWAYS, ...files].some((entry) => file === entry || file.startsWith(`${entry}/`))
  expect(isPacked(document)).toBe(true)
  const targets = [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => join(dirname(document), target).replace(/\/$/, ''),
  )
  expect(targets.filter((target) => !existsSync(target) || !isPacked(target))).toEqual([])
})

test('files that the documents for makers name exist', () => {
  // Not the packages that an example has installed: one of them is a link back to this folder.
  const listFiles = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.name === 'node_modules') return []
      return entry.isDirectory() ? listFiles(path) : [path]
    })
  const files = ['src', 'test', 'scripts', 'site', 'demo', 'integrations'].flatMap(listFiles)
  const makers = DOCUMENTS.filter((file) => file === 'ARCHITECTURE.md' || file.startsWith('docs/decisions/'))
  const named = makers.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`([\w/-]+\.(?:ts|tsx|mjs))`/g)].map(([, name]) => name),
  )
  expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
})
