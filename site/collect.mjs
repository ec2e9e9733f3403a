/**
 * Collects the site's pages into `.pages`: the documents of `docs`, the changelog and the architecture, and the pages
 * that only the site has. It also writes what is read without a browser: `llms.txt`, and each page as Markdown beside
 * it.
 *
 * Links to the server examples lead to one page with their code. Other links out of the documents become links to the repository
 * if package.json names one, else plain text.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readProductFacts } from '../scripts/facts.mjs'
import { toAnchor } from './anchors.mjs'
import { NAVIGATION } from './navigation.mjs'
import { writeIndex } from './search/index.mjs'
import { cutIntoSections } from './search/sections.mjs'

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

/** The servers of the documents, as they run. */
const EXAMPLES = 'demo/server-examples'
const examples = readdirSync(inRoot(EXAMPLES), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.m?js$/.test(file) && !file.includes('node_modules'))
  .sort((a, b) => a.split('/').length - b.split('/').length || a.localeCompare(b))
const examplesPage = `# Server examples

These servers run as they stand; tests sign visitors in at them. \`logins\` adds a wallet to an existing login, \`frameworks\` has a
small application for each framework.

${examples.map((file) => `## ${file}\n\n\`\`\`js\n${readFileSync(inRoot(EXAMPLES, file), 'utf8').trim()}\n\`\`\`\n`).join('\n')}`
for (const folder of ['', '/logins', '/frameworks']) placeOf.set(EXAMPLES + folder, 'examples.md')
for (const file of examples) placeOf.set(`${EXAMPLES}/${file}`, `examples.md#${toAnchor(file)}`)

