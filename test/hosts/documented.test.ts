import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNTS } from '../browser/support/wallets.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { blocksIn, type CodeBlock } from '../counterparts/code-blocks.js'
import {
  connect,
  type Host,
  OUTER,
  openSite,
  readHash,
  readPacked,
  SITE,
  type SitePage,
  serveFolder,
  unpackProject,
} from './site.js'

const SCRIPT = '<script src="https://unpkg.com/wallet-connect-button@0.1.0/dist/embed.js" defer></script>'
const BUTTON = '<wallet-connect-button id="added" chains="eip155:1"></wallet-connect-button>'
const SHORT = '0xf39F…2266'

const open = useChromium()
let anvil: Anvil
let handle: (request: Request) => Promise<Response>
beforeAll(async () => {
  anvil = await startAnvil()
  // A site that signs Starknet accounts in has installed the library.
  const modules = join(unpackProject(), 'node_modules')
  mkdirSync(modules)
  symlinkSync(
    fileURLToPath(new URL('../../node_modules/starknet', import.meta.url)),
    join(modules, 'starknet'),
  )
  const { createSignIn, createSignInHandler } = await import(
    pathToFileURL(join(unpackProject(), 'dist/server.js')).href
  )
  const chains = ['eip155:1', 'starknet:SN_MAIN']
  handle = createSignInHandler(
    createSignIn({ domain: 'shop.example', chains, rpc: { 'starknet:SN_MAIN': 'http://127.0.0.1:9' } }),
    { base: '/auth' },
  )
})
afterAll(() => anvil?.stop())

/** A block as the site has it: what the documents leave to the reader is filled in. */
function toPage({ code }: CodeBlock): string {
  const filled = code
    .replace(/sha384-[^'"]+/, readHash())
    .replace(' nonce="…"', '')
    .replace(/\{\{.*?\}\}/g, 'My shop')
  const hasScript = /<script [^>]*(?:src="[^"]*\.js"|type="importmap")/.test(filled)
  const hasButton = /<wallet-connect-button|<iframe/.test(filled)
  const isImportMap = filled.includes('importmap')
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title></head><body>',
    filled,
    isImportMap ? '<script type="module">import "wallet-connect-button"</script>' : '',
    hasScript || /<iframe/.test(filled) ? '' : SCRIPT,
    hasButton ? '' : BUTTON,
    '</body></html>',
  ].join('\n')
}

/** What the site has besides the block's page. */
function createSite(html: string): Host {
  const files = serveFolder(unpackProject())
  return async (path, request) => {
    const page = (body: string) => ({ body, headers: { 'content-type': 'text/html; charset=utf-8' } })
    if (path === '/') return page(html)
    if (path === '/members') return page('<!doctype html><title>Members</title><h1>For members</h1>')
    if (path === '/checkout')
      return page(`<!doctype html><html lang="en"><title>Checkout</title>${SCRIPT}${BUTTON}`)
    if (path.startsWith('/assets/wallet/')) return files(path.replace('/assets/wallet', '/dist'))
    if (path === '/assets/joined.js')
      return { body: readPacked('dist/embed.js'), headers: { 'content-type': 'text/javascript' } }
    if (path.startsWith('/auth/')) {
      const answer = await handle(request)
      return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) }
    }
    if (path === '/order' || path === '/enter')
      return page(`<!doctype html><title>Got</title><pre>${await request.text()}</pre>`)
    return null
  }
}

type Drive = (site: SitePage, page: Page) => Promise<void>

const heard = (page: Page, type: string) =>
  expect
    .poll(
      () => page.evaluate((name) => window.eventsHeard.filter((event) => event.type === name).length, type),
      {
        timeout: 20_000,
      },
    )
    .toBe(1)

const submitted = async (page: Page) => {
  await Promise.all([page.waitForURL(/order|enter/), page.locator('form > button').click()])
  return new URLSearchParams(await page.locator('pre').innerText())
}

