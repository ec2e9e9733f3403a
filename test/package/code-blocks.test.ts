import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { transform } from 'esbuild'
import { Window } from 'happy-dom'
import { compile as compileSvelte } from 'svelte/compiler'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileScript, compileTemplate, parse as parseVue } from 'vue/compiler-sfc'
import { BUTTON_TAG } from '../../src/constants.js'
import { MEMBERS } from '../../src/element/attributes.js'
import { blocksIn, type CodeBlock, codeBlocks } from '../counterparts/code-blocks.js'

/** Documents with parts of files of this project: their tests follow them to the letter, in a copy of the tree. */
const FOLLOWED: Record<string, string> = {
  'docs/add-a-language.md': 'test/package/add-a-language.test.ts',
  'docs/add-an-attribute.md': 'test/package/add-an-attribute.test.ts',
}

/** Languages whose blocks are held by another test, which reads them: text here is a policy, a list or steps for people. */
const HELD_ELSEWHERE: Record<string, string> = {
  php: 'test/wordpress/documented.test.ts',
  jsx: 'test/hosts/pages.test.ts',
}
/** Nothing can be run of these: policies with gaps to fill in, lines of a server's configuration. */
const FOR_PEOPLE = ['', 'text', 'nginx']

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
const FOREIGN = ['@angular/core', 'dompurify', 'sanitize-html', 'rehype-sanitize', '@vitejs/plugin-vue']

interface Program extends CodeBlock {
  /** It stands in a page's markup. */
  inPage?: boolean
}

const nameOf = ({ file, line }: CodeBlock) => `${file}:${line}`

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

const programs: Program[] = [
  ...blocksIn('ts', 'tsx', 'js'),
  ...blocksIn('html', 'astro').flatMap(scriptsIn),
].filter(({ file }) => !(file in FOLLOWED))

/** What the newest TypeScript says of all blocks, by the place in the documents. */
const said = new Map<string, string[]>()

beforeAll(() => {
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
  writeModule('wagmi', "export { injected } from '@wagmi/core'")
  writeFileSync(join(folder, 'around.d.ts'), AROUND)
  writeFileSync(join(folder, 'foreign.d.ts'), FOREIGN.map((name) => `declare module '${name}'`).join('\n'))
  const placeOf = new Map<string, Program>()
  for (const [at, block] of programs.entries()) {
    const name = `block-${at}.${block.language}`
    // A file that another block imports keeps the name that the document gives it.
    placeOf.set(name, block)
    const isModule = /^\s*(?:import|export)\b/m.test(block.code)
    // Of a page's own script its form is looked at: test:hosts runs it.
    const rest = isModule ? '' : '\nexport {}'
    writeFileSync(join(folder, name), (block.inPage ? '// @ts-nocheck\n' : '') + block.code + rest)
  }
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
})

describe('every code block of README and docs', () => {
  test('is in a language that a test holds, or is for people alone', () => {
    const held = ['ts', 'tsx', 'js', 'json', 'html', 'css', 'sh', 'vue', 'svelte', 'astro', 'liquid']
    const known = new Set([...held, ...Object.keys(HELD_ELSEWHERE), ...FOR_PEOPLE])
    expect(codeBlocks.filter(({ language }) => !known.has(language)).map(nameOf)).toEqual([])
    for (const [document, holder] of Object.entries(FOLLOWED))
      expect(readFileSync(holder, 'utf8')).toContain(document)
    for (const holder of Object.values(HELD_ELSEWHERE))
      expect(readFileSync(holder, 'utf8')).toContain('blocksIn(')
  })

  test.each(programs.map((block) => [nameOf(block), block.language] as const))(
    'at %s (%s) compiles against the types of the built package',
    (name) => {
      expect(said.get(name) ?? []).toEqual([])
    },
  )

  test('compiles without a word on anything around the blocks', () => {
    expect(said.get('elsewhere') ?? []).toEqual([])
  })

  test.each(blocksIn('json').map((block) => [nameOf(block), block] as const))(
    'at %s is JSON',
    (_, { code }) => {
      expect(() => JSON.parse(code)).not.toThrow()
    },
  )

  test.each(blocksIn('css').map((block) => [nameOf(block), block] as const))(
    'at %s is a style sheet',
    async (_, { code }) => {
      expect((await transform(code, { loader: 'css' })).warnings).toEqual([])
    },
  )

  test.each(blocksIn('vue').map((block) => [nameOf(block), block] as const))(
    'at %s is a Vue component',
    (_, { code }) => {
      const { descriptor, errors } = parseVue(code)
      expect(errors).toEqual([])
      const { bindings } = compileScript(descriptor, { id: 'block' })
      const compiled = compileTemplate({
        id: 'block',
        filename: 'block.vue',
        source: descriptor.template?.content ?? '',
        compilerOptions: { bindingMetadata: bindings ?? {}, isCustomElement: (tag) => tag === BUTTON_TAG },
      })
      expect([...compiled.errors, ...compiled.tips]).toEqual([])
    },
  )

  test.each(blocksIn('svelte').map((block) => [nameOf(block), block] as const))(
    'at %s is a Svelte component',
    (_, { code }) => {
      expect(compileSvelte(code, { runes: true }).warnings).toEqual([])
    },
  )

  const commands = [
    ...blocksIn('sh'),
    ...blocksIn('').filter(({ code }) => /^(?:node|npm) /.test(code)),
  ].flatMap((block) =>
    block.code
      .split(/\n|&&/)
      .map((line) => [nameOf(block), block.file, line.replace(/#.*/, '').trim()] as const)
      .filter(([, , line]) => line),
  )
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

  test.each(commands)('at %s (%s) has a command that exists: %s', (_, file, command) => {
    const words = command.split(' ').filter((word) => !/^[A-Z_]+=/.test(word))
    const [tool = '', verb = '', name = ''] = words
    if (tool === 'npm' && verb === 'run') expect(scripts).toHaveProperty([name])
    else if (tool === 'npm') expect(['ci', 'test', 'install', 'pack']).toContain(verb)
    else if (tool === 'node' || tool === 'cp') {
      const folder = file.startsWith('integrations/oidc') ? 'integrations/oidc' : '.'
      expect(existsSync(join(folder, verb)), verb).toBe(true)
    } else throw new Error(`Nothing is known of the command ${tool}`)
  })

  const listed = new Set(MEMBERS.filter(([, mark]) => '=?:'.includes(mark)).map(([name]) => name)).add(
    'sign-in',
  )

  test.each(blocksIn('html', 'liquid').map((block) => [nameOf(block), block] as const))(
    'at %s has attributes that the element knows, on one line',
    (_, { code }) => {
      const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } } as never)
      document.write(`<!doctype html><body>${code}`)
      const withoutScripts = code.replace(/<script(?![^>]*json)[^>]*>.*?<\/script>/gs, '')
      const tags = [...document.querySelectorAll(BUTTON_TAG)]
      expect(tags.length).toBe([...withoutScripts.matchAll(/<wallet-connect-button[\s>]/g)].length)
      for (const tag of tags) {
        expect([...tag.attributes].map(({ name }) => name).filter((name) => !listed.has(name))).toEqual(
          tag.id ? ['id'] : [],
        )
        const json = tag.querySelector('script[type="application/json"]')
        if (json) expect(() => JSON.parse(json.textContent ?? '')).not.toThrow()
      }
      expect(code).not.toMatch(/<wallet-connect-button[^>]*\n/)
    },
  )
})
