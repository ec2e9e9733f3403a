import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Keeps the part of dist/types that an entry point needs, and adds the frameworks' types of the tag to the main entry.
 * The sources of the kept files go to dist/source, where an editor finds them by the declarations' maps.
 */
const FOLDER = 'dist/types'

writeFileSync(`${FOLDER}/exports/hosts.d.ts`, readFileSync('src/exports/hosts.d.ts', 'utf8'))
const main = `${FOLDER}/exports/index.d.ts`
writeFileSync(
  main,
  readFileSync(main, 'utf8').replace(/^(?=\/\/# sourceMappingURL|$(?![\s\S]))/m, "import './hosts.js';\n"),
)

const kept = new Set()
function keep(file) {
  if (kept.has(file)) return
  kept.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(
    /(?:from |import |import\()['"](\.[^'"]+)['"]/g,
  )) {
    const found = join(dirname(file), path.replace(/\.js$/, '.d.ts'))
    if (!existsSync(found)) throw new Error(`${file} leads to ${path}, which is not there`)
    keep(found)
  }
}
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
for (const { types } of Object.values(exports)) if (types) keep(join(types))

for (const file of kept) {
  const mapFile = `${file}.map`
  if (!existsSync(mapFile)) continue
  const map = JSON.parse(readFileSync(mapFile, 'utf8'))
  const [source] = map.sources.map((path) => relative('src', join(dirname(file), path)))
  const copy = join('dist/source', source)
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(join('src', source), copy)
  writeFileSync(mapFile, JSON.stringify({ ...map, sources: [relative(dirname(file), copy)] }))
}

for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  if (entry.isFile() && !kept.has(file.replace(/\.map$/, ''))) rmSync(file)
}
for (const folder of readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort((a, b) => b.length - a.length))
  if (readdirSync(folder).length === 0) rmdirSync(folder)
