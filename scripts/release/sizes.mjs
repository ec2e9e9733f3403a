/**
 * Sizes of what the build has made, in bytes of gzip (zlib, level 9).
 *
 *     node scripts/release/sizes.mjs > head.json
 *     node scripts/release/sizes.mjs --compare base.json head.json   # a table in Markdown
 */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const weigh = (file) => gzipSync(readFileSync(file), { level: 9 }).length

/** What → bytes. Names have no hash, so that two builds can be laid side by side. */
function measure() {
  const parts = readdirSync('dist/embed').filter((file) => file.endsWith('.js'))
  const app = parts.find((file) => file.startsWith('app-'))
  const sizes = {
    'dist/embed.js, until the button is painted': weigh('dist/embed.js'),
    'until the list is on screen': weigh('dist/embed.js') + weigh(`dist/embed/${app}`),
    'all parts of the script tag': parts.reduce((sum, file) => sum + weigh(`dist/embed/${file}`), 0),
  }
  for (const entry of ['index', 'client', 'react', 'server', 'trpc', 'testing'])
    sizes[`dist/${entry}.js`] = weigh(`dist/${entry}.js`)
  for (const file of parts.sort())
    sizes[`part ${file.replace(/-[\w-]{8}(?=\.js$)/, '')}`] = weigh(`dist/embed/${file}`)
  return sizes
}

function compare(base, head) {
  const rows = [...new Set([...Object.keys(base), ...Object.keys(head)])]
    .map((name) => [name, base[name] ?? 0, head[name] ?? 0])
    .filter(([name, before, after]) => before !== after || !name.startsWith('part '))
    .map(([name, before, after]) => {
      const change = after - before
      return `| ${name} | ${before || 'new'} | ${after || 'gone'} | ${change ? `${change > 0 ? '+' : '−'}${Math.abs(change)}` : '±0'} |`
    })
  return `### Sizes, bytes of gzip\n\n| what | before | now | change |\n| --- | ---: | ---: | ---: |\n${rows.join('\n')}\n`
}

const [flag, baseFile, headFile] = process.argv.slice(2)
const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
console.log(
  flag === '--compare' ? compare(read(baseFile), read(headFile)) : JSON.stringify(measure(), null, 2),
)
