import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNTS } from '../browser/support/wallets.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { blocksIn } from '../counterparts/code-blocks.js'
import { makeFolder, packProject } from './pack.js'
import { connect, type Host, openSite, serveFolder } from './site.js'

const SCRIPT = '<script src="https://unpkg.com/wallet-connect-button@0.1.0/dist/embed.js" defer></script>'
const open = useChromium()
let anvil: Anvil
let folder: string

/** A block of a page about hosts. */
function findBlock(file: string, language: string, part: string): string {
  const [found, ...more] = blocksIn(language).filter(
    (block) => block.file === `docs/hosts/${file}` && block.code.includes(part),
  )
  if (!found || more.length > 0) throw new Error(`docs/hosts/${file} has no single block with ${part}`)
  return found.code
}

/** What a visitor or an editor has written: more than they may. */
const WRITTEN = [
  'Pay here:',
  '',
  '<wallet-connect-button label="Pay" chains="eip155:1" data-base="https://evil.example/" api-url="https://evil.example/" onclick="document.title=1"></wallet-connect-button>',
  '',
  '<img src="data:," onerror="document.title=2">',
].join('\n')

const show = "document.querySelector('main').innerHTML = "
/** Sources of pages that are built: blocks of the documents, and what an application has around them. */
const sources = (): Record<string, string> => ({
  'plain.js': "import 'wallet-connect-button'\n",
  'lit.js': findBlock('frameworks.md', 'js', 'LitElement'),
  'preact.jsx': findBlock('frameworks.md', 'jsx', 'preact/hooks'),
  'solid.js': findBlock('frameworks.md', 'js', 'solid-js/web'),
  'dompurify.js': `${findBlock('sanitisers.md', 'js', 'DOMPurify')}\n${show}clean(${JSON.stringify(WRITTEN)})`,
  'sanitize-html.js': `${findBlock('sanitisers.md', 'js', 'sanitizeHtml')}\n${show}clean(${JSON.stringify(WRITTEN)})`,
  'rehype.js': `import { unified } from 'unified'
import rehypeParse from 'rehype-parse'
import rehypeStringify from 'rehype-stringify'
${findBlock('sanitisers.md', 'js', 'rehypeSanitize')}
const reader = unified().use(rehypeParse, { fragment: true })
for (const plugin of plugins) reader.use(...plugin)
${show}String(await reader.use(rehypeStringify).process(${JSON.stringify(WRITTEN)}))`,
  'remark.js': `import { unified } from 'unified'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import rehypeRaw from 'rehype-raw'
import rehypeStringify from 'rehype-stringify'
${findBlock('sanitisers.md', 'js', 'rehypeSanitize')}
const reader = unified().use(remarkParse).use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw)
for (const plugin of plugins) reader.use(...plugin)
${show}String(await reader.use(rehypeStringify).process(${JSON.stringify(WRITTEN)}))`,
  'marked.js': `import { marked } from 'marked'
${show}marked.parse(${JSON.stringify(`Pay here:\n\n${findBlock('sanitisers.md', 'html', 'wallet-connect-button')}\nThank you.`)})`,
  'parcel.html': `<!doctype html><html lang="en"><title>A shop</title><wallet-connect-button chains="eip155:1"></wallet-connect-button><script type="module" src="plain.js"></script></html>`,
})

beforeAll(() => {
  folder = makeFolder('pages')
  cpSync('demo/hosts/pages', folder, { recursive: true })
  mkdirSync(join(folder, 'src'))
  for (const [name, source] of Object.entries(sources())) writeFileSync(join(folder, 'src', name), source)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const forParcel = JSON.parse(findBlock('frameworks.md', 'json', '@parcel/resolver-default'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...forParcel }))
  const env = { ...process.env, NODE_ENV: undefined }
  for (const args of [
    // Both as the lockfile says: `npm ci` alone knows nothing of the packed package.
    ['install', '--no-save', '--no-audit', '--no-fund', packProject()],
    ['run', 'build'],
  ]) {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env })
    expect(status, `${stdout}\n${stderr}`).toBe(0)
  }
})
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil?.stop())

