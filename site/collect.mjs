/**
 * Gathers the site's pages into `.pages`: the documents of `docs`, the changelog and the architecture, and the pages that only the
 * site has. It also writes what is read without a browser: `llms.txt`, and each page as Markdown beside it.
 *
 * Links that lead out of the documents, to sources and tests, become links to the repository where package.json names one, else
 * plain text.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..')
const pages = join(here, '.pages')
const inRoot = (...parts) => join(root, ...parts)
const { repository, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const home = (typeof repository === 'string' ? repository : repository?.url)?.replace(/^git\+|\.git$/g, '')

/** Pages by their path on the site, each with its file in the repository. */
const sources = new Map(
  readdirSync(inRoot('docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => [file.replace(/README\.md$/, 'index.md'), `docs/${file}`]),
)
for (const name of ['CHANGELOG', 'ARCHITECTURE', 'CONTRIBUTING', 'SECURITY'])
  sources.set(name === 'SECURITY' ? 'report.md' : `${name.toLowerCase()}.md`, `${name}.md`)
sources.set('readme.md', 'README.md')
const placeOf = new Map([...sources].map(([page, source]) => [source, page]))

/** Has links lead to pages of the site. */
const toSiteLinks = (text, source, page) =>
  text.replace(/(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g, (whole, picture, title, target, hash = '') => {
    const file = posix.join(posix.dirname(source), target).replace(/\/$/, '')
    const known = placeOf.get(file) ?? placeOf.get(`${file}/README.md`)
    if (picture) return whole
    if (known) return `[${title}](${posix.relative(posix.dirname(page), known) || posix.basename(known)}${hash})`
    return home ? `[${title}](${home}/blob/v${version}/${file}${hash})` : title
  })

rmSync(pages, { recursive: true, force: true })
cpSync(join(here, 'pages'), pages, { recursive: true })
const open = join(pages, 'public')
mkdirSync(open, { recursive: true })

const write = (folder, page, text) => {
  mkdirSync(dirname(join(folder, page)), { recursive: true })
  writeFileSync(join(folder, page), text)
}
const contents = []
for (const [page, source] of sources) {
  const text = toSiteLinks(readFileSync(inRoot(source), 'utf8'), source, page)
  write(pages, page, text)
  write(open, page, text)
  contents.push({ page, title: /^# (.+)$/m.exec(text)?.[1] ?? page, about: firstSentence(text) })
}

/** The first sentence of the first paragraph. */
function firstSentence(text) {
  const paragraph = text.split(/\n{2,}/).find((block) => /^[A-Z`*[]/.test(block)) ?? ''
  return (paragraph.replace(/\s+/g, ' ').match(/^.*?[.:](?= |$)/)?.[0] ?? '').replace(/\]\([^)]*\)/g, ']').replaceAll(/[[\]]/g, '')
}

const product = readFileSync(inRoot('README.md'), 'utf8').split('\n').slice(2, 4).join(' ')
writeFileSync(
  join(open, 'llms.txt'),
  `# wallet-connect-button ${version}\n\n> ${product.trim()}\n\n## Pages\n\n${contents
    .map(({ page, title, about }) => `- [${title}](/${page}): ${about}`)
    .join('\n')}\n`,
)

if (!existsSync(inRoot('dist/embed.js'))) throw new Error('The package is not built yet: run `npm run build` first.')
for (const part of ['embed.js', 'embed', 'integrity.json'])
  cpSync(inRoot('dist', part), join(open, 'dist', part), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  })
cpSync(inRoot('demo/icon.svg'), join(open, 'icon.svg'))
if (existsSync(inRoot('docs/pictures'))) {
  cpSync(inRoot('docs/pictures'), join(pages, 'pictures'), { recursive: true })
}
