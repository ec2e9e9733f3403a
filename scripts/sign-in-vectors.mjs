import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Writes docs/sign-in-vectors.json from the cases in test/servers/vectors. */
const folder = await mkdtemp(join('node_modules', '.vectors-'))
const outfile = join(folder, 'make.mjs')
await build({
  entryPoints: ['test/servers/vectors/make.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile,
})
const { printVectors } = await import(pathToFileURL(outfile).href)
writeFileSync('docs/sign-in-vectors.json', await printVectors())
await rm(folder, { recursive: true })