/** What the text around a block says of it, by a part of the block; a wallet connects on every page. */
const PROMISES: readonly (readonly [file: string, part: string, drive: Drive])[] = [
  [
    'docs/forms.md',
    'action="/order"',
    async (_, page) => {
      await connect(page)
      expect(Object.fromEntries(await submitted(page))).toEqual({ wallet: `eip155:1:${ACCOUNTS[0]}` })
    },
  ],
  [
    'docs/forms.md',
    'action="/enter"',
    async (_, page) => {
      await connect(page)
      await heard(page, 'signed_in')
      const fields = await submitted(page)
      expect([...fields.keys()]).toEqual(['wallet', 'wallet_message', 'wallet_signature'])
      expect(fields.get('wallet_message')).toContain('Nonce: Kx7bT2mQp9sR4vWn')
    },
  ],
  [
    'docs/page-state.md',
    'data-wallet-text',
    async (_, page) => {
      const words = () => page.locator('b').allInnerTexts()
      const root = () =>
        page.evaluate(() => [
          document.documentElement.dataset.walletStatus,
          document.documentElement.dataset.walletNamespace,
        ])
      await expect.poll(root).toEqual(['idle', undefined])
      expect(await words()).toEqual(['stranger', 'no network'])
      await connect(page)
      await expect.poll(root).toEqual(['connected', 'eip155'])
      await expect.poll(words).toEqual([SHORT, 'Ethereum'])
      expect(await page.locator('.members').isVisible()).toBe(false)
    },
  ],
  [
    'docs/page-state.md',
    'signed-in-href',
    async (_, page) => {
      const arrived = page.waitForURL(`${SITE}/members`)
      await page.locator('wallet-connect-button [part=button]').click()
      await page.locator('wallet-connect-modal').getByRole('button', { name: /Alpha/ }).click()
      await arrived
      expect(await page.locator('h1').innerText()).toBe('For members')
    },
  ],
  [
    'docs/sign-in.md',
    'api-url',
    async (_, page) => {
      await connect(page)
      await heard(page, 'signed_in')
    },
  ],
  [
    'docs/recipes.md',
    'id="members"',
    async (_, page) => {
      expect(await page.locator('#members').isVisible()).toBe(false)
      await connect(page)
      expect(await page.locator('#members').innerText()).toBe('Welcome in.')
    },
  ],
  ...(['docs/recipes.md', 'docs/hosts/tag-managers.md'] as const).map(
    (file) =>
      [
        file,
        'dataLayer',
        async (_: SitePage, page: Page) => {
          await connect(page)
          const layer = await page.evaluate(() => (window as never as { dataLayer: object[] }).dataLayer)
          expect(layer).toMatchObject([{ event: 'wallet_connected', wallet: 'com.example.alpha' }])
          expect(JSON.stringify(layer)).not.toContain(ACCOUNTS[0])
        },
      ] as const,
  ),
  [
    'docs/hosts/plain-html.md',
    'id="who"',
    async (_, page) => {
      await connect(page)
      expect(await page.locator('#who').innerText()).toBe(ACCOUNTS[0])
    },
  ],
  [
    'docs/hosts/frames.md',
    '<iframe',
    async (_, page) => {
      const frame: FrameLocator = page.frameLocator('iframe')
      await connect(page, frame)
    },
  ],
  [
    'docs/styling.md',
    'look="round"',
    async (_, page) => {
      await connect(page)
      expect(await page.locator('wallet-connect-button').getAttribute('look')).toBe('round')
    },
  ],
]

const drives = (block: CodeBlock): Drive =>
  PROMISES.find(([file, part]) => file === block.file && block.code.includes(part))?.[2] ??
  (async (_, page) => void (await connect(page)))

/** Other tests follow these to the letter, with the files that they need: add-a-wallet.test.ts, first-steps.test.ts, pages.test.ts, and those of `npx vitest run --project release`. */
const FOLLOWED = [
  'docs/add-a-wallet.md',
  'docs/first-steps.md',
  'docs/hosts/frameworks.md',
  'docs/release.md',
]
const pages = blocksIn('html', 'liquid').filter(({ file }) => !FOLLOWED.includes(file))

describe('every block of HTML in README and docs, on a page of its own with the packed package', () => {
  it.each(pages.map((block) => [`${block.file}:${block.line}`, block] as const))(
    '%s: a wallet connects, and what the text promises comes true',
    async (_, block) => {
      const site = await openSite(
        open,
        anvil,
        createSite(toPage(block)),
        block.code.includes('<iframe') ? `${OUTER}/` : '/',
      )
      await drives(block)(site, site.page)
      expect(site.faults()).toEqual([])
    },
  )

  it('keeps every promise that is looked for', () => {
    const unused = PROMISES.filter(
      ([file, part]) => !pages.some((block) => block.file === file && block.code.includes(part)),
    )
    expect(unused).toEqual([])
  })
})
