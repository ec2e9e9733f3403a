import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.mjs'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { injectEvmWallets } from '../counterparts/chromium-wallets.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { readBuilt } from './support/built.js'
import { BUTTON, goBack, SCRIPT, untilStatus } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

let server: PageServer
const browsers: Record<string, Browser> = {}
let context: BrowserContext
let anvil: Anvil

const FORMS = {
  account: BUTTON.replace('id=', 'name="wallet" id='),
  proof: BUTTON.replace('id=', 'name="wallet" sign-in="form" sign-in-nonce="abcdefgh12345678" id='),
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337 })
  const built = await readBuilt()
  server = await startPageServer({ folders: { '/dist/': async (path) => built.get(path) ?? null } })
  const page = (body: string) =>
    `<!doctype html><html lang="en"><title>Shop</title>${SCRIPT}<form action="/sent"><input name="item" value="7">${body}<button id="send">Send</button></form>`
  for (const [name, button] of Object.entries(FORMS))
    for (const kept of ['max-age=60', 'no-store'])
      server.page(`/${name}-${kept}`, page(button), { headers: { 'cache-control': kept } })
  server.page('/other', `<!doctype html><html lang="en"><title>Other</title>${SCRIPT}${BUTTON}`)
  browsers.without = await launchChromium()
  browsers.with = await launchChromium({ without: ['--disable-back-forward-cache'] })
})
afterEach(() => context?.close())
afterAll(() =>
  Promise.all([...Object.values(browsers).map((one) => one.close()), server?.stop(), anvil?.stop()]),
)

const fields = (page: Page) =>
  page.evaluate(() =>
    [...new FormData(document.querySelector('form') as HTMLFormElement)].map(([name]) => name),
  )

describe.each(['with', 'without'])('a form in the history, %s the back/forward cache', (cache) => {
  it.each([
    ['account', 'max-age=60', 'disconnect'],
    ['account', 'no-store', 'disconnect'],
    ['account', 'max-age=60', 'clear'],
    ['proof', 'max-age=60', 'disconnect'],
    ['proof', 'no-store', 'clear'],
  ])(
    'NC01: submits nothing of an account that has been disconnected meanwhile: %s, %s, %s',
    async (form, kept, end) => {
      context = await (browsers[cache] as Browser).newContext()
      await injectEvmWallets(context, [walletCalled('Alpha', { rpcUrls: { 31337: anvil.url } })])
      const page = await context.newPage()
      await page.goto(`${server.origin}/${form}-${kept}`)
      await page.evaluate(() =>
        document.querySelector('wallet-connect-button')?.connect({ walletId: 'com.example.alpha' }),
      )
      const full =
        form === 'account' ? ['item', 'wallet'] : ['item', 'wallet', 'wallet_message', 'wallet_signature']
      await expect.poll(() => fields(page)).toEqual(full)
      await page.goto(`${server.origin}/other`)
      if (end === 'clear') await page.evaluate(() => localStorage.clear())
      else {
        await untilStatus(page, 'connected')
        await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
      }
      await page.evaluate(() => window.evmWallets[0]?.disconnect())
      await goBack(page)
      await page.waitForURL(`**/${form}-${kept}`, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.querySelector('wallet-connect-button')?.status === 'idle')
      await expect.poll(() => fields(page)).toEqual(['item'])
      await page.locator('#send').click()
      await page.waitForURL(/sent/)
      expect([...new URL(page.url()).searchParams.keys()]).toEqual(['item'])
      expect(page.url()).not.toContain(ACCOUNTS[0])
    },
  )
})

describe('a form that the button belongs to', () => {
  const open = async (body: string) => {
    context = await (browsers.with as Browser).newContext()
    await injectEvmWallets(context, [walletCalled('Alpha', { rpcUrls: { 31337: anvil.url } })])
    const page = await context.newPage()
    await page.goto(
      server.origin +
        server
          .page('/moved', `<!doctype html><title>Shop</title>${SCRIPT}${body}`)
          .replace(server.origin, ''),
    )
    await page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.connect({ walletId: 'com.example.alpha' }),
    )
    return page
  }
  const of = (page: Page, id: string) =>
    page.evaluate((form) => [...new FormData(document.getElementById(form) as HTMLFormElement).keys()], id)

  it('NC01: is the only one that has the field: elsewhere by id, moved, in a disabled fieldset, without a name, reset', async () => {
    const page = await open(
      `<form id="far"></form><form id="near"><fieldset>${FORMS.account.replace('id=', 'form="far" id=')}</fieldset></form>`,
    )
    await expect.poll(() => of(page, 'far')).toEqual(['wallet'])
    expect(await of(page, 'near')).toEqual([])
    const change = (script: (node: HTMLElement) => void) =>
      page.evaluate(`(${script.toString()})(document.querySelector('wallet-connect-button'))`)
    await change((node) => node.removeAttribute('form'))
    expect([await of(page, 'far'), await of(page, 'near')]).toEqual([[], ['wallet']])
    await change((node) => node.closest('fieldset')?.toggleAttribute('disabled', true))
    expect(await of(page, 'near')).toEqual([])
    await change((node) => node.closest('fieldset')?.toggleAttribute('disabled', false))
    await change((node) => node.closest('form')?.reset())
    expect(await of(page, 'near')).toEqual(['wallet'])
    await change((node) => node.setAttribute('name', 'payer'))
    expect(await of(page, 'near')).toEqual(['payer'])
    await change((node) => node.removeAttribute('name'))
    expect(await of(page, 'near')).toEqual([])
    await change((node) => {
      node.setAttribute('name', 'wallet')
      document.getElementById('far')?.append(node)
    })
    expect([await of(page, 'far'), await of(page, 'near')]).toEqual([['wallet'], []])
    // A listener of the page sees the field, as it sees every other.
    expect(
      await page.evaluate(() => {
        const form = document.getElementById('far') as HTMLFormElement
        let seen: unknown
        form.addEventListener('formdata', ({ formData }) => {
          seen = formData.has('wallet')
        })
        new FormData(form)
        return seen
      }),
    ).toBe(true)
  })
})
