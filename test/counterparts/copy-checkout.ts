import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What the programs that write generated files read. */
const PATHS = [
  'src',
  'scripts',
  'package.json',
  'tsconfig.json',
  'biome.json',
  'README.md',
  'ARCHITECTURE.md',
  'docs',
]

/** Copies the checkout into a folder, for a test that changes sources. The packages are linked. */
export function copyCheckout(folder: string): void {
  for (const path of PATHS)
    cpSync(path, join(folder, path), { recursive: true, filter: (file) => !file.includes('node_modules') })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}
