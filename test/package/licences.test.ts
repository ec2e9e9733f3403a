import { readFileSync } from 'node:fs'
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

/** Permissive by their licence files, which the registry's metadata does not tell. */
const READ_BY_HAND = new Set<string>([])

test('every package of the lockfile has a permissive licence', () => {
  const wrong = entries.filter(
    ({ name, license, optional }) =>
      !READ_BY_HAND.has(name) && !(license ? PERMISSIVE.test(license) : optional),
  )
  expect(wrong.map(({ name, version, license }) => `${name} ${version} ${license}`)).toEqual([])
})

test('nothing of WalletConnect or Reown is newer than its last Apache-2.0 release', () => {
  const wrong = entries.filter(
    ({ name, license }) =>
      /^@(walletconnect|reown)\//.test(name) && !/^(Apache-2\.0|MIT)$/.test(license ?? ''),
  )
  expect(wrong.map(({ name, version, license }) => `${name} ${version} ${license}`)).toEqual([])
})

test('the lockfile names no download address', () => {
  expect(entries.filter(({ resolved }) => resolved).map(({ name }) => name)).toEqual([])
})

test('the pins that later releases would break are in place', () => {
  const version = (name: string) => packages[`node_modules/${name}`]?.version
  expect(version('vitest')).toMatch(/^4\.1\./)
  expect(version('tsup')).toMatch(/^8\.5\./)
  expect(version('viem')).toBe('2.57.1')
  expect(version('@walletconnect/sign-client')).toBe('2.21.8')
})
