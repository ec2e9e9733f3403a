import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignIn, createSignInHandler, type SignInServerOptions } from '../../../src/exports/server.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { buildTestingScript } from '../../counterparts/testing-script.js'
import { holdRoute } from '../support/hold-route.js'
import { type ShopOptions, untilStatus, useShop } from '../support/shop.js'
import { answerBy, serveSignIn } from '../support/sign-in-api.js'
import { ACCOUNTS, walletCalled } from '../support/wallets.js'

/** Where a page is: at another host of its site, in a frame of another site, or somewhere that its server does not know. */
const shop = useShop()
const CHAIN = 'eip155:31337'
let anvil: Anvil
let host: string

/** Serves the plain calls below a path. */
function servePlain(base: string, signIn: ReturnType<typeof createSignIn>, options?: SignInServerOptions) {
  const handle = createSignInHandler(signIn, options)
  for (const name of ['signIn.nonce', 'signIn.session', 'nonce', 'verify', 'session', 'sign-out'])
    shop.server.route(`${base}/${name}`, (request) => answerBy(shop.server, handle, request))
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337 })
  host = new URL(shop.server.origin).host
  const two = createSignIn({ domain: host, origins: [shop.server.alias], chains: [CHAIN] })
  serveSignIn(shop.server, two)
  servePlain('/plain', two)
  const one = createSignIn({ domain: host, chains: [CHAIN] })
  servePlain('/handler', one, { origins: [shop.server.alias] })
  servePlain('/lax', one)
  servePlain('/partitioned', one, { sessionCookie: { partitioned: true } })
  servePlain('/elsewhere', createSignIn({ domain: 'shop.example', chains: [CHAIN] }))
})
afterAll(() => anvil?.stop())

const markup = (api: string, more = '') =>
  `<wallet-connect-button id="one" app-name="Shop" wallets="injected" chains="${CHAIN}" api-url="${api}" ${more}></wallet-connect-button>`
const wallets = () => [walletCalled('Alpha', { rpcUrls: { 31337: anvil.url } })]
const open = (options: ShopOptions) => shop.open({ evmWallets: wallets(), ...options })

/** Connects and signs in. @returns the answer, or the code of the error */
const enter = (page: Page | Frame): Promise<unknown> =>
  page.evaluate(async () => {
    const button = document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button']
    await customElements.whenDefined('wallet-connect-button')
    await button.connect({ walletId: 'com.example.alpha' })
    return button.signIn().catch(({ code }) => code)
  })

const authOf = (page: Page | Frame) =>
  page.evaluate(
    () => document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#one')?.state.auth.status,
  )

describe('PR04: a page of each origin of a site', () => {
  it.each([
    ['by tRPC', '/api'],
    ['by the plain calls', '/plain'],
    ['by the plain calls, where the handler names the other origin', '/handler'],
  ])('signs for its own host, and is signed in after a reload: %s', async (_, api) => {
    const { page, url } = await open({ body: markup(api) })
    for (const origin of [shop.server.origin, shop.server.alias]) {
      await page.goto(url.replace(shop.server.origin, origin))
      expect(await enter(page)).toMatchObject({
        address: ACCOUNTS[0],
        verified: true,
        message: expect.stringContaining(`${new URL(origin).host} wants you to sign in`),
      })
      await page.reload()
      await page.waitForFunction(
        () => document.querySelector('wallet-connect-button')?.state.auth.status === 'signed-in',
      )
    }
  })
})

describe('PR12: a page in a frame of another site', () => {
  async function openFramed(api: string, more = '') {
    const inner = shop.write({ body: markup(api, more) })
    // Wallets of the tests are in the outer page alone.
    const wallet = `${await buildTestingScript()};if (self !== top) window.wcbTesting.createScriptedEvmWallet(${JSON.stringify(wallets()[0])}).announce()`
    const opened = await shop.open({ script: '', body: '', initScripts: [wallet] })
    const outer = shop.write({
      script: '',
      body: `<iframe src="${inner}" width="500" height="650"></iframe>`,
    })
    await opened.page.goto(outer.replace(shop.server.origin, shop.server.alias))
    await opened.page.frameLocator('iframe').locator('#one').waitFor()
    const frame = opened.page.frames()[1] as Frame
    const heard = (type: string) =>
      frame.evaluate((name) => window.eventsHeard.filter((one) => one.type === name).length, type)
    return { ...opened, frame, heard }
  }

  it('whose session the browser drops shows session_not_kept, and nobody is signed in', async () => {
    const { frame, heard, page } = await openFramed('/lax', 'sign-in="on-connect"')
    await page.frameLocator('iframe').locator('#one').locator('[part=button]').click()
    const dialog = page.frameLocator('iframe').getByRole('dialog')
    await dialog
      .getByText(/has not kept the sign-in/)
      .first()
      .waitFor()
    await dialog.getByText('session_not_kept').first().waitFor()
    expect([await heard('signed_in'), await authOf(frame)]).toEqual([0, 'anonymous'])
  })

  it('is signed in with a partitioned cookie, and the server knows the visitor afterwards', async () => {
    const { frame, heard } = await openFramed('/partitioned')
    expect(await enter(frame)).toMatchObject({ address: ACCOUNTS[0], verified: true })
    expect(await heard('signed_in')).toBe(1)
    const session = await frame.evaluate(async () => (await fetch('/partitioned/session')).json())
    expect(session).toMatchObject({ address: ACCOUNTS[0] })
  })
})

it('NC16: the console names a server of another site, and the list offers no second try', async () => {
  const {
    button,
    modal,
    console: lines,
  } = await open({
    body: markup('/elsewhere', 'sign-in="on-connect"'),
    expectsErrors: true,
  })
  await button.click()
  await modal.getByText('This page is not set up correctly').first().waitFor()
  expect(await modal.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await modal.getByRole('button', { name: 'Close' }).first().waitFor()
  expect(lines.join('\n')).toContain(`shop.example, and this is ${host}`)
})

describe('NC20: who is signed in is unknown until the server has answered', () => {
  it('from the first moment, also of a reload, where nothing comes between unknown and signed-in', async () => {
    const seen = () => {
      const statuses: unknown[] = []
      Object.assign(window, { statuses })
      const look = () => {
        const status =
          document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#one')?.state?.auth.status
        if (status && statuses.at(-1) !== status) statuses.push(status)
        requestAnimationFrame(look)
      }
      look()
    }
    const { page, context } = await open({ body: markup('/api'), initScripts: [seen] })
    expect(await authOf(page)).toBe('unknown')
    expect(await enter(page)).toMatchObject({ verified: true })
    const letGo = await holdRoute(context, /signIn\.session/)
    await page.reload()
    await untilStatus(page, 'connected')
    expect(await authOf(page)).toBe('unknown')
    letGo()
    await expect.poll(() => authOf(page)).toBe('signed-in')
    expect(await page.evaluate(() => Reflect.get(window, 'statuses'))).toEqual(['unknown', 'signed-in'])
  })

  it('and anonymous when it says that nobody is', async () => {
    const { page, connect } = await open({ body: markup('/api') })
    await connect()
    await expect.poll(() => authOf(page)).toBe('anonymous')
  })

  it('but anonymous at once where no server is named', async () => {
    const { page } = await open({ body: markup('') })
    expect(await authOf(page)).toBe('anonymous')
  })
})
