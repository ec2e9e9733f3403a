import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Documents and demos in which an address of the package names its version. */
const FILES = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const ADDRESS = /wallet-connect-button@\d+\.\d+\.\d+(?=\/)/g

/** The documents that name another version than package.json does. */
export function findStale() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  return FILES.filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(ADDRESS)].some(
      ([address]) => address !== `wallet-connect-button@${version}`,
    ),
  )
}

/**
 * `npm run release:version`: has Changesets move the entries of `.changeset` into CHANGELOG.md and the version in package.json, and writes
 * the version and the day into lockfile, changelog and documents.
 */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const changesets = readdirSync('.changeset').filter((file) => file.endsWith('.md') && file !== 'README.md')
  if (changesets.length) execFileSync('npm', ['--prefix', 'release', 'run', 'version'], { stdio: 'inherit' })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  lock.version = version
  lock.packages[''].version = version
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  for (const file of findStale())
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(ADDRESS, `wallet-connect-button@${version}`))
  const day = new Date().toISOString().slice(0, 10)
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  writeFileSync(
    'CHANGELOG.md',
    changelog
      .replace(`## ${version} (unreleased)`, `## ${version} (${day})`)
      .replace(new RegExp(`^## ${version.replaceAll('.', '\\.')}\n+`, 'm'), `## ${version} (${day})\n\n`),
  )
}
