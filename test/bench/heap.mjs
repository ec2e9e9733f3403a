/**
 * Connects and disconnects a scripted wallet many times in one process, and prints how much of the heap is in use:
 * `node --expose-gc test/bench/heap.mjs [connections]`. It fails when the second half of them has left more than it may.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const CONNECTIONS = Number(process.argv[2] ?? 10_000)
const STEPS = 10
/** Bytes that a connection may leave, on average: less than any object of its own. */
const LEFT = 50

if (!globalThis.gc) throw new Error('Run it by node --expose-gc')
const page = new EventTarget()
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
  globalThis[name] = page[name].bind(page)

const folder = mkdtempSync(join(tmpdir(), 'wcb-heap-'))
await build({
  stdin: {
    contents: `export { createWalletClient } from './src/exports/client.js'
      export { createScriptedEvmWallet } from './src/exports/testing.js'`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  splitting: true,
  external: ['@walletconnect/*', '@coinbase/*', 'starknet', 'react', 'react-dom'],
  define: { __WCB_PARTS__: 'undefined', __WCB_VERSION__: '"0"' },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
})
const { createWalletClient, createScriptedEvmWallet } = await import(join(folder, 'stdin.mjs'))

const accounts = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
const wallet = createScriptedEvmWallet({ name: 'One', rdns: 'com.one', target: page, accounts })
wallet.announce()
const storage = new Map()
const client = createWalletClient({
  chains: 'eip155:1',
  storage: {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: (key) => void storage.delete(key),
  },
})

const used = []
for (let step = 0; step < STEPS; step++) {
  for (let left = CONNECTIONS / STEPS; left > 0; left--) {
    await client.connect({ walletId: 'com.one' })
    await client.disconnect()
  }
  // What the scripted wallet notes for its test is not the client's.
  wallet.requests.length = wallet.prompts.length = 0
  gc()
  used.push(process.memoryUsage().heapUsed)
  console.log(`${((step + 1) * CONNECTIONS) / STEPS} connections: ${(used.at(-1) / 1e6).toFixed(2)} MB`)
}
const grown = (used.at(-1) - used[STEPS / 2 - 1]) / (CONNECTIONS / 2)
console.log(`Each connection of the second half has left ${grown.toFixed(1)} bytes.`)
client.dispose()
rmSync(folder, { recursive: true })
process.exit(grown > LEFT ? 1 : 0)
