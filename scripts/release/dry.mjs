/**
 * `node scripts/release/dry.mjs`: says what a release of this commit would publish, and leaves it in release/out. It asks no registry and
 * publishes nothing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { prepareRelease } from './prepare.mjs'

if (!existsSync('dist/embed.js')) throw new Error('The package is not built yet: run `npm run build` first.')
const { packed, alias, version, downloads } = prepareRelease()
const kilo = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

console.log(`\nwallet-connect-button ${version}, to be published by npm with provenance:`)
console.log(
  `  ${packed.filename}: ${packed.entryCount} files, ${kilo(packed.size)}, unpacked ${kilo(packed.unpackedSize)}`,
)
const folders = new Map()
for (const { path, size } of packed.files) {
  const [name, next] = path.split('/')
  const folder =
    next === undefined ? 'at the top' : name === 'dist' && path.split('/').length > 2 ? `dist/${next}` : name
  const seen = folders.get(folder) ?? { count: 0, size: 0 }
  folders.set(folder, { count: seen.count + 1, size: seen.size + size })
}
for (const [folder, { count, size }] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`    ${folder}: ${count} files, ${kilo(size)}`)

const sbom = JSON.parse(readFileSync('release/out/sbom.cdx.json', 'utf8'))
console.log('To be attached to the release at the repository’s host:')
console.log(`  sbom.cdx.json: CycloneDX ${sbom.specVersion}, ${sbom.components.length} packages in the build`)
const { files } = JSON.parse(readFileSync('release/out/integrity.json', 'utf8'))
console.log(
  `  integrity.json: hashes of ${Object.keys(files).length} files; embed.js is ${files['embed.js']}`,
)
for (const name of downloads) console.log(`  ${name}: ${kilo(statSync(join('release/out', name)).size)}`)
console.log('To be put on a CDN:')
for (const name of readdirSync('release/out/cdn'))
  console.log(
    `  cdn/${name}/${name === alias ? `embed.js, the alias, ${statSync(join('release/out/cdn', name, 'embed.js')).size} bytes, cached for minutes` : 'dist/, never changes'}`,
  )

const changesets = readdirSync('.changeset').filter((file) => file.endsWith('.md') && file !== 'README.md')
console.log(
  changesets.length
    ? `Not in CHANGELOG.md yet: ${changesets.join(', ')}. Run \`node scripts/release/version.mjs\` first.`
    : 'No change is waiting for CHANGELOG.md.',
)
const { repository } = JSON.parse(readFileSync('package.json', 'utf8'))
if (!repository)
  console.log(
    'package.json has no repository: npm refuses provenance without it (docs/release.md says what to fill in).',
  )
const { stdout } = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
if (stdout.trim())
  console.log('The working tree has changes that are not committed: a release is made from a clean one.')
