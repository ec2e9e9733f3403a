import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds the entries of optional platform packages that npm has left out of the lockfile, because its registry did not
 * have them. `npm ci` refuses a lockfile without them, even on another platform. The argument may name a lockfile:
 * those of the example hosts have the same gaps.
 */
const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const OS = Object.fromEntries(
  ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'openharmony', 'sunos', 'aix'].map(
    (os) => [os, os],
  ),
)
const CPU = { amd64: 'x64', x64: 'x64', arm64: 'arm64' }

let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = lock.packages[`node_modules/${name}`] ?? lock.packages[`${path}/node_modules/${name}`]
    const [os, cpu] = [OS, CPU].map((table) => Object.keys(table).find((word) => name.includes(word)))
    if (known || !os || !/^\d/.test(version)) continue
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [CPU[cpu]],
      ...(entry.dev && { dev: true }),
      optional: true,
      os: [OS[os]],
    }
    added++
  }
}
if (added) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries(sorted)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(`${added} entries added`)
