import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nameAlias, writeAlias } from './alias.mjs'
import { writeDownloads } from './downloads.mjs'
import { createSbom } from './sbom.mjs'

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Writes what a release consists of, from the built package:
 *
 * - the package as npm packs it,
 * - `sbom.cdx.json`, the bill of materials,
 * - `integrity.json`, the hashes of this version's files for a script tag,
 * - what people take who do not build (`downloads.mjs`),
 * - `cdn/`: the files of this version under an address that never changes, and the major alias beside them.
 *
 * @param folder where to, emptied first
 * @returns what npm said of the package, the name of the alias, the names of the downloads
 */
export function prepareRelease(folder = 'release/out') {
  const { version } = readJson('package.json')
  const hashes = readJson('dist/integrity.json')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const writeJson = (file, value) => writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`)

  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const list = JSON.parse(printed)
  const [packed] = Array.isArray(list) ? list : Object.values(list)

  writeJson('sbom.cdx.json', createSbom())
  writeJson('integrity.json', { version, files: hashes })

  const files = join(folder, 'cdn', version, 'dist')
  mkdirSync(files, { recursive: true })
  for (const part of ['embed.js', 'embed', 'looks.css', 'integrity.json', 'THIRD_PARTY_LICENSES.txt'])
    cpSync(join('dist', part), join(files, part), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    })
  const alias = nameAlias(version)
  mkdirSync(join(folder, 'cdn', alias), { recursive: true })
  writeFileSync(join(folder, 'cdn', alias, 'embed.js'), writeAlias(version, hashes['embed.js']))
  const downloads = writeDownloads(folder, version, hashes['embed.js'])
  return { packed, alias, version, downloads }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) prepareRelease()
