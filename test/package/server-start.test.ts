import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'))
  const home = join(folder, 'node_modules/wallet-connect-button')
  mkdirSync(home, { recursive: true })
  for (const name of ['package.json', 'dist/server.js', 'dist/chunks'])
    cpSync(name, join(home, name), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A package of this name, as far as a resolver looks. */
function installStarknet() {
  const home = join(folder, 'node_modules/starknet')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "name": "starknet", "type": "module", "main": "index.js" }')
  writeFileSync(join(home, 'index.js'), 'console.log("starknet.js was loaded"); export const typedData = {}')
  return () => rmSync(home, { recursive: true })
}

const SERVER = `
import { createSignIn } from 'wallet-connect-button/server'
try {
  createSignIn({ domain: 'shop.example', chains: CHAINS, rpc: { 'starknet:SN_MAIN': 'http://127.0.0.1:9' } })
  console.log('started')
} catch ({ code, message }) {
  console.log(code, message)
}
`
const MISSING = 'To sign Starknet accounts in, install the starknet package'
const write = (chains: string[]) => SERVER.replace('CHAINS', JSON.stringify(chains))

function run(file: string) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, file)], { encoding: 'utf8' })
  return { stdout: stdout.trim(), stderr, status }
}

describe('NC02: a server with a Starknet chain and without starknet.js', () => {
  it('does not start, and says what to install', () => {
    writeFileSync(join(folder, 'server.mjs'), write(['eip155:1', 'starknet:SN_MAIN']))
    expect(run('server.mjs')).toMatchObject({ stdout: `config_invalid ${MISSING}`, status: 0 })
  })

  it('starts without a Starknet chain', () => {
    writeFileSync(join(folder, 'evm.mjs'), write(['eip155:1']))
    expect(run('evm.mjs')).toEqual({ stdout: 'started', stderr: '', status: 0 })
  })

  it('starts with starknet.js, and does not load it yet', () => {
    const remove = installStarknet()
    expect(run('server.mjs')).toEqual({ stdout: 'started', stderr: '', status: 0 })
    remove()
  })

  describe('in a bundle, where only loading it can tell', () => {
    const bundle = (format: 'esm' | 'cjs', outfile: string) =>
      build({
        stdin: { contents: write(['starknet:SN_MAIN']), resolveDir: folder },
        bundle: true,
        platform: 'node',
        format,
        outfile: join(folder, outfile),
        logLevel: 'silent',
        external: ['@trpc/server'],
      })

    it.each(['esm', 'cjs'] as const)('the console has the reason at once (%s)', async (format) => {
      const file = `missing.${format === 'esm' ? 'mjs' : 'cjs'}`
      expect((await bundle(format, file)).warnings).toEqual([])
      const { stdout, stderr, status } = run(file)
      expect([stdout, status]).toEqual(['started', 0])
      expect(stderr).toContain(MISSING)
    })

    it('a server that has it inside starts, wherever it is put', async () => {
      const remove = installStarknet()
      await bundle('esm', 'whole.mjs')
      remove()
      expect(run('whole.mjs')).toMatchObject({
        stdout: expect.stringContaining('started'),
        stderr: '',
        status: 0,
      })
    })
  })
})
