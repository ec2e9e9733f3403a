import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.mjs'
import { createSignIn } from '../../src/exports/server.js'
import { startAnvil } from '../counterparts/anvil.js'
import { injectEvmWallets } from '../counterparts/chromium-wallets.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { readBuilt } from './support/built.js'
import { recordEvents } from './support/heard.js'
import { BUTTON, goBack, SCRIPT, untilStatus } from './support/shop.js'
import { serveSignIn } from './support/sign-in-api.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

let browser: Browser
let server: PageServer
let context: BrowserContext
const errors: string[] = []

beforeAll(async () => {
  const built = await readBuilt()
  server = await startPageServer({ folders: { '/dist/': async (path) => built.get(path) ?? null } })
  // The browser does not keep a page for going back if the page may not be stored.
  const headers = { 'cache-control': 'max-age=60' }
  server.page('/shop', `<!doctype html><html lang="en"><title>Shop</title>${SCRIPT}${BUTTON}`, { headers })
  server.page('/next', '<!doctype html><title>Next</title>', { headers })
  browser = await launchChromium({ without: ['--disable-back-forward-cache'] })
})
afterEach(async () => {
  await context.close()
  expect(errors.splice(0), 'SO1: errors on the page').toEqual([])
})
afterAll(() => Promise.all([browser?.close(), server?.stop()]))

async function openShop(approve: 'always' | 'manual', rpcUrl?: string): Promise<Page> {
  context = await browser.newContext()
  context.on('weberror', (error) => errors.push(String(error.error())))
  await context.addInitScript(recordEvents)
  const nodes = rpcUrl && { rpcUrls: { 31337: rpcUrl } }
  await injectEvmWallets(context, [walletCalled('Alpha', { approve, ...nodes }), walletCalled('Beta')])
  const page = await context.newPage()
  await page.goto(`${server.origin}/shop`)
  return page
}

/** Serves sign-ins at `/api`, and a page with them at both addresses. @returns that page, connected by default */
async function openMembers(rpcUrl: string, isConnected = true): Promise<Page> {
  const { host } = new URL(server.origin)
  serveSignIn(server, createSignIn({ domain: host, scheme: 'http', chains: ['eip155:31337'], rpc: {} }))
  const html = `<!doctype html><html lang="en"><title>Shop</title>${SCRIPT}${BUTTON.replace('id=', 'api-url="/api" id=')}`
  for (const path of ['/members', '/members/next'])
    server.page(path, html, { headers: { 'cache-control': 'max-age=60' } })
  const page = await openShop('always', rpcUrl)
  await page.goto(`${server.origin}/members`)
  if (isConnected)
    await page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.connect({ walletId: 'com.example.alpha' }),
    )
  return page
}

/** Leaves the page and returns to the same page, not to a new one. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(document, { isTheSame: true }))
  await page.goto(`${server.origin}/next`)
  await goBack(page)
  await expect
    .poll(() =>
      page.evaluate(() => (document as unknown as { isTheSame?: boolean }).isTheSame).catch(() => false),
    )
    .toBe(true)
}

const heard = (page: Page, type: string) =>
  page.evaluate((wanted) => window.eventsHeard.filter((event) => event.type === wanted), type)

describe('F12: a page that returns from the back/forward cache', () => {
  it('shows the wallet’s current account and chain, and no connection once the wallet has revoked it', async () => {
    const page = await openShop('always')
    await page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.connect({ walletId: 'com.example.alpha' }),
    )
    await page.evaluate((account) => {
      const wallet = window.evmWallets[0]
      if (wallet) wallet.faults.omitEvents = ['accountsChanged', 'chainChanged']
      wallet?.setAccounts([account])
      wallet?.setChain(31338)
    }, ACCOUNTS[1])
    expect(await heard(page, 'changed')).toEqual([])
    await leaveAndReturn(page)
    await expect
      .poll(() => heard(page, 'changed'))
      .toMatchObject([{ detail: { account: ACCOUNTS[1], chainId: 'eip155:31338' } }])
    await page.evaluate(() => window.evmWallets[0]?.disconnect())
    await leaveAndReturn(page)
    await expect.poll(() => heard(page, 'disconnected')).toHaveLength(1)
    expect(await page.locator('wallet-connect-button [part=label]').innerText()).toBe('Connect wallet')
  })

  it('still waits for the wallet that it was waiting for, and accepts its answer', async () => {
    const page = await openShop('manual')
    await page.locator('wallet-connect-button').click()
    const modal = page.locator('wallet-connect-modal')
    await modal.getByRole('button', { name: 'Alpha' }).click()
    await modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    await leaveAndReturn(page)
    await modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    await page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.approve())
    await untilStatus(page, 'connected')
    await expect.poll(() => modal.count()).toBe(0)
    expect(await page.locator('wallet-connect-button [part=spinner]').count()).toBe(0)
  })

  it('is signed in when the visitor has signed in on the next page', async () => {
    const anvil = await startAnvil({ chainId: 31337 })
    const page = await openMembers(anvil.url)
    await page.evaluate(() => Object.assign(document, { isTheSame: true }))
    await page.goto(`${server.origin}/members/next`)
    await untilStatus(page, 'connected')
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.signIn())
    await goBack(page)
    await page.waitForFunction(
      () =>
        Reflect.get(document, 'isTheSame') &&
        document.querySelector('wallet-connect-button')?.state.auth.status === 'signed-in',
    )
    await anvil.stop()
  })

  it('PR11: is connected and signed in when both have begun on the next page, also where it had loaded nothing yet', async () => {
    const anvil = await startAnvil({ chainId: 31337 })
    const page = await openMembers(anvil.url, false)
    await page.evaluate(() => Object.assign(document, { isTheSame: true }))
    const prompts = () => page.evaluate(() => window.evmWallets[0]?.prompts.length)
    await page.goto(`${server.origin}/members/next`)
    await page.evaluate(async () => {
      const button = document.querySelector('wallet-connect-button')
      await button?.connect({ walletId: 'com.example.alpha' })
      await button?.signIn()
    })
    await goBack(page)
    await page.waitForFunction(
      () =>
        Reflect.get(document, 'isTheSame') &&
        document.querySelector('wallet-connect-button')?.state.auth.status === 'signed-in',
    )
    expect(await prompts()).toBe(0)
    expect((await heard(page, 'connected')).map(({ detail }) => detail)).toMatchObject([{ restored: true }])
    await anvil.stop()
  })
})

describe('PR11: a second tab that is open', () => {
  it('follows a connection and a sign-in that begin in the first, without a prompt', async () => {
    const anvil = await startAnvil({ chainId: 31337 })
    const first = await openMembers(anvil.url, false)
    const second = await context.newPage()
    await second.goto(`${server.origin}/members/next`)
    await untilStatus(second, 'idle')
    await first.evaluate(() =>
      document.querySelector('wallet-connect-button')?.connect({ walletId: 'com.example.alpha' }),
    )
    await untilStatus(second, 'connected')
    await first.evaluate(() => document.querySelector('wallet-connect-button')?.signIn())
    const status = () =>
      second.evaluate(() => document.querySelector('wallet-connect-button')?.state.auth.status)
    await expect.poll(status).toBe('signed-in')
    expect(await second.evaluate(() => window.evmWallets[0]?.prompts.length)).toBe(0)
    await first.evaluate(() => document.querySelector('wallet-connect-button')?.signOut())
    await expect.poll(status).toBe('anonymous')
    await anvil.stop()
  })
})
