import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { blocksIn } from '../counterparts/code-blocks.js'
import { makeFolder } from './pack.js'
import { connect, openSite, readHash, readPacked } from './site.js'

const ADDRESS = 'https://unpkg.com/wallet-connect-button@0.1.0/dist/embed.js'
const SCRIPT = `<script src="${ADDRESS}" defer></script>`
const TAG = '<wallet-connect-button chains="eip155:1"></wallet-connect-button>'
const NONCE = 'r4nd0m'

const open = useChromium()
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil?.stop())

/** A policy of docs/hosts/self-hosting.md, with its gaps filled in. */
function findPolicy(part: string): string {
  const found = blocksIn('text').find(
    ({ file, code }) => file === 'docs/hosts/self-hosting.md' && code.includes(part),
  )
  if (!found) throw new Error(`docs/hosts/self-hosting.md has no policy with ${part}`)
  return found.code
    .trim()
    .replace('nonce-…', `nonce-${NONCE}`)
    .replace(/sha384-[^'"]+/, readHash())
}
const withHash = () =>
  `<script src="${ADDRESS}" integrity="${readHash()}" crossorigin="anonymous" defer></script>`
const allHashes = () => {
  const hashes = Object.values<string>(JSON.parse(readPacked('dist/integrity.json')))
  return `script-src ${hashes.flatMap((list) => list.split(' ').map((hash) => `'${hash}'`)).join(' ')}; img-src data:`
}

interface Way {
  /** The page below `<title>`. */
  html: string
  headers?: Record<string, string>
}

/** A way to put the script and the tag on a page, and the page. */
const WAYS: readonly (readonly [name: string, way: () => Way])[] = [
  ['script in the head with defer', () => ({ html: SCRIPT + TAG })],
  ['script with async', () => ({ html: SCRIPT.replace('defer', 'async') + TAG })],
  ['script as a module', () => ({ html: SCRIPT.replace('defer', 'type="module"') + TAG })],
  ['script at the end of the body', () => ({ html: TAG + SCRIPT.replace(' defer', '') })],
  ['script with integrity and crossorigin', () => ({ html: withHash() + TAG })],
  ['script twice on a page', () => ({ html: SCRIPT + TAG + SCRIPT })],
  [
    'script put in by another script',
    () => ({
      html: `${TAG}<script>document.head.append(Object.assign(document.createElement('script'), { src: '${ADDRESS}' }))</script>`,
    }),
  ],
  [
    'tag put in by another script',
    () => ({
      html: `${SCRIPT}<main></main><script>addEventListener('load', () => { document.querySelector('main').innerHTML = '${TAG}' })</script>`,
    }),
  ],
  [
    'tag in a template that is cloned',
    () => ({
      html: `${SCRIPT}<template>${TAG}</template><script>document.body.append(document.querySelector('template').content.cloneNode(true))</script>`,
    }),
  ],
  [
    'tag in a shadow root of the server’s',
    () => ({ html: `${SCRIPT}<shop-header><template shadowrootmode="open">${TAG}</template></shop-header>` }),
  ],
  ['tag in a dialog of the page', () => ({ html: `${SCRIPT}<dialog open>${TAG}</dialog>` })],
  [
    'policy by origin',
    () => ({ html: SCRIPT + TAG, headers: { 'content-security-policy': findPolicy('script-src https') } }),
  ],
  [
    'policy by nonce',
    () => ({
      html: SCRIPT.replace('defer', `nonce="${NONCE}" defer`) + TAG,
      headers: { 'content-security-policy': findPolicy('nonce') },
    }),
  ],
  [
    'policy by hash with strict-dynamic',
    () => ({ html: withHash() + TAG, headers: { 'content-security-policy': findPolicy('strict-dynamic') } }),
  ],
  [
    'policy by all hashes',
    () => ({ html: withHash() + TAG, headers: { 'content-security-policy': allHashes() } }),
  ],
  [
    'Trusted Types without any policy',
    () => ({
      html: SCRIPT + TAG,
      headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
    }),
  ],
  [
    'COOP and COEP',
    () => ({
      html: SCRIPT.replace('defer', 'crossorigin="anonymous" defer') + TAG,
      headers: {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
    }),
  ],
  [
    'page in Windows-1251',
    () => ({ html: SCRIPT + TAG, headers: { 'content-type': 'text/html; charset=windows-1251' } }),
  ],
]

const toDocument = (html: string) =>
  `<!doctype html><html lang="en"><head><title>A shop</title></head><body>${html}</body></html>`

describe('a page of plain HTML', () => {
  it.each(WAYS)('%s: a wallet connects, and nothing is in the console', async (_, write) => {
    const { html, headers } = write()
    const body = toDocument(html)
    const site = await openSite(open, anvil, (path) =>
      path === '/' ? { body, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } } : null,
    )
    await connect(site.page)
    expect(site.faults()).toEqual([])
  })

  it('page opened as a file: a wallet connects, and nothing is in the console', async () => {
    const file = join(makeFolder('file'), 'index.html')
    writeFileSync(file, toDocument(SCRIPT + TAG))
    const site = await openSite(open, anvil, () => null, pathToFileURL(file).href)
    await connect(site.page)
    expect(site.faults()).toEqual([])
  })
})
