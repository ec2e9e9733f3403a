import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSources } from '../counterparts/source-files.js'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const FOLDERS = [
  '.changeset',
  '.ci',
  '.github',
  'demo',
  'docs',
  'integrations',
  'release',
  'scripts',
  'site',
  'src',
  'test',
]
const FILES = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'vitest.config.ts',
]
const files = [
  ...FILES,
  ...FOLDERS.flatMap((folder) => listSources(folder, /^run$|\.(?:md|ya?ml|json|[cm]?[jt]sx?|php|html)$/)),
]

test('every script that a document, a workflow, a message or a comment names is there (HS11)', () => {
  const lost = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const run = [...text.matchAll(/\bnpm run ([\w:-]*\w)/g)].map(([, name = '']) => name)
    const node = [...text.matchAll(/`(?:\w+=\S+ )*node ((?:scripts|test)\/[\w./-]+\.mjs)/g)].map(
      ([, path = '']) => path,
    )
    return [...run.filter((name) => !scripts[name]), ...node.filter((path) => !existsSync(path))].map(
      (name) => `${file}: ${name}`,
    )
  })
  expect(lost).toEqual([])
})

test('CONTRIBUTING has one line for each script (HS11)', () => {
  const rows = readFileSync('CONTRIBUTING.md', 'utf8').match(/^\| `npm (?:run )?[\w:]+` \|/gm) ?? []
  const named = rows.map((row) => row.replace(/^\| `npm (?:run )?|` \|$/g, ''))
  expect(named.sort()).toEqual(Object.keys(scripts).sort())
})
