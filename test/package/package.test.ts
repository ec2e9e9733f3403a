import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>
  files: string[]
}
const entries = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [{ path, ...target }],
)

test('every entry point has its code and its types', () => {
  for (const { path, types, default: code } of entries) {
    expect(existsSync(code), `${path}: ${code}`).toBe(true)
    expect(existsSync(types), `${path}: ${types}`).toBe(true)
  }
})

test('each entry point exports exactly the agreed names', async () => {
  const names: Record<string, string[]> = {}
  for (const { path, default: code } of entries) {
    if (code.endsWith('.js')) names[path] = Object.keys(await import(`${process.cwd()}/${code}`)).sort()
  }
  await expect(JSON.stringify(names, null, 2)).toMatchFileSnapshot('./__snapshots__/exports.json')
})

test('importing in Node defines nothing and leaves nothing behind (F17, HO05)', () => {
  const script = `
    // Node defines globals of its own when its fetch is first used.
    await fetch('data:,')
    const before = new Set(Reflect.ownKeys(globalThis))
    const { WalletConnectButton } = await import('./dist/index.js')
    await import('./dist/client.js')
    const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String)
    console.log(JSON.stringify([typeof WalletConnectButton, added]))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual(['function', []])
})

test('a CommonJS server requires the same copy that others import (X12)', () => {
  const script = `
    const { createSignIn } = require('wallet-connect-button/server')
    import('wallet-connect-button/server').then((module) => console.log(module.createSignIn === createSignIn))`
  const options = ['--no-warnings', '--input-type=commonjs', '-e', script]
  expect(execFileSync(process.execPath, options, { encoding: 'utf8' }).trim()).toBe('true')
})

test('only three scripts and the sheet of the looks have an effect when they are imported, and each script defines the element (T08)', async () => {
  const { sideEffects } = JSON.parse(readFileSync('package.json', 'utf8')) as { sideEffects: string[] }
  expect(sideEffects).toEqual(['./dist/index.js', './dist/react.js', './dist/embed.js', './dist/looks.css'])
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: "import 'wallet-connect-button'", resolveDir: process.cwd() },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    write: false,
    external: ['react', 'react-dom', 'starknet', '@walletconnect/modal'],
    logLevel: 'silent',
    tsconfigRaw: '{}',
  })
  expect(outputFiles.find(({ path }) => path.endsWith('stdin.js'))?.text).toContain('customElements.define(')
})

test('source maps name existing sources, or contain them (T08)', () => {
  const maps = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.map'),
  )
  expect(maps.filter((file) => file.endsWith('.d.ts.map')).length).toBeGreaterThan(50)
  const lost = maps.flatMap((file) => {
    const { sources, sourcesContent } = JSON.parse(readFileSync(`dist/${file}`, 'utf8')) as {
      sources: string[]
      sourcesContent?: (string | null)[]
    }
    return sources.filter(
      (source, at) => !sourcesContent?.[at] && !existsSync(join('dist', dirname(file), source)),
    )
  })
  expect(lost).toEqual([])
})

test('a bundler finds every package that ours imports among its dependencies', async () => {
  const { build } = await import('esbuild')
  const declared = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
  expect(declared.dependencies ?? {}, 'everything is bundled, or is a peer').toEqual({})
  const allowed = new Set(Object.keys(declared.peerDependencies ?? {}))
  const undeclared = new Set<string>()
  await build({
    entryPoints: entries.map(({ default: code }) => code),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    outdir: 'out',
    logLevel: 'silent',
    external: ['node:*'],
    plugins: [
      {
        name: 'declared',
        setup({ onResolve }) {
          onResolve({ filter: /^[^.]/ }, ({ path, importer }) => {
            const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] as string
            if (
              /\/dist\/[^/]*(?:\/[^/]*)?$/.test(importer) &&
              !importer.includes('node_modules') &&
              !allowed.has(name)
            )
              undeclared.add(path)
            return undefined
          })
        },
      },
    ],
  })
  expect([...undeclared]).toEqual([])
})

test('publint has no findings', async () => {
  const { publint } = await import('publint')
  const { messages } = await publint({ pkgDir: process.cwd(), strict: true })
  expect(messages.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([])
})

test('the types resolve in every module system, also in old tools and with require (X12)', async () => {
  const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core')
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', 'dist'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packed = JSON.parse(printed)
  const [{ filename }] = Array.isArray(packed) ? packed : (Object.values(packed) as { filename: string }[])
  const result = await checkPackage(createPackageFromTarballData(readFileSync(`dist/${filename}`)))
  const served = 'problems' in result ? result.problems : [result]
  // A style sheet and the editors' data have no types.
  const ofScripts = served.filter(
    (fault) => !('entrypoint' in fault && /\.(?:css|json)$/.test(fault.entrypoint)),
  )
  expect(ofScripts).toEqual([])
})
