import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createScriptedAccount } from '../../src/testing/starknet/account.js'
import type { ScriptedStarknetWallet } from '../../src/testing/starknet/wallet.js'
import { startStarknetNode } from '../counterparts/starknet-node.js'
import { buildTestingScript } from '../counterparts/testing-script.js'
import { findBuilt } from './support/built.js'
import { BUTTON, untilStatus, useShop } from './support/shop.js'
import { readStatus, recordStatus } from './support/tree.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

/** What the documents promise, where two parts of the button meet. */
const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
/** A wallet whose node signs whatever it gets. */
function createSigner(more: object = {}) {
  shop.server.route('/node', ({ body }) => {
    const { id } = JSON.parse(String(body))
    return { body: JSON.stringify({ jsonrpc: '2.0', id, result: `0x${'ab'.repeat(65)}` }) }
  })
  return [walletCalled('Alpha', { rpcUrls: { 31337: `${shop.server.origin}/node` }, ...more })]
}
const ALPHA = 'com.example.alpha'
const tag = (more: string) => BUTTON.replace('app-name', `${more} app-name`)
/** A server that nobody has a session with; `document.verified` counts what it was asked to check. */
const ADAPTER = `<script type="module">document.verified = 0; document.querySelector('#one').signInAdapter = {
  getNonce: () => 'freshNonce0123456789z', verify: () => { document.verified++; return true }, signOut() {}, getSession: () => null }</script>`

type Outcome = { how?: string; verified?: number }

/** Calls a method of the button. Resolves with `done`, or with the code of its error. */
const call = (page: Page, method: string, ...args: unknown[]): Promise<unknown> =>
  page.evaluate(
    ([name, given]) => {
      const one = document.querySelector('#one') as never as Record<
        string,
        (...args: unknown[]) => Promise<unknown>
      >
      return one[name as string]?.(...(given as unknown[])).then(
        () => 'done',
        ({ code }) => code,
      )
    },
    [method, args] as const,
  )

/** Calls `connect`, and notes in the page how it ends. */
const begin = (page: Page, options: object) =>
  page.evaluate((given) => {
    const end = (how: string) => void Object.assign(document, { how })
    document
      .querySelector('wallet-connect-button')
      ?.connect(given)
      .then(
        () => end('done'),
        ({ code }) => end(code),
      )
  }, options)
const outcome = (page: Page) => page.evaluate(() => (document as Outcome).how)

/** Opens a page one of whose parts never comes. */
async function openWithout(part: string, body: string) {
  const opened = await shop.open({ evmWallets, body: '<p></p>', expectsErrors: true })
  await opened.page.route(`**/${findBuilt(shop.built, part)}`, () => new Promise(() => {}))
  await opened.page.goto(shop.write({ body }))
  return opened
}

describe('a call with neverAsk', () => {
  it('asks for no signature either', async () => {
    const body = tag('sign-in="on-connect"') + ADAPTER
    const opened = await shop.open({ evmWallets: createSigner(), body })
    expect(await call(opened.page, 'connect', { walletId: ALPHA })).toBe('done')
    await opened.page.reload()
    expect(await call(opened.page, 'connect', { mode: 'neverAsk' })).toBe('done')
    expect(await opened.page.evaluate(() => window.evmWallets[0]?.prompts)).toEqual([])
  })
})

describe('the event wallet_modal_closed', () => {
  it('names the chosen wallet, also one that is connected already', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.connect('Alpha')
    // A list that appears under the pointer takes no click at first.
    await opened.page.mouse.move(0, 0)
    await begin(opened.page, { mode: 'alwaysAsk' })
    await opened.row('Alpha').click()
    await expect.poll(() => outcome(opened.page)).toBe('done')
    await expect.poll(() => opened.heard('modal_closed', 'document')).toHaveLength(2)
    const choices = (await opened.heard('modal_closed', 'document')).map(({ detail }) => detail.choice)
    expect(choices).toEqual([ALPHA, ALPHA])
  })
})

describe('disconnect', () => {
  it('ends the session, whatever the configuration is now', async () => {
    const { page, connect } = await shop.open({ evmWallets })
    await connect('Alpha')
    await page.evaluate(() => {
      const one = document.querySelector('wallet-connect-button')
      if (one) one.networks = [{ chainId: 'zz' as never, name: 'typing error' }]
    })
    expect(await call(page, 'disconnect')).toBe('done')
    await untilStatus(page, 'idle')
  })

  it('removes what is stored, also where the page stores an item called keys', async () => {
    const { page, connect } = await shop.open({ evmWallets })
    await page.evaluate(() => {
      localStorage.setItem('keys', 'x')
      localStorage.setItem('gsw-last-1-abc', 'argentX')
    })
    await connect('Alpha')
    await call(page, 'disconnect')
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /^(?:gsw|wcb)/.test(key)),
    )
    expect(left).toEqual([])
  })
})

