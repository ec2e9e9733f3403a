import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'

/**
 * Makes the source maps small: it removes code of other packages, and does not repeat a source that is in dist/source.
 * A file without own code, or with a language's texts, has no map.
 */
for (const entry of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  const file = join('dist', entry)
  if (!file.endsWith('.js.map')) continue
  const map = JSON.parse(readFileSync(file, 'utf8'))
  const isOurs = (source) => join(dirname(file), source).startsWith('src/')
  const isTold = (source) => isOurs(source) && !/\/i18n\/languages\//.test(source)
  if (!map.sources.some(isTold)) {
    const code = file.slice(0, -4)
    writeFileSync(code, readFileSync(code, 'utf8').replace(/\/\/# sourceMappingURL=.*\s*$/, ''))
    rmSync(file)
    continue
  }
  /** The index of a source → its new index; sources of other packages have none. */
  const places = new Map()
  map.sources.forEach((source, index) => {
    if (isOurs(source)) places.set(index, places.size)
  })
  const lines = decode(map.mappings).map((segments) =>
    segments.map((segment) => {
      const place = segment.length > 1 ? places.get(segment[1]) : undefined
      return place === undefined ? [segment[0]] : [segment[0], place, segment[2], segment[3]]
    }),
  )
  for (const segments of lines) {
    // Keep only the first segment of a stretch without a source.
    for (let at = segments.length - 1; at > 0; at--)
      if (segments[at].length === 1 && segments[at - 1].length === 1) segments.splice(at, 1)
    if (segments.length === 1 && segments[0].length === 1) segments.length = 0
  }
  const sources = []
  const sourcesContent = []
  for (const index of places.keys()) {
    const beside = join('dist/source', relative('src', join(dirname(file), map.sources[index])))
    const isBeside = existsSync(beside)
    sources.push(isBeside ? relative(dirname(file), beside) : map.sources[index])
    sourcesContent.push(isBeside ? null : map.sourcesContent[index])
  }
  writeFileSync(
    file,
    JSON.stringify({ version: 3, sources, sourcesContent, names: [], mappings: encode(lines) }),
  )
}
