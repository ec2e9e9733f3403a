import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, type Metafile } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
let outputs: Metafile['outputs']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-'))
  const result = await build({
    entryPoints: Object.fromEntries(
      ['server', 'trpc'].map((name) => [
        name,
        fileURLToPath(new URL(`../../../src/exports/${name}.ts`, import.meta.url)),
      ]),
    ),
    bundle: true,
    splitting: true,
    platform: 'browser',
    format: 'esm',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    metafile: true,
    minify: true,
    logLevel: 'error',
  })
  outputs = result.metafile.outputs
}, 30_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Every file that is loaded before the first Starknet signature. */
function loadedAtOnce(): string[] {
  const entry = Object.keys(outputs).find((name) =>
    outputs[name]?.entryPoint?.endsWith('exports/server.ts'),
  ) as string
  const found = new Set([entry])
  for (const name of found) {
    for (const { path, kind, external } of outputs[name]?.imports ?? []) {
      expect(external, `${path} is no part of the bundle`).toBeFalsy()
      if (kind === 'import-statement') found.add(path)
    }
  }
  return [...found]
}

it('the verifier needs nothing of Node or tRPC, and starknet.js only for a Starknet signature', () => {
  const files = loadedAtOnce()
  const inputs = files.flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}))
  expect(
    inputs.filter((name) => /node_modules\/(?:starknet|viem|ethers|siwe|keyv|ws|@trpc)\//.test(name)),
  ).toEqual([])
  expect(
    Object.values(outputs).some(({ inputs: all }) =>
      Object.keys(all).some((name) => name.includes('node_modules/starknet/')),
    ),
  ).toBe(true)
  const bytes = files.reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0)
  expect(bytes).toBeLessThan(150_000)
})

it('the verifier signs an EVM account in with web platform APIs only', async () => {
  const entry = pathToFileURL(join(folder, 'server.mjs')).href
  const viem = import.meta.resolve('viem/accounts')
  const code = `
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(viem)}).then(async ({ generatePrivateKey, privateKeyToAccount }) => {
      // Node builds its own fetch with these when it is first touched
      new Request('https://shop.example')
      for (const name of ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate']) delete globalThis[name]
      const { createSignIn, createSignInHandler, formatSignInMessage } = await import(${JSON.stringify(entry)})
      const { createSignInRouter, createSignInContext } = await import(${JSON.stringify(entry.replace('server.mjs', 'trpc.mjs'))})
      const account = privateKeyToAccount(generatePrivateKey())
      const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })
      const caller = createSignInRouter(signIn).createCaller(createSignInContext({ req: new Request('https://shop.example'), resHeaders: new Headers() }))
      const { nonce } = await caller.signIn.nonce()
      const message = formatSignInMessage({ domain: 'shop.example', address: account.address, uri: 'https://shop.example', version: '1', chainId: 1, nonce, issuedAt: new Date().toISOString() })
      const signature = await account.signMessage({ message })
      const result = await caller.signIn.verify({ namespace: 'eip155', chainId: 'eip155:1', address: account.address, message, signature })
      // an answer without a body: Node's own Response makes a Buffer of any other
      const headers = { origin: 'https://shop.example' }
      const answer = await createSignInHandler(signIn)(new Request('https://shop.example/auth/nonce', { method: 'OPTIONS', headers }))
      parentPort.postMessage([result.address === account.address, typeof process, answer.status])
    }).catch((error) => parentPort.postMessage(String(error.stack)))
  `
  const worker = new Worker(code, { eval: true })
  const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  expect(answer).toEqual([true, 'undefined', 204])
})