describe('a part that never comes', () => {
  it('does not hold a method back: the code for forms and pages', async () => {
    const { page } = await openWithout('embed/page-', tag('name="wallet"'))
    expect(await call(page, 'connect', { walletId: ALPHA })).toBe('done')
    expect(await call(page, 'disconnect')).toBe('done')
  })

  it.each(['embed/api-adapter-', 'embed/sign-in-control-'])(
    'does not keep a sign-in from being cancelled: %s',
    async (part) => {
      const { page, row } = await openWithout(part, tag('sign-in="on-connect" api-url="/nowhere"'))
      await begin(page, { mode: 'alwaysAsk' })
      await row('Alpha').click()
      await untilStatus(page, 'connected')
      await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => outcome(page)).toBe('user_rejected')
      expect(
        await page.evaluate(() => document.querySelector('wallet-connect-button')?.state.auth.status),
      ).toBe('anonymous')
      expect(await call(page, 'disconnect')).toBe('done')
    },
  )
})

describe('a button that is removed while the wallet is asked for the signature', () => {
  it('ends its call as disposed, and a late signature signs nobody in (F02)', async () => {
    const { page, heard } = await shop.open({
      evmWallets: createSigner({ approve: 'manual' }),
      body: tag('sign-in="on-connect"') + ADAPTER,
      expectsErrors: true,
    })
    await begin(page, { walletId: ALPHA })
    await page.evaluate(async () => (await window.evmWallets[0]?.nextPrompt('connect'))?.approve())
    await page.evaluate(async () => {
      await window.evmWallets[0]?.nextPrompt('sign')
      document.querySelector('#one')?.remove()
    })
    await expect.poll(() => outcome(page), { timeout: 3_000 }).toBe('disposed')
    await page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.approve())
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.evaluate(() => (document as Outcome).verified)).toBe(0)
    expect(await heard('signed_in')).toEqual([])
  })
})

describe('a relative api-url', () => {
  it('begins at the document’s base, as every address of the page', async () => {
    const opened = await shop.open({
      evmWallets,
      body: tag('sign-in="on-connect" api-url="auth"'),
      head: '<base href="/app/">',
      expectsErrors: true,
    })
    await begin(opened.page, { walletId: ALPHA })
    const asked = () =>
      opened.requests.map((address) => new URL(address).pathname).filter((path) => path.includes('nonce'))
    await expect.poll(asked).toEqual(['/app/auth/signIn.nonce', '/app/auth/nonce'])
  })
})

describe('a copy of an element with data-wallet-text', () => {
  it('gets its own text, also when it is put in after the disconnect', async () => {
    const { page, connect } = await shop.open({
      evmWallets,
      body: `${tag('page-state')}<p id="a" data-wallet-text="address">stranger</p><p data-wallet-text="address">nobody</p>`,
    })
    await connect('Alpha')
    const texts = () => page.locator('p').allInnerTexts()
    await expect.poll(texts).toEqual([ACCOUNTS[0], ACCOUNTS[0]])
    await page.evaluate(() => {
      const copy = document.querySelector('p')?.cloneNode(true) as Node
      document.body.append(copy.cloneNode(true))
      Object.assign(document, { copy })
    })
    await call(page, 'disconnect')
    await expect.poll(texts).toEqual(['stranger', 'nobody', 'stranger'])
    await page.evaluate(() => document.body.append((document as never as { copy: Node }).copy))
    await expect.poll(texts).toEqual(['stranger', 'nobody', 'stranger', 'stranger'])
  })
})

/** Puts scripted Starknet wallets into the page. */
const starknetWallets = async (...options: object[]) => [
  `${await buildTestingScript()};window.starknetWallets = ${JSON.stringify(options)}.map((one) => {
    const wallet = window.wcbTesting.createScriptedStarknetWallet(one)
    wallet.install()
    return wallet
  })`,
]
const starknetTag = (more = '') =>
  `<wallet-connect-button id="one" app-name="Shop" chains="starknet:SN_MAIN" wallets="starknet" ${more}></wallet-connect-button>`
const FORMERLY = { overrides: { name: 'Ready Wallet (formerly Argent)' } }

