import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

it('finding Starknet wallets takes at most 1.5 kB gzipped before one is picked', async () => {
  const { outputFiles } = await build({
    entryPoints: ['src/connectors/starknet/discovery.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    // Shared with the rest of what is loaded first, or loaded on demand.
    external: ['../../platform/*', '../../errors/*', '../presentation.js', './injected.js'],
  })
  const size = gzipSync(outputFiles[0]?.contents ?? '').length
  expect(size).toBeGreaterThan(500)
  expect(size).toBeLessThanOrEqual(1_536)
})
