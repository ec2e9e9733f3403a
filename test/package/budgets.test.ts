import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const gzip = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length
const brotli = (file: string) => brotliCompressSync(readFileSync(file)).length
const chunk = (name: string) => {
  const file = readdirSync('dist/embed').find((entry) => entry.startsWith(`${name}-`))
  if (!file) throw new Error(`dist/embed has no ${name}`)
  return `dist/embed/${file}`
}

/** The limits, in bytes of gzip: of the script tag, and of everything until the list of wallets is on screen. */
const SCRIPT_LIMIT = 5_120
const LIST_LIMIT = 64_000
/** The limit of what asks the server at `api-url`. */
const SIGN_IN_CALLS_LIMIT = 5_120

/** The README's own sentences are the budget: `**3.0 kB** gzip` after the words that name it. */
function promised(pattern: RegExp): number {
  const found = pattern.exec(readme)?.[1]
  if (!found) throw new Error(`README.md no longer says ${pattern}`)
  return Number(found) * 1_000
}

test('the script tag paints the button with no more bytes than the README says', () => {
  const promise = promised(/script tag: \*\*([\d.]+) kB\*\* gzip/)
  expect(gzip('dist/embed.js')).toBeLessThanOrEqual(Math.min(SCRIPT_LIMIT, promise))
})

test('everything until the list of wallets is on screen is as small as the README says', () => {
  const files = ['dist/embed.js', chunk('app'), chunk('list')]
  const promise = promised(/list of wallets: \*\*([\d.]+) kB\*\* gzip/)
  expect(sum(files.map(gzip))).toBeLessThanOrEqual(Math.min(LIST_LIMIT, promise))
  expect(sum(files.map(brotli))).toBeLessThanOrEqual(
    promised(/list of wallets: .*\*\*([\d.]+) kB\*\* brotli/),
  )
})

/** The files of each part of the script tag. */
const readParts = (): Record<string, [file: string, hash: string][]> =>
  JSON.parse(readFileSync(chunk('parts'), 'utf8').slice('export default '.length))

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

test('the entry for bundlers imports neither React nor anything else before it is needed', () => {
  const entry = readFileSync('dist/index.js', 'utf8')
  expect(
    [...entry.matchAll(/\b(?:from|import)\s*"([^"]+)"/g)]
      .map(([, name]) => name)
      .filter((name) => !name?.startsWith('./chunks/')),
  ).toEqual([])
  expect(gzip('dist/index.js')).toBeLessThan(5_000)
})

test('the calls of a sign-in cost few bytes, and no client of tRPC', () => {
  const files = readParts()['sign-in/api-adapter'] ?? []
  const sizes = files.map(([file]) => gzip(`dist/embed/${file}`))
  expect(sizes).not.toEqual([])
  expect(sum(sizes)).toBeLessThanOrEqual(SIGN_IN_CALLS_LIMIT)
  expect(Object.keys(readParts()).filter((part) => /^api\//.test(part))).toEqual([])
})

test('the table of parts names each file that a part imports: a file without a hash is refused under a strict policy', () => {
  const imports = (file: string): string[] =>
    [...readFileSync(`dist/embed/${file}`, 'utf8').matchAll(/(?:from|import)"\.\/([\w.-]+\.js)/g)].map(
      ([, name = '']) => name,
    )
  const reach = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const next of imports(file)) reach(next, seen)
    return seen
  }
  const app = chunk('app').slice('dist/embed/'.length)
  const table = readParts()
  expect(Object.keys(table).length).toBeGreaterThan(20)
  for (const [part, files] of Object.entries(table)) {
    const named = files.map(([file]) => file)
    const missing = named
      .flatMap((file) => [...reach(file)])
      .filter((file) => file !== app && !named.includes(file))
    expect([part, missing]).toEqual([part, []])
  }
})

test('no part brings the code of a step that its visitor has not come to: an import that joins two steps is seen here', () => {
  /** File that some visitors never need → the parts that may bring it. */
  const expected: Record<string, RegExp> = {
    renderer: /^embed\/renderer|^view\/account(?:-menu)?\//,
    list: /^embed\/list|^view\/(?:connect-modal|failure)\//,
    evm: /^connectors\/evm\/|^sign-in\/(?:sign-and-verify|one-prompt)|^names\//,
    'injected-connect': /^connectors\/starknet\/injected\//,
    'coinbase-connect': /^connectors\/evm\/coinbase\//,
    'relay-client': /^connectors\/relay\/relay-client/,
    'account-menu': /^view\/account-menu\//,
  }
  for (const [file, allowed] of Object.entries(expected)) {
    const parts = Object.entries(readParts())
      .filter(([, files]) => files.some(([name]) => name.replace(/-[\w-]{6,7}\.js$/, '') === file))
      .map(([part]) => part)
    expect([file, parts.length > 0, parts.filter((part) => !allowed.test(part))]).toEqual([file, true, []])
  }
})
