import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  optional?: boolean
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>
}
const entries = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }))

const PERMISSIVE =
  /^\(?(MIT|ISC|BSD[\w.-]*|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|MPL-2\.0|MIT-0|WTFPL)/

/** Packages with a permissive licence file that the registry's metadata does not name. */
const READ_BY_HAND = new Set<string>([])

test('every package of the lockfile has a permissive licence', () => {
  const wrong = entries.filter(
    ({ name, license, optional }) =>
      !READ_BY_HAND.has(name) && !(license ? PERMISSIVE.test(license) : optional),
  )
  expect(wrong.map(({ name, version, license }) => `${name} ${version} ${license}`)).toEqual([])
})

test('no package of WalletConnect or Reown is newer than its last Apache-2.0 release', () => {
  const wrong = entries.filter(
    ({ name, license }) =>
      /^@(walletconnect|reown)\//.test(name) && !/^(Apache-2\.0|MIT)$/.test(license ?? ''),
  )
  expect(wrong.map(({ name, version, license }) => `${name} ${version} ${license}`)).toEqual([])
})

test('the lockfile names no download address', () => {
  expect(entries.filter(({ resolved }) => resolved).map(({ name }) => name)).toEqual([])
})

test('the lockfile has the pins that later releases would break', () => {
  const version = (name: string) => packages[`node_modules/${name}`]?.version
  expect(version('vitest')).toMatch(/^4\.1\./)
  expect(version('tsup')).toMatch(/^8\.5\./)
  expect(version('viem')).toBe('2.57.1')
  expect(version('@walletconnect/sign-client')).toBe('2.21.8')
  // The source names this version (`sdkVersion`), and uses its internals.
  expect(version('@coinbase/wallet-sdk')).toBe('4.4.0')
})

const isPermissive = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(/ AND /)
    .every((one) => PERMISSIVE.test(one))

/** Packages with a module in dist, as the bundler has recorded them. */
const bundled = JSON.parse(readFileSync('dist/bundled.json', 'utf8')) as string[]

test('THIRD_PARTY_LICENSES.txt has the permissive notice of each package with code in dist (T07)', () => {
  const notices = readFileSync('dist/THIRD_PARTY_LICENSES.txt', 'utf8').split(/^-{80}$/m)
  const names = bundled.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    return `${name} ${version} (${license})`
  })
  expect(names.filter((name) => !isPermissive(/\((.*)\)$/.exec(name)?.[1] ?? ''))).toEqual([])
  for (const name of names) {
    const [head = '', ...text] =
      notices
        .find((entry) => entry.split('\n').includes(name))
        ?.trim()
        .split('\n\n') ?? []
    expect(head, name).toContain(name)
    expect(text.join('\n').length, `${name} has words`).toBeGreaterThan(150)
  }
})

test('dist contains only code of packages that the bundler has recorded (T07)', () => {
  const expected = [
    'react',
    '@walletconnect/sign-client',
    '@coinbase/wallet-sdk',
    '@trpc/client',
    '@noble/curves',
    'ws',
    'starknet',
  ]
  const names = bundled.map((folder) => folder.slice(folder.lastIndexOf('node_modules/') + 13))
  expect(expected.filter((name) => !names.includes(name))).toEqual([])
  const mapped = readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js.map'))
    .flatMap((file) => (JSON.parse(readFileSync(`dist/${file}`, 'utf8')) as { sources: string[] }).sources)
  expect(mapped.filter((source) => source.includes('node_modules'))).toEqual([])
})
