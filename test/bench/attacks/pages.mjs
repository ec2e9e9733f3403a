import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The starknetkit that is installed in a folder, or null. */
export function findStarknetkit(folder) {
  if (!folder) return null
  const manifest = join(resolve(folder), 'node_modules/starknetkit/package.json')
  if (!existsSync(manifest)) throw new Error(`There is no starknetkit in ${folder}`)
  return { folder: resolve(folder), version: JSON.parse(readFileSync(manifest, 'utf8')).version }
}

const OURS = `
import { createWalletClient } from '${root}src/exports/client.ts'
const { host, mode } = JSON.parse(document.body.dataset.config)
const client = createWalletClient({ chains: 'starknet:SN_SEPOLIA', wallets: 'argentWebWallet', webWalletUrl: host, webWalletMode: mode })
const typedData = JSON.parse(document.body.dataset.typed)
window.client = {
  ready: async () => client.getState().choices.length > 0,
  connect: async () => (await client.connect({ walletId: 'argentWebWallet' })).wallet.account,
  sign: () => client.signTypedData(typedData),
}
`

const STARKNETKIT = `
import { WebWalletConnector } from 'starknetkit/webwallet'
const { host } = JSON.parse(document.body.dataset.config)
const connector = new WebWalletConnector({ url: host })
const typedData = JSON.parse(document.body.dataset.typed)
window.client = {
  ready: async () => true,
  connect: async () => (await connector.connect()).account,
  sign: () => connector.request({ type: 'wallet_signTypedData', params: typedData }),
}
`

const bundle = async (name, contents, resolveDir) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'js' },
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: '/',
    entryNames: name,
    chunkNames: `${name}-[hash]`,
    target: 'es2022',
    jsx: 'automatic',
    platform: 'browser',
    external: ['crypto'],
    define: {
      global: 'globalThis',
      'process.env.NODE_ENV': '"production"',
      __WCB_PARTS__: 'undefined',
      __WCB_VERSION__: '"0"',
      __WCB_PROJECT_ID__: '""',
    },
    logLevel: 'error',
  })
  return outputFiles.map(({ path, contents: body }) => [`/${basename(path)}`, Buffer.from(body)])
}

/** The scripts of the pages: address → text. */
export async function buildPages(peer) {
  const parts = [bundle('ours', OURS, root)]
  if (peer) parts.push(bundle('starknetkit', STARKNETKIT, peer.folder))
  return new Map((await Promise.all(parts)).flat())
}
