import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'

const tree = mkdtempSync(join(tmpdir(), 'wallet-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const guide = readFileSync('docs/add-a-wallet.md', 'utf8')
const files = [...guide.matchAll(/```ts file=(\S+)\n([\s\S]*?)```/g)].map(([, name, code]) => ({
  name: name as string,
  code: code as string,
}))

/** A page with the wallet of the guide, run in Node: it connects, signs, and restores its session after a reload. */
const PAGE = `import { createWalletClient } from './src/exports/client.js'
import { createNodeWallet } from './node-wallet.js'
const ACCOUNT = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const answers = { eth_accounts: [ACCOUNT], eth_chainId: '0x7a69', personal_sign: '0x01' }
const kept = new Map()
globalThis.sessionStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) }
globalThis.fetch = async (_, { body }) => ({ json: async () => ({ result: answers[JSON.parse(body).method] }) })
const values = new Map()
const storage = { get length() { return values.size }, key: (at) => [...values.keys()][at] ?? null, getItem: (name) => values.get(name) ?? null, setItem: (name, value) => void values.set(name, value), removeItem: (name) => void values.delete(name) }
const open = () => createWalletClient({ chains: 'eip155:31337', wallets: 'node', storage, connectors: [createNodeWallet('http://127.0.0.1:1')] }, [])
const client = open()
const { connector, wallet } = await client.connect({ walletId: 'node' })
const signature = await client.signMessage('Tea')
client.dispose()
const next = open()
await next.restore()
const restored = next.getState().account
await next.disconnect()
console.log(JSON.stringify({ key: connector.key, chains: connector.supportedChains, account: wallet.account, signature, restored, left: [kept.size, values.size] }))
next.dispose()
`

/**
 * Reads files with the types of the tree. It skips the packages' types, which the page does not need and which take
 * long.
 */
function createProgram(names: string[]): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    skipLibCheck: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) => {
      const isEntry = text === 'wallet-connect-button/client'
      const found = isEntry
        ? join(tree, 'src/exports/client.ts')
        : join(dirname(file), text).replace(/\.js$/, '.ts')
      const isOurs = (isEntry || text.startsWith('.')) && host.fileExists(found)
      return {
        resolvedModule: isOurs ? { resolvedFileName: found, extension: ts.Extension.Ts } : undefined,
      }
    })
  return ts.createProgram(names, options, host)
}

test('docs/add-a-wallet.md, followed to the letter, adds a wallet (Z04)', async () => {
  for (const path of ['src', 'package.json', 'tsconfig.json'])
    cpSync(path, join(tree, path), { recursive: true, filter: (file) => !file.includes('node_modules') })
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  expect(files.map(({ name }) => name)).toEqual(['node-wallet.ts', 'hosted-wallet.ts'])
  for (const { name, code } of files) writeFileSync(join(tree, name), code)
  const program = createProgram(files.map(({ name }) => join(tree, name)))
  const wrong = program
    .getSourceFiles()
    .filter(({ fileName }) => files.some(({ name }) => fileName === join(tree, name)))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
  expect(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([])

  await build({
    stdin: { contents: PAGE, resolveDir: tree, loader: 'js' },
    outfile: join(tree, 'page.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { 'wallet-connect-button/client': join(tree, 'src/exports/client.ts') },
    define: { __WCB_PARTS__: 'undefined', __WCB_VERSION__: '"0"' },
    logLevel: 'error',
  })
  const said = execFileSync(process.execPath, ['page.mjs'], { cwd: tree, encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual({
    key: 'developmentnode',
    chains: ['EVM', 'ETH'],
    account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    signature: '0x01',
    restored: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    left: [0, 0],
  })
})

/** The names of an interface's members. */
function listMembers(file: string, name: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true)
  const found = source.statements.find(
    (node): node is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === name,
  )
  return found?.members.map((member) => member.name?.getText() ?? '') ?? []
}

test('docs/add-a-wallet.md names every field of a connector, of its request and of a session (Z04)', () => {
  const members = [
    ...listMembers('src/connectors/connector.ts', 'Connector'),
    ...listMembers('src/connectors/connector.ts', 'ConnectRequest'),
    ...listMembers('src/connectors/session.ts', 'WalletSession'),
  ]
  expect(members.length).toBeGreaterThan(40)
  expect(members.filter((name) => !new RegExp(`\`${name}[\`(]`).test(guide))).toEqual([])
})