describe('a wallet that names itself with its former name', () => {
  it('is found by that name in the search', async () => {
    const opened = await shop.open({
      evmWallets: Array.from({ length: 8 }, (_, at) => walletCalled(`Wallet${at}`)),
      initScripts: await starknetWallets(FORMERLY),
      body: '<wallet-connect-button id="one" app-name="Shop"></wallet-connect-button>',
      expectsErrors: true,
    })
    await opened.button.click()
    await opened.modal.locator('input').fill('argent')
    await opened.modal.locator('[part=wallet]', { hasText: 'Ready' }).first().waitFor()
  })

  it.each(['de', 'ja', 'uk'])('does not push the verb out of the row that disconnects: %s', async (lang) => {
    const { element, button, connect } = await shop.open({
      initScripts: await starknetWallets(FORMERLY),
      body: starknetTag(`lang="${lang}"`),
      expectsErrors: true,
    })
    await connect()
    await button.click()
    const row = element.locator('[data-key^=leave] .words > *')
    await row.waitFor()
    expect(await row.innerText()).not.toContain('Argent')
    expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})

describe('a sign-in with the second wallet of a button', () => {
  it('ends that with the first, and the page hears so', async () => {
    const node = await startStarknetNode()
    onTestFinished(() => node.close())
    node.chain.deploy(createScriptedAccount('0x51a7e', 'argent'))
    const { page, heard } = await shop.open({
      evmWallets: createSigner(),
      initScripts: await starknetWallets({ privateKeys: ['0x51a7e'], nodes: { SN_MAIN: node.url } }),
      body: `<wallet-connect-button id="one" chains="eip155:31337 starknet:SN_MAIN" sign-in="on-connect"
        rpc="starknet:SN_MAIN=${node.url}"></wallet-connect-button>${ADAPTER}`,
    })
    expect(await call(page, 'connect', { walletId: ALPHA })).toBe('done')
    expect(await call(page, 'connect', { walletId: 'argentX' })).toBe('done')
    const told = (await heard(undefined, 'document')).filter(({ type }) => /^signed/.test(type))
    expect(told.map(({ type, detail }) => `${type} ${detail.namespace}`)).toEqual([
      'signed_in eip155',
      'signed_out eip155',
      'signed_in starknet',
    ])
  })
})

describe('an account that changes', () => {
  it('is announced', async () => {
    const { page, connect, element } = await shop.open({ evmWallets })
    await connect('Alpha')
    await element.locator('[role=status]').waitFor({ state: 'attached' })
    await recordStatus(page, 'wallet-connect-button')
    await page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[1])
    await expect
      .poll(() => readStatus(page, 'wallet-connect-button'))
      .toContain(`${ACCOUNTS[1].slice(0, 6)}…${ACCOUNTS[1].slice(-4)}`)
  })

  it('on an unknown Starknet network is an empty change, as the network is', async () => {
    const { page, heard, connect } = await shop.open({
      initScripts: await starknetWallets({ nodes: { SN_MAIN: null, SN_ODD: null } }),
      body: starknetTag(),
      expectsErrors: true,
    })
    await connect()
    const change = (run: (wallet: ScriptedStarknetWallet) => void) =>
      page.evaluate(`(${run})(window.starknetWallets[0])`)
    const details = async () => (await heard('changed', 'document')).map(({ detail }) => detail)
    const [empty] = [expect.not.objectContaining({ account: expect.anything() })]
    await change((wallet) => wallet.setChain('SN_ODD'))
    await expect.poll(details).toEqual([empty])
    await change((wallet) => wallet.setAccount(1))
    await expect.poll(details).toEqual([empty, empty])
  })
})

describe('a menu on a phone', () => {
  it('shows the way back from a list of networks that is higher than the sheet', async () => {
    const chains = Array.from({ length: 14 }, (_, at) => `eip155:${31_337 + at}`).join(' ')
    const { button, element, item, page } = await shop.open({
      evmWallets: [walletCalled('Beta')],
      width: 390,
      height: 700,
      mobile: true,
      body: BUTTON.replace('eip155:31337 eip155:31338', chains),
    })
    await button.tap()
    await untilStatus(page, 'connected')
    await button.tap()
    await item(/Switch network/).tap()
    await element.locator('.back').waitFor()
    const top = (selector: string) =>
      element.locator(selector).evaluate((node) => node.getBoundingClientRect().top)
    await expect.poll(async () => (await top('.back')) - (await top('[part=menu]'))).toBeGreaterThanOrEqual(0)
  })
})
