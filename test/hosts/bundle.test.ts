import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { makeFolder, packProject } from './pack.js'

/** The most bytes of ours, gzipped, that an application's page loads before the first click. */
const BUDGET = 5_000

it('an application by Vite with only the tag loads 5 kB gzip for it before the first click', () => {
  const folder = makeFolder('bundle')
  cpSync('demo/hosts/react-19', folder, { recursive: true })
  writeFileSync(join(folder, 'src/main.jsx'), "import 'wallet-connect-button'\n")
  const env = { ...process.env, NODE_ENV: undefined }
  for (const args of [['ci'], ['install', '--no-save', packProject()], ['run', 'build']]) {
    const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env })
    expect(status, stderr).toBe(0)
  }
  const page = readFileSync(join(folder, 'dist/index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file)
  expect(first.length).toBeGreaterThan(0)
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    const code = readFileSync(join(folder, 'dist/assets', file), 'utf8')
    for (const [, next = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) load(next)
  }
  first.forEach(load)
  const bytes = [...loaded].map(
    (file) => gzipSync(readFileSync(join(folder, 'dist/assets', file)), { level: 9 }).length,
  )
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(BUDGET)
})
