import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { makeFolder, packProject } from './pack.js'

/** The most bytes of ours, gzipped, that an application's page loads before the first click. */
const BUDGET = 7_300

/** The lines that Vite itself writes into a page which loads something later. */
const LATER = {
  'main.jsx': "addEventListener('click', () => import('./later.js'))",
  'later.js': 'export const later = 1',
}

/** Builds the React example with other sources. @returns bytes of the scripts that its page loads at first, gzipped */
function measure(folder: string, sources: Record<string, string>): number {
  for (const [name, code] of Object.entries(sources)) writeFileSync(join(folder, 'src', name), code)
  const env = { ...process.env, NODE_ENV: undefined }
  const { status, stderr } = spawnSync('npm', ['run', 'build'], { cwd: folder, encoding: 'utf8', env })
  expect(status, stderr).toBe(0)
  const page = readFileSync(join(folder, 'dist/index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file)
  expect(first.length).toBeGreaterThan(0)
  const loaded = new Map<string, number>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    const path = join(folder, 'dist/assets', file)
    loaded.set(file, gzipSync(readFileSync(path), { level: 9 }).length)
    for (const [, next = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g,
    ))
      load(next)
  }
  first.forEach(load)
  return [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)
}

it('an application by Vite that only has the tag pays 7.3 kB gzip of ours for it before the first click', () => {
  const folder = makeFolder('bundle')
  cpSync('demo/hosts/react-19', folder, { recursive: true })
  const args = ['install', '--no-save', '--no-audit', '--no-fund', packProject()]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const without = measure(folder, LATER)
  const ours = measure(folder, { 'main.jsx': "import 'wallet-connect-button'" }) - without
  expect(ours).toBeGreaterThan(2_000)
  expect(ours).toBeLessThanOrEqual(BUDGET)
})
