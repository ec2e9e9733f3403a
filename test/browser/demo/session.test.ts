import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../../demo/server.js'
import type { TestPage } from '../../counterparts/chromium.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'
import { readCode } from '../../counterparts/relay-camera.js'
import { type Phone, startPhone } from '../../counterparts/relay-phone.js'
import { createEvmApp } from '../../counterparts/relay-phone-evm.js'
import { createStarknetApp } from '../../counterparts/relay-phone-starknet.js'
import { codeOn } from '../../counterparts/relay-visitor.js'
import { logIn, press } from '../../counterparts/web-wallet-host/bench.js'
import { launchBlocking } from '../../counterparts/web-wallet-host/dapp.js'

const open = useChromium()
let demo: Demo
const phones: Phone[] = []
beforeAll(async () => {
  demo = await startDemo({ port: 0, quiet: true })
})
afterAll(async () => {
  await Promise.all(phones.map((phone) => phone.stop()))
  await demo?.stop()
})

const NOBODY = 'Nobody is signed in.'

/** Waits for what the panel says about the server's session, which it reads from the server. */
const untilSession = (page: Page, text: string) =>
  page.locator('#session p').filter({ hasText: text }).waitFor()

const inPanel = (page: Page, button: string) =>
  page.locator('#session').getByRole('button', { name: button }).click()

const untilConnected = (page: Page) => page.locator('#account.some').waitFor()

/** What happens in the wallet. */
interface Owner {
  /** Approves the connection, after the wallet was chosen. */
  connect(test: TestPage): Promise<unknown>
  sign(test: TestPage): Promise<unknown>
  /** Chooses another account. */
  change(test: TestPage): Promise<unknown>
}

const extension: Owner = {
  connect: ({ page }) => page.getByRole('button', { name: 'Approve' }).click(),
  sign: ({ page }) => page.getByRole('button', { name: 'Approve' }).click(),
  change: ({ page }) => inPanel(page, 'Change account'),
}

const frame = (page: Page) => page.frameLocator('iframe[title="Wallet"]')

const email: Owner = {
  connect: ({ page }) => logIn(frame(page)),
  sign: ({ page }) => press(frame(page), 'Sign'),
  /** The wallet has one account; another address belongs to another visitor. */
  async change({ page }) {
    await page.locator('#requests').getByRole('button', { name: 'Disconnect' }).click()
    await page.locator('#account:not(.some)').waitFor()
  },
}

/** A phone that approves every request. */
const onPhone = (start: () => Promise<{ phone: Phone; other: [account: string, chain: string] }>): Owner => {
  let change = async () => {}
  return {
    async connect({ page, context }) {
      const { phone, other } = await start()
      phones.push(phone)
      await codeOn(page).waitFor()
      await phone.pair(await readCode(context, codeOn(page)))
      change = () => phone.emit('accountsChanged', [other[0]], other[1])
    },
    sign: async () => {},
    change: () => change(),
  }
}

const evmPhone = onPhone(async () => {
  const app = createEvmApp({
    nodes: Object.fromEntries(demo.nodes.map(({ chainId, url }) => [chainId, url])),
  })
  const chain = 'eip155:31337'
  return {
    phone: await startPhone({ relayUrl: demo.relay.url, ...app }),
    other: [`${chain}:${app.addresses[1]}`, chain],
  }
})

const starknetPhone = onPhone(async () => {
  const app = createStarknetApp({ nodes: { SN_SEPOLIA: demo.starknet.url }, spelling: 'registry' })
  demo.starknet.chain.deploy(app.wallet.account)
  const chain = 'starknet:SN_SEPOLIA'
  return {
    phone: await startPhone({ relayUrl: demo.relay.url, ...app }),
    other: [`${chain}:0x${'7'.padStart(64, '0')}`, chain],
  }
})

it.each<[string, Owner, string]>([
  ['Demo wallet', extension, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\non eip155:31337'],
  ['Demo Starknet wallet', extension, 'starknet:SN_SEPOLIA'],
  ['Email', email, 'starknet:SN_SEPOLIA'],
  ['WalletConnect', evmPhone, 'eip155:31337'],
  ['Ready Mobile', starknetPhone, 'starknet:SN_SEPOLIA'],
])(
  '%s signs in to the demo’s own server, stays signed in over a reload, and is signed out by sign-out or another account',
  async (name, owner, session) => {
    const test = await open({ url: demo.page('shop') })
    const { page, errors } = test
    await page.locator('#wallet').getByRole('button').click()
    // By key: a wallet that loads late moves the rows below it, and these take no click for half a second.
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).press('Enter')
    await owner.connect(test)
    await untilConnected(page)
    await untilSession(page, NOBODY)
    await inPanel(page, 'Sign in')
    await owner.sign(test)
    await untilSession(page, session)
    const account = await page.locator('#session p').innerText()

    await page.reload()
    await untilSession(page, account)
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#wallet')?.state.auth
          ?.status === 'signed-in',
    )
    await inPanel(page, 'Sign out')
    await untilSession(page, NOBODY)
    await inPanel(page, 'Sign in')
    await owner.sign(test)
    await untilSession(page, account)
    await owner.change(test)
    await untilSession(page, NOBODY)
    expect(errors).toEqual([])
  },
)

it('the e-mail wallet in a window signs in after connecting, in the same window, however long connecting took', async () => {
  const browser = await launchBlocking()
  try {
    const page = await browser.newPage()
    let answerNonce = () => {}
    const untilAnswered = new Promise<void>((resolve) => {
      answerNonce = resolve
    })
    await page.route(/nonce/i, async (route) => {
      await untilAnswered
      await route.continue()
    })
    await page.goto(demo.page('shop'))
    await page.evaluate(() => {
      const button = document.querySelector('#wallet')
      button?.setAttribute('web-wallet-mode', 'popup')
      button?.setAttribute('sign-in', 'on-connect')
    })
    await page.locator('#wallet').getByRole('button').click()
    const asked = page.waitForRequest(/nonce/i)
    const [wallet] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: /^Email/ }).press('Enter'),
    ])
    await asked
    // A visitor types longer than a click counts, and the server is slow.
    await page.waitForFunction(() => !navigator.userActivation.isActive, undefined, { timeout: 20_000 })
    await logIn(wallet)
    await page.locator('wallet-connect-modal').getByRole('heading', { name: 'Sign to continue' }).waitFor()
    answerNonce()
    await press(wallet, 'Sign')
    await page.locator('wallet-connect-modal').getByRole('heading', { name: 'Signed in' }).waitFor()
    await untilSession(page, 'starknet:SN_SEPOLIA')
    await expect.poll(() => page.context().pages().length).toBe(1)
  } finally {
    await browser.close()
  }
})

it('the window of the e-mail wallet closes when signing in fails after connecting', async () => {
  const { page, context } = await open({ url: demo.page('shop') })
  await page.route(/nonce/i, (route) => route.fulfill({ status: 500, body: '' }))
  await page.evaluate(() => {
    const button = document.querySelector('#wallet')
    button?.setAttribute('web-wallet-mode', 'popup')
    button?.setAttribute('sign-in', 'on-connect')
  })
  await page.locator('#wallet').getByRole('button').click()
  const [wallet] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: /^Email/ }).press('Enter'),
  ])
  await logIn(wallet)
  await page.locator('wallet-connect-modal').getByRole('heading', { name: 'Could not sign in' }).waitFor()
  await expect.poll(() => wallet.isClosed()).toBe(true)
  await untilConnected(page)
})
