/**
 * `node scripts/facts.mjs`, after a build, writes docs/figures/facts.json: the numbers about the project that the README, the documents
 * and the site name, and puts them into the sentences that name them. `--check` writes nothing, and fails where something is out of date.
 * scripts/surface.mjs does the same for the numbers that need no build.
 *
 * Only `--measure` measures what needs a browser or the registry: what a Starknet visitor fetches, what an install brings.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { weighCoinbase } from './facts/weigh.mjs'

const FACTS = 'docs/figures/facts.json'

const read = (file) => readFileSync(file, 'utf8')
const readJson = (file) => JSON.parse(read(file))

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const inWords = (number) => NUMBERS[number] ?? String(number)
const capital = (word) => word[0].toUpperCase() + word.slice(1)

/** In kB, rounded up to the next step, because a promised number must never be smaller than the real one. */
const kilobytes = (bytes, step = 1) =>
  (Math.ceil(bytes / 1000 / step) * step).toFixed(Number.isInteger(step) ? 0 : 1)

/** Steps that leave a change some room, so that documents do not change with each build. */
const SMALL_STEP = 0.1
const LARGE_STEP = 2

/** Counts what the sources show. */
export function countFacts() {
  const [, ways = ''] = read('README.md').split('## Ways to connect')
  const { version, engines } = readJson('package.json')
  const browsers = [...read('docs/browsers.md').matchAll(/^\| (Chrome|Firefox|Safari)[^|]*\| ([\d.]+) \|/gm)]
  return {
    version,
    node: engines.node.replace('>=', ''),
    languages: readdirSync('src/view/i18n/languages').length + 1,
    ways: ways.split('## ')[0].match(/^\| (?!way|-)/gm)?.length,
    browsers: Object.fromEntries(browsers.map(([, name, oldest]) => [name.toLowerCase(), oldest])),
  }
}

/** Weighs what is built, in kB, gzip unless a line says otherwise. */
function weighFacts() {
  const parts = readdirSync('dist/embed').filter((file) => /^(?:app|list)-.*\.js$/.test(file))
  const files = ['dist/embed.js', ...parts.map((file) => `dist/embed/${file}`)].map((file) =>
    readFileSync(file),
  )
  const sum = (weigh) => files.reduce((total, bytes) => total + weigh(bytes).length, 0)
  const gzip = (bytes) => gzipSync(bytes, { level: 9 })
  const coinbase = weighCoinbase()
  return {
    script: kilobytes(gzip(files[0]).length, SMALL_STEP),
    list: kilobytes(sum(gzip), LARGE_STEP),
    listBrotli: kilobytes(sum(brotliCompressSync), LARGE_STEP),
    coinbase: kilobytes(coinbase.wallet),
    coinbaseQr: kilobytes(coinbase.qrCode),
  }
}

/** The sentences with a number: file, the sentence with the number as its group, and the right number. */
export const listSentences = (facts = readJson(FACTS)) => [
  ['README.md', /script tag: \*\*([\d.]+) kB\*\* gzip/, facts.script],
  ['README.md', /list of wallets: \*\*([\d.]+) kB\*\* gzip/, facts.list],
  ['README.md', /gzip \(\*\*([\d.]+) kB\*\* brotli\)/, facts.listBrotli],
  ['README.md', /Starknet wallet is connected: \*\*([\d.]+) kB\*\*/, facts.starknet],
  ['README.md', /brings \*\*(\d+) packages\*\*/, facts.packages],
  ['README.md', /packages\*\* and \*\*([\d.]+) MB\*\*/, facts.megabytes],
  ['README.md', /\*\*In ([\w-]+) languages\*\*/, inWords(facts.languages)],
  ['README.md', /need Node ([\d.]+) or newer/, facts.node],
  ['ARCHITECTURE.md', /`dist\/embed\.js`, ([\d.]+) kB gzip at most/, String(Number(facts.script))],
  ['docs/accessibility.md', /in any of the (\d+) languages/, String(facts.languages)],
  ['docs/first-steps.md', /need Node ([\d.]+) or newer/, facts.node],
  ['docs/server.md', /runs on Node ([\d.]+) and newer/, facts.node],
  ['docs/wallets.md', /wallet's code \((\d+) kB gzip/, facts.coinbase],
  ['docs/wallets.md', /(\d+) kB more for the QR code/, facts.coinbaseQr],
]

/** The numbers of the product page, as the page writes them, by the names of their places in its text. */
export function readProductFacts(root = '.') {
  const { version, languages, ways, script, list, packages, megabytes } = readJson(join(root, FACTS))
  const [, signIn = ''] =
    /^```ts\n(import \{ createSignIn,.*?)\n```$/ms.exec(read(join(root, 'README.md'))) ?? []
  return {
    version,
    signIn: signIn.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`),
    script,
    list,
    packages,
    megabytes,
    languages: capital(inWords(languages)),
    ways: capital(inWords(ways)),
    rules: String(read(join(root, 'docs/rules.md')).match(/^\| [A-Z]{1,2}\d+ \|/gm)?.length),
    errors: String(read(join(root, 'docs/errors.md')).match(/^\| `[a-z_]+` \|/gm)?.length),
  }
}

/**
 * @param write whether files are written
 * @param found the numbers to compare; the others in facts.json hold
 * @returns what was out of date: names of facts, and sentences
 * @throws Error where a document no longer has one of the sentences
 */
export function findStaleFacts(write = false, found = { ...countFacts(), ...weighFacts() }) {
  const old = existsSync(FACTS) ? readJson(FACTS) : {}
  const fresh = { ...old, ...found }
  const stale = Object.keys(fresh)
    .filter((name) => JSON.stringify(fresh[name]) !== JSON.stringify(old[name]))
    .map((name) => `${FACTS}: ${name} is ${JSON.stringify(fresh[name])}`)
  if (write) writeFileSync(FACTS, `${JSON.stringify(fresh, null, 2)}\n`)
  for (const [file, pattern, value] of listSentences(fresh)) {
    const text = read(file)
    const [sentence, number] = pattern.exec(text) ?? []
    if (!sentence) throw new Error(`${file} no longer says ${pattern}`)
    if (number === value) continue
    stale.push(`${file}: “${sentence}” should say ${value}`)
    if (write) writeFileSync(file, text.replace(sentence, sentence.replace(number, value)))
  }
  return stale
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isCheck = process.argv.includes('--check')
  if (!existsSync('dist/embed.js'))
    throw new Error('The package is not built yet: run `npm run build` first.')
  const measured = process.argv.includes('--measure')
    ? await (await import('./facts/measure.mjs')).measureFacts()
    : {}
  const stale = findStaleFacts(!isCheck, { ...countFacts(), ...weighFacts(), ...measured })
  for (const line of stale) console.log(line)
  if (isCheck && stale.length) process.exit(1)
}
