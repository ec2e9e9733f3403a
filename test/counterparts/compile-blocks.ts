import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { blocksIn, type CodeBlock, nameOf } from './code-blocks.js'

/** What the reader's own code has around a block that is a part of a file. */
const AROUND = `
import type { createSignIn, KeyValueStore, SignInProof } from 'wallet-connect-button/server'
import type { Chain } from 'viem'
declare global {
  const button: HTMLElementTagNameMap['wallet-connect-button']
  const post: (path: string, body?: unknown) => Promise<any>
  const signIn: ReturnType<typeof createSignIn>
  const [evmNode, starknetNode, visitorId]: string[]
  const proof: SignInProof
  const sessionStore: KeyValueStore
  const session: { id: string }
  const options: Parameters<typeof createSignIn>[0]
  const openStore: (name: string) => KeyValueStore
  const request: Request
  const headers: Headers
  const chain: Chain
  const redis: {
    get(key: string): Promise<string | null>
    set(key: string, value: string, options: { PX?: number | undefined; NX?: boolean }): Promise<string | null>
    del(key: string): Promise<number>
  }
  const process: { env: Record<string, string> }
  interface Window { example: any; dataLayer: unknown[] }
}
export {}
`
/** Packages that the project does without: their own types are not needed to check what we say of ours. */
const FOREIGN = [
  '@angular/core',
  '@cartridge/controller',
  'dompurify',
  'sanitize-html',
  'rehype-sanitize',
  '@vitejs/plugin-vue',
  'vitepress/theme',
]

/** A block that is a program, or a part of one. */
export interface Program extends CodeBlock {
  /** It stands in a page's markup. */
  inPage?: boolean
}

/** Code inside the markup of a page, with the line that it begins at. */
const scriptsIn = (block: CodeBlock): Program[] =>
  [...block.code.matchAll(/<script(?: setup)?(?: type="module")?>\n(.*?)<\/script>/gs)].map(
    ({ index, 1: code = '' }) => ({
      ...block,
      code,
      inPage: true,
      language: 'js',
      line: block.line + block.code.slice(0, index).split('\n').length,
    }),
  )

/** All programs in the documents, but those of some files. */
export const findPrograms = (isLeftOut: (file: string) => boolean): Program[] =>
  [...blocksIn('ts', 'tsx', 'js'), ...blocksIn('html', 'astro').flatMap(scriptsIn)].filter(
    ({ file }) => !isLeftOut(file),
  )

/** Compiles them in a folder where the package is installed. @returns what the newest TypeScript says, by the place in the documents; `elsewhere` for what is in no block */
export function compilePrograms(programs: readonly Program[]): Map<string, string[]> {
  const said = new Map<string, string[]>()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wcb-blocks-')))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'wallet-connect-button')
  mkdirSync(installed, { recursive: true })
  for (const path of ['package.json', 'dist']) symlinkSync(resolve(path), join(installed, path))
  for (const name of [
    'viem',
    'ethers',
    'react',
    'keyv',
    'esbuild',
    '@keyv',
    'solid-js',
    'csstype',
    'lit',
    'lit-element',
    'lit-html',
    '@lit',
    '@wagmi',
    '@types',
  ])
    symlinkSync(resolve('node_modules', name), join(modules, name))
  const writeModule = (name: string, types: string) => {
    mkdirSync(join(modules, name), { recursive: true })
    writeFileSync(join(modules, name, 'index.d.ts'), types)
  }
  const runs = '(title: string, run: (fixtures: { page: any }) => unknown) => void'
  writeModule('@playwright/test', `export const expect: any\nexport const test: ${runs}`)
  writeModule('wagmi/connectors', "export { injected } from '@wagmi/core'")
  writeFileSync(join(folder, 'around.d.ts'), AROUND)
  writeFileSync(join(folder, 'foreign.d.ts'), FOREIGN.map((name) => `declare module '${name}'`).join('\n'))
  const placeOf = new Map<string, Program>()
  for (const [at, block] of programs.entries()) {
    const name = `block-${at}.${block.language}`
    placeOf.set(name, block)
    const isModule = /^\s*(?:import|export)\b/m.test(block.code)
    // Of a page's own script its form is looked at: test:hosts runs it.
    const rest = isModule ? '' : '\nexport {}'
    writeFileSync(join(folder, name), (block.inPage ? '// @ts-nocheck\n' : '') + block.code + rest)
  }
  // What another block imports has the name that the document gives it.
  const nodeWallet = programs.find(({ code }) => code.includes('export function createNodeWallet'))
  writeFileSync(join(folder, 'node-wallet.ts'), nodeWallet?.code ?? '')
  const component = programs.find(({ code }) => code.includes('export function Wallet()'))
  writeFileSync(join(folder, 'wallet.tsx'), component?.code ?? '')
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  const ambient = ['around.d.ts', 'foreign.d.ts']
  const strict = { compilerOptions, include: ['*.ts', '*.tsx', ...ambient] }
  // Who writes JavaScript has no types to write null or a parameter with.
  const loose = { allowJs: true, checkJs: true, strict: false }
  const plain = { compilerOptions: { ...compilerOptions, ...loose }, include: ['*.js', ...ambient] }
  for (const project of [strict, plain]) {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
    const tsc = resolve('node_modules/typescript-7/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    for (const line of stdout.split('\n').filter((text) => /error TS/.test(text))) {
      const [, name = '', row = '0', message = line] = /^([^(]+)\((\d+),\d+\): (.*)$/.exec(line) ?? []
      const block = placeOf.get(name)
      const key = block ? nameOf(block) : 'elsewhere'
      const at = (block?.line ?? 1) + Number(row) - (block?.inPage ? 2 : 1)
      said.set(key, [...(said.get(key) ?? []), `line ${at}: ${message}`])
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return said
}
