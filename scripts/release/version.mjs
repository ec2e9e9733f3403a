import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Documents that name the version: in an address of the package, or in a line of their own. */
const FILES = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const VERSION = /(?<=wallet-connect-button[@-]|^Version )\d+\.\d+\.\d+(?=\/| |\.tgz)/gm
/** The hash beside the script's address. */
const HASH = /(?<=(?:dist\/embed\.js"|') integrity=")sha384-[^"]*/g

/** The documents that name another version than package.json does. */
export function findStale() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  return FILES.filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(VERSION)].some(([named]) => named !== version),
  )
}

/** Writes the hash of the built script into the lines that readers copy. */
function writeHash() {
  const { 'embed.js': hash } = JSON.parse(readFileSync('dist/integrity.json', 'utf8'))
  for (const file of FILES) {
    const text = readFileSync(file, 'utf8')
    const written = text.replaceAll(HASH, hash)
    if (written !== text) writeFileSync(file, written)
  }
}

/**
 * `node scripts/release/version.mjs`: has Changesets move the entries of `.changeset` into CHANGELOG.md and the version in package.json, and writes
 * the version and the day into lockfile, changelog and documents. With `--hash` it writes only the hash of the built script.
 */
const isCalled = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCalled && process.argv.includes('--hash')) writeHash()
else if (isCalled) {
  const changesets = readdirSync('.changeset').filter((file) => file.endsWith('.md') && file !== 'README.md')
  if (changesets.length) execFileSync('npm', ['--prefix', 'release', 'run', 'version'], { stdio: 'inherit' })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  lock.version = version
  lock.packages[''].version = version
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  for (const file of findStale()) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(VERSION, version))
  const day = new Date().toISOString().slice(0, 10)
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  writeFileSync(
    'CHANGELOG.md',
    changelog
      .replace(`## ${version} (unreleased)`, `## ${version} (${day})`)
      .replace(new RegExp(`^## ${version.replaceAll('.', '\\.')}\n+`, 'm'), `## ${version} (${day})\n\n`),
  )
}