/** A page; the scripts that a block begins with stand in its head. */
function html(block: string) {
  const [head = ''] = /^(?:<script [^>]*><\/script>\n)*/.exec(block) ?? []
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title>${head}</head><body>${block.slice(head.length)}</body></html>`,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  }
}

/** The site with one page at its root. */
function createSite(body: string): Host {
  const serveBuilt = serveFolder(folder)
  const libraries: Record<string, string> = {
    '/jquery.min.js': '/node_modules/jquery/dist/jquery.min.js',
    '/htmx.min.js': '/node_modules/htmx.org/dist/htmx.min.js',
    '/turbo.js': '/node_modules/@hotwired/turbo/dist/turbo.es2017-umd.js',
  }
  return (path) => {
    if (path === '/') return html(body)
    if (path === '/fragment')
      return {
        body: '<wallet-connect-button chains="eip155:1"></wallet-connect-button>',
        headers: { 'content-type': 'text/html' },
      }
    // Turbo wants the same head on every page.
    if (path === '/next') return html(body.replace(/<main>.*<\/main>/, `<main>${TAG}</main>`))
    return serveBuilt(libraries[path] ?? path)
  }
}

const bundled = (name: string, around = '<main></main>') =>
  `${around}<script type="module" src="/built/${name}.js"></script>`
const TAG = '<wallet-connect-button chains="eip155:1"></wallet-connect-button>'

/** Host, and its page. */
const PAGES: readonly (readonly [name: string, body: () => string])[] = [
  ['esbuild', () => bundled('plain', TAG)],
  ['Rollup', () => bundled('rollup/plain', TAG)],
  ['Lit', () => bundled('lit', '<shop-header></shop-header>')],
  ['Preact', () => bundled('preact')],
  ['Solid', () => bundled('solid')],
  ['jQuery', () => findBlock('frameworks.md', 'html', 'jquery')],
  ['htmx', () => findBlock('frameworks.md', 'html', 'htmx')],
  ['Turbo', () => findBlock('frameworks.md', 'html', 'turbo')],
  ['DOMPurify', () => SCRIPT + bundled('dompurify')],
  ['sanitize-html', () => SCRIPT + bundled('sanitize-html')],
  ['rehype-sanitize', () => SCRIPT + bundled('rehype')],
  ['Markdown by remark', () => SCRIPT + bundled('remark')],
  ['Markdown by marked', () => SCRIPT + bundled('marked')],
]

/** Pages that show the account which the event names. */
const HEARING = ['Lit', 'Preact', 'Solid', 'jQuery']

describe('a page as the documents say', () => {
  it.each(PAGES)('%s: a wallet connects, and nothing is in the console', async (name, write) => {
    const site = await openSite(open, anvil, createSite(write()))
    const { page } = site
    const go = page.locator('#go')
    if ((await go.count()) > 0) await go.click()
    await connect(page)
    const shown = page.locator('wallet-connect-button + p')
    if (HEARING.includes(name)) await expect.poll(() => shown.innerText()).toBe(ACCOUNTS[0])
    const attributes = await page.evaluate(() =>
      document
        .querySelector('wallet-connect-button')
        ?.getAttributeNames()
        .filter((attribute) => /^(?:on|api|data-base)/.test(attribute)),
    )
    expect(attributes ?? []).toEqual([])
    expect(await page.title()).toBe('A shop')
    expect(site.faults()).toEqual([])
  })

  it('Parcel: a wallet connects, and nothing is in the console', async () => {
    const site = await openSite(open, anvil, createSite(''), '/built/parcel/parcel.html')
    await connect(site.page)
    expect(site.faults()).toEqual([])
  })
})
