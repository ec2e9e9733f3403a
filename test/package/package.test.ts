import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>
  files: string[]
}
const doors = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [{ path, ...target }],
)

test('every entry point has its code and its types', () => {
  for (const { path, types, default: code } of doors) {
    expect(existsSync(code), `${path}: ${code}`).toBe(true)
    expect(existsSync(types), `${path}: ${types}`).toBe(true)
  }
})

test('the names of each entry point are the ones that were decided on', async () => {
  const names: Record<string, string[]> = {}
  for (const { path, default: code } of doors) {
    names[path] = Object.keys(await import(`${process.cwd()}/${code}`)).sort()
  }
  await expect(JSON.stringify(names, null, 2)).toMatchFileSnapshot('./__snapshots__/exports.json')
})

test('importing in Node defines nothing and leaves nothing behind (F17)', () => {
  const script = `
    const before = Reflect.ownKeys(globalThis).length
    const { WalletConnectButton } = await import('./dist/index.js')
    await import('./dist/client.js')
    console.log(JSON.stringify([typeof WalletConnectButton, Reflect.ownKeys(globalThis).length - before]))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual(['function', 0])
})

test('a bundler finds all that the package imports among its dependencies', async () => {
  const { build } = await import('esbuild')
  const declared = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
  const allowed = new Set(Object.keys({ ...declared.dependencies, ...declared.peerDependencies }))
  const undeclared = new Set<string>()
  await build({
    entryPoints: doors.map(({ default: code }) => code),
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

test('publint finds nothing', async () => {
  const { publint } = await import('publint')
  const { messages } = await publint({ pkgDir: process.cwd(), strict: true })
  expect(messages.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([])
})

test('the types resolve in every module system that can import the package', async () => {
  const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core')
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', 'dist'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packed = JSON.parse(printed)
  const [{ filename }] = Array.isArray(packed) ? packed : (Object.values(packed) as { filename: string }[])
  const result = await checkPackage(createPackageFromTarballData(readFileSync(`dist/${filename}`)))
  // Node's require and the resolution of before 2021 are not served: the package is for bundlers and browsers.
  const served =
    'problems' in result
      ? result.problems.filter((problem) => !/node10|cjs/i.test(JSON.stringify(problem)))
      : [result]
  expect(served).toEqual([])
})
