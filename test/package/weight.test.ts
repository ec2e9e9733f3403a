import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { expect, it } from 'vitest'

const withoutStarknet: Plugin = {
  name: 'without-starknet',
  setup(bundle) {
    bundle.onLoad({ filter: /connectors\/starknet\/injected\/discovery\.ts$/ }, () => ({
      contents: 'export const createStarknetSource = () => ({ start() {} })',
    }))
  },
}

/** What a page loads before the list of wallets is on screen, gzipped. */
async function weigh(plugins: Plugin[]): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: ['src/client/create-wallet-client.ts'],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    external: ['starknet'],
    define: { __WCB_PARTS__: 'undefined', __WCB_VERSION__: '"0"' },
    plugins,
  })
  const text = new Map(outputFiles.map((file) => [file.path.split('/').at(-1) as string, file.text]))
  const fetched = new Set<string>()
  const fetchFile = (name: string): void => {
    if (fetched.has(name)) return
    fetched.add(name)
    for (const [, next] of text.get(name)?.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g) ?? [])
      fetchFile(next as string)
  }
  fetchFile('create-wallet-client.js')
  return gzipSync([...fetched].map((name) => text.get(name)).join('\n')).length
}

it('finding Starknet wallets adds at most 1.9 kB gzipped to what is loaded before a wallet is chosen', async () => {
  const added = (await weigh([])) - (await weigh([withoutStarknet]))
  expect(added).toBeGreaterThan(500)
  expect(added).toBeLessThanOrEqual(1_900)
})
