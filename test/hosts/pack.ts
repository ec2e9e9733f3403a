import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

let packed: string | undefined

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/**
 * A folder of its own outside of the project, so that nothing is found in the project's node_modules. It is gone after the
 * file of tests.
 */
export function makeFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `wcb-${name}-`)))
  folders.push(folder)
  return folder
}

/** Installs packages outside of the project, whose lockfile never names them. @returns their folder */
export function installBeside(name: string, ...packages: string[]): string {
  const folder = makeFolder(name)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
  execFileSync('npm', ['install', ...packages, ...flags], { cwd: folder, stdio: 'ignore' })
  return folder
}

/** Packs the built package as npm does, once for each file of tests. @returns its path */
export function packProject(): string {
  if (packed) return packed
  if (!existsSync('dist/index.js'))
    throw new Error('The package is not built yet: run `npm run build` first.')
  const folder = makeFolder('packed')
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const list = JSON.parse(printed) as { filename: string }[] | Record<string, { filename: string }>
  const [{ filename } = { filename: '' }] = Array.isArray(list) ? list : Object.values(list)
  packed = join(folder, filename)
  return packed
}