/** Changes links so that they lead to pages of the site. */
const toSiteLinks = (text, source, page) =>
  text.replace(
    /(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g,
    (_, picture, title, target, hash = '') => {
      const file = posix.join(posix.dirname(source), target).replace(/\/$/, '')
      const known = placeOf.get(file) ?? placeOf.get(`${file}/README.md`)
      if (picture) return `![${title}](./${posix.relative(posix.dirname(page), file.replace(/^docs\//, ''))})`
      if (known)
        return `[${title}](${posix.relative(posix.dirname(page), known) || posix.basename(known)}${hash})`
      return home ? `[${title}](${home}/blob/v${version}/${file}${hash})` : title
    },
  )

if (!existsSync(inRoot('dist/embed.js')))
  throw new Error('The package is not built yet: run `npm run build` first.')
const { 'embed.js': integrity, 'looks.css': sheetIntegrity } = JSON.parse(
  readFileSync(inRoot('dist/integrity.json'), 'utf8'),
)

rmSync(pages, { recursive: true, force: true })
mkdirSync(pages, { recursive: true })
const open = join(pages, 'public')
mkdirSync(open, { recursive: true })

/** Marks in documents where the site shows a working button, with its own attributes: `<!-- live: look="square" -->`. */
const LIVE = /^<!-- live(?:: (.*?))? -->$/gm
const LIVE_TEXT =
  '<p>Hello <b data-wallet-text="name">stranger</b>, you are on <b data-wallet-text="chain">no network</b>.</p>'
const toLiveButtons = (text) =>
  text
    .replaceAll('<!-- live-text -->', LIVE_TEXT)
    .replaceAll(
      LIVE,
      (_, attributes = '') =>
        `<div class="live"><wallet-connect-button app-name="My shop" chains="eip155:1 starknet:SN_MAIN" wallets="injected starknet" ${attributes}></wallet-connect-button></div>`,
    )

const write = (folder, page, text) => {
  mkdirSync(dirname(join(folder, page)), { recursive: true })
  writeFileSync(join(folder, page), text)
}
const contents = []
const sections = [
  {
    id: '/studio.html',
    page: '/studio.html',
    title: 'Studio',
    heading: '',
    words: 'studio playground preview theme builder configure generator brand colours snippet',
    text: 'Compose the button, try it, copy the code.',
    weight: 1,
  },
]
const texts = [...sources].map(([page, source]) => [
  page,
  toSiteLinks(readFileSync(inRoot(source), 'utf8'), source, page).replaceAll(
    /(?<=(?:dist\/embed\.js"|') integrity=")sha384-[^"]*/g,
    integrity,
  ),
])
for (const [page, text] of [...texts, ['examples.md', examplesPage]]) {
  write(pages, page, toLiveButtons(text))
  write(open, page, text)
  // Code is read, not searched.
  const read = page === 'examples.md' ? text.split(/^## /m)[0] : text
  sections.push(...cutIntoSections(`/${page.replace(/index\.md$|\.md$/, '')}`, read))
  contents.push({ page, title: /^# (.+)$/m.exec(text)?.[1] ?? page, about: firstSentence(text) })
}

/** The first sentence of the first paragraph. */
function firstSentence(text) {
  const paragraph = text.split(/\n{2,}/).find((block) => /^[A-Z`*[]/.test(block)) ?? ''
  return (paragraph.replace(/\s+/g, ' ').match(/^.*?[.:](?= |$)/)?.[0] ?? '')
    .replace(/\]\([^)]*\)/g, ']')
    .replaceAll(/[[\]]/g, '')
}

const product = readFileSync(inRoot('README.md'), 'utf8').split('\n').slice(2, 4).join(' ')
writeFileSync(
  join(open, 'llms.txt'),
  `# wallet-connect-button ${version}\n\n> ${product.trim()}\n\n## Pages\n\n${contents
    .map(({ page, title, about }) => `- [${title}](/${page}): ${about}`)
    .join('\n')}\n`,
)

for (const part of ['embed.js', 'embed', 'looks.css', 'integrity.json'])
  cpSync(inRoot('dist', part), join(open, 'dist', part), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  })
for (const file of ['icon.svg', 'style.css', 'studio-frame.css', 'theme.js'])
  cpSync(inRoot('demo', file), join(open, file))
cpSync(join(here, 'search/search.css'), join(open, 'search.css'))
writeFileSync(join(open, 'search.json'), writeIndex(sections))

// The demo's own pages, without a server.
const { build } = createRequire(inRoot('package.json'))('esbuild')
await build({
  entryPoints: {
    ...Object.fromEntries(
      ['studio', 'studio-frame', 'product'].map((name) => [name, inRoot('demo/pages', `${name}.ts`)]),
    ),
    search: join(here, 'search/dialog.mjs'),
    live: inRoot('demo/pages/live.ts'),
  },
  outdir: join(open, 'apps'),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'error',
})
// Every state of the view, for the studio.
await build({
  entryPoints: { page: inRoot('demo/gallery/page.ts') },
  outdir: join(open, 'gallery'),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  define: {
    'process.env.NODE_ENV': '"production"',
    __WCB_PROJECT_ID__: '""',
    __WCB_VERSION__: JSON.stringify(version),
  },
  logLevel: 'error',
})
cpSync(inRoot('demo/gallery/gallery.css'), join(open, 'gallery/gallery.css'))
cpSync(inRoot('demo/gallery/gallery.html'), join(open, 'gallery.html'))
const readDemo = (name) =>
  readFileSync(inRoot('demo/pages', `${name}.html`), 'utf8')
    .replaceAll('{{cdn}}', '')
    .replaceAll('{{integrity}}', integrity)
    .replaceAll('{{sheetIntegrity}}', sheetIntegrity)
cpSync(inRoot('demo/pages/studio-frame.html'), join(open, 'studio-frame.html'))

const sourceLink = home ? ` · <a href="${home}">Source</a>` : ''
const foot = `<span>wallet-connect-button ${version} · <a href="/changelog">Changes</a> · MIT licence${sourceLink}</span> <span>This site loads nothing from anybody else.</span>`

/** Writes a demo page in the site's layout. */
function writeDemoPage(file, title, name, scripts, content) {
  const links = NAVIGATION.map(
    ([link, text]) => `<a href="${link}"${link === `/${file}` ? ' aria-current="page"' : ''}>${text}</a>`,
  )
  const tags = scripts.map(
    (script) => `<script ${script.startsWith('/dist') ? 'defer' : 'type="module"'} src="${script}"></script>`,
  )
  writeFileSync(
    join(open, file),
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="One HTML tag that connects EVM and Starknet wallets to any web page">
    <title>${title}</title>
    <link rel="icon" href="/icon.svg">
    <script src="/theme.js"></script>
    <link rel="stylesheet" href="/style.css">
    <link rel="stylesheet" href="/search.css">
    ${tags.join('\n    ')}
  </head>
  <body class="${name}">
    <header class="top site">
      <a class="mark" href="/"><img src="/icon.svg" alt="" width="24" height="24">wallet-connect-button</a>
      <button type="button" class="search-button" data-search>Search</button>
      <nav aria-label="Site">${links.join('')}</nav>
      <button type="button" class="theme-switch" data-theme-switch role="switch" aria-checked="false" aria-label="Dark mode"></button>
    </header>
    <main>
${content}
    </main>
    <footer class="bottom">${foot}</footer>
  </body>
</html>
`,
  )
}

/** Imports a module of the demo, which is TypeScript. */
async function importDemo(file) {
  const outfile = join(here, '.vitepress/cache', `${posix.basename(file)}.mjs`)
  await build({
    entryPoints: [inRoot(file)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(inRoot(file)).href) },
  })
  return import(pathToFileURL(outfile).href)
}

const facts = readProductFacts(root)
const fillFacts = (text) => text.replace(/\{\{(\w+)\}\}/g, (place, name) => facts[name] ?? place)

const { renderBars, renderComparison } = await importDemo('demo/comparison.ts')
const comparison = renderComparison()
writeDemoPage(
  'index.html',
  'wallet-connect-button: connect a wallet with one tag',
  'product',
  ['/dist/embed.js', '/apps/product.js', '/apps/search.js'],
  fillFacts(readDemo('product'))
    .replace('{{comparison}}', comparison)
    .replace('{{bars}}', renderBars())
    .replaceAll('"/studio"', '"/studio.html"')
    .replace('/studio-frame', '/studio-frame.html'),
)
writeDemoPage(
  'studio.html',
  'Studio | wallet-connect-button',
  'studio',
  ['/apps/studio.js', '/apps/search.js'],
  readDemo('studio').replace('/studio-frame', '/studio-frame.html').replace('"/gallery"', '"/gallery.html"'),
)

if (existsSync(inRoot('docs/pictures'))) {
  cpSync(inRoot('docs/pictures'), join(pages, 'pictures'), { recursive: true })
}
