import { readFile } from 'node:fs/promises'
import { readProductFacts } from '../scripts/facts.mjs'
import { inPackage } from '../test/counterparts/package-root.js'
import { renderBars, renderComparison } from './comparison.js'
import { type DemoNode, toNetworks } from './nodes.js'
import { DEMO_PAGES, type DemoPage, pathOf } from './pages.js'

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const read = (name: string): Promise<string> => readFile(inPackage('demo/pages', `${name}.html`), 'utf8')

const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

/** The product comes first; the pages that only testers need are folded away, each with a sentence. */
function renderNav(current: DemoPage): string {
  const toLink = (page: DemoPage) => {
    const here = page === current ? ' aria-current="page"' : ''
    const about = page.about ? `<small>${page.about}</small>` : ''
    return `<a href="${pathOf(page.name)}"${here}>${page.title}${about}</a>`
  }
  const first = DEMO_PAGES.filter(({ about }) => !about)
  const others = DEMO_PAGES.filter(({ about }) => about)
  const every =
    '<a href="/gallery">Every view<small>All states of the list and the menu, without a wallet</small></a>'
  return `${first.map(toLink).join('')}<details class="hood"><summary>Under the hood</summary><div>${others.map(toLink).join('')}${every}</div></details>`
}

function renderScripts({ scripts }: DemoPage): string {
  const tags = scripts.map(({ src, module, crossorigin }) => {
    const kind = module ? 'type="module" ' : ''
    return `<script ${kind}src="${src}"${crossorigin ? ' crossorigin' : ''}${module ? '' : ' defer'}></script>`
  })
  return tags.join('\n    ')
}

/** The addresses of this run. */
export interface DemoAddresses {
  cdn: string
  relay: string
  nodes: readonly DemoNode[]
  /** The hash of embed.js. */
  integrity: string
  /** The hash of looks.css. */
  sheetIntegrity: string
}

/** Renders a page: its content in the common layout, with the addresses of this run. */
export async function renderPage(
  page: DemoPage,
  { cdn, relay, nodes, integrity, sheetIntegrity }: DemoAddresses,
): Promise<string> {
  const [layout, content] = await Promise.all([read('layout'), read(page.name)])
  const values = {
    cdn,
    relay,
    integrity,
    sheetIntegrity,
    ...(page.name === 'product' && readProductFacts()),
    bars: page.name === 'product' ? renderBars() : '',
    comparison: page.name === 'product' ? renderComparison() : '',
    name: page.name,
    // Filled in anew for each visitor.
    nonce: '{{nonce}}',
    title: page.title,
    nodes: escapeHtml(JSON.stringify(nodes)),
    networks: `<script type="application/json">${JSON.stringify({ networks: toNetworks(nodes) })}</script>`,
    policy: escapeHtml((page.csp ?? '').replaceAll('; ', ';\n')),
    nav: renderNav(page),
  }
  return fill(layout, {
    ...values,
    head: fill(renderScripts(page), values),
    content: fill(content, values).trimEnd(),
  })
}
