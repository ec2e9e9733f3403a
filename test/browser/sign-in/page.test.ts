import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignIn, createSignInHandler } from '../../../src/exports/server.js'
import { createScriptedAccount } from '../../../src/testing/starknet/account.js'
import type { StarknetProfileName } from '../../../src/testing/starknet/profiles.js'
import type { ScriptedStarknetWallet } from '../../../src/testing/starknet/wallet.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { stopClock } from '../../counterparts/page-clock.js'
import { type StarknetTestNode, startStarknetNode } from '../../counterparts/starknet-node.js'
import { buildTestingScript } from '../../counterparts/testing-script.js'
import { findFaults } from '../support/axe.js'
import { findBuilt } from '../support/built.js'
import { holdRoute } from '../support/hold-route.js'
import { readViews, recordViews } from '../support/record-views.js'
import { type ShopOptions, untilStatus, useShop } from '../support/shop.js'
import { answerBy, serveSignIn } from '../support/sign-in-api.js'
import { readStatus, readTree, recordStatus } from '../support/tree.js'
import { ACCOUNTS, walletCalled } from '../support/wallets.js'

declare global {
  interface Window {
    starknetWallet: ScriptedStarknetWallet
  }
}

const KEYS = ['0x51a7e', '0x51a7f']
const shop = useShop()
let anvil: Anvil
let node: StarknetTestNode

beforeAll(async () => {
  ;[anvil, node] = await Promise.all([startAnvil({ chainId: 31337 }), startStarknetNode()])
  for (const key of KEYS) node.chain.deploy(createScriptedAccount(key, 'argent'))
  const { origin } = shop.server
  const signIn = createSignIn({
    domain: new URL(origin).host,
    scheme: 'http',
    chains: ['eip155:31337', 'starknet:SN_MAIN'],
    rpc: { 'starknet:SN_MAIN': node.url },
  })
  serveSignIn(shop.server, signIn)
})
afterAll(() => Promise.all([anvil?.stop(), node?.close()]))

const markup = (more = '', chains = 'eip155:31337') =>
  `<wallet-connect-button id="one" app-name="Shop" wallets="injected starknet" chains="${chains}" api-url="/api" ${more}></wallet-connect-button>`

/** The wallet Alpha, with two accounts of the node. */
const alpha = (more = {}) => walletCalled('Alpha', { rpcUrls: { 31337: anvil.url }, ...more })

const open = (options: ShopOptions & { more?: string; beta?: boolean } = {}) =>
  shop.open({
    body: markup(options.more),
    evmWallets: options.beta ? [alpha(), walletCalled('Beta')] : [alpha()],
    ...options,
  })

/** Who is signed in, according to the server. */
const session = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/signIn.session')).json()).result.data ?? null)

const asked = (path: string) =>
  shop.server.requests.filter((one) => one.path === `/api/signIn.${path}`).length

/** Calls a method of the element. @returns the answer, or the code of the error */
const call = (page: Page, method: 'signIn' | 'signOut' | 'connect'): Promise<unknown> =>
  page.evaluate(
    (name) =>
      (document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button'])
        [name]()
        .catch(({ code }) => code),
    method,
  )

const auth = (page: Page) =>
  page.evaluate(
    () => document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#one')?.state.auth,
  )

const untilAuth = (page: Page, status: string) =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#one')?.state.auth?.status ===
      wanted,
    status,
  )

const signPrompts = (page: Page) =>
  page.evaluate(() => window.evmWallets[0]?.prompts.filter(({ kind }) => kind === 'sign').length)

/** The requests for which the first wallet has shown a window. */
const prompted = (page: Page) =>
  page.evaluate(() => window.evmWallets[0]?.prompts.map(({ method }) => method))

/** Waits until the wallet asks. */
const untilPrompt = (page: Page, kind: 'connect' | 'sign') =>
  page.waitForFunction(
    (wanted) => window.evmWallets[0]?.prompts.some((prompt) => prompt.kind === wanted),
    kind,
  )

/**
 * Answers the wallet's next prompt of a kind. @throws TimeoutError, at the line that waits, when the wallet does not
 * ask
 */
async function answer(page: Page, kind: 'connect' | 'sign', how: 'approve' | 'reject' = 'approve') {
  await untilPrompt(page, kind)
  await page.evaluate(async ([wanted, way]) => (await window.evmWallets[0]?.nextPrompt(wanted))?.[way](), [
    kind,
    how,
  ] as const)
}

describe('an EVM account on a page with sign-in', () => {
  it('signs in on the real server, stays signed in over a reload, and is signed out by signOut', async () => {
    const { page, connect, heard, button } = await open()
    await connect()
    expect(await call(page, 'signIn')).toMatchObject({
      address: ACCOUNTS[0],
      chainId: 'eip155:31337',
      verified: true,
    })
    expect(await session(page)).toEqual({
      namespace: 'eip155',
      address: ACCOUNTS[0],
      chainId: 'eip155:31337',
    })
    expect(await heard('signed_in', 'document')).toHaveLength(1)
    await button.getByLabel('Signed in').waitFor()

    await page.reload()
    await untilAuth(page, 'signed-in')
    const [again] = await heard('signed_in', 'document')
    expect(again?.detail).toEqual({
      address: ACCOUNTS[0],
      chainId: 'eip155:31337',
      namespace: 'eip155',
      verified: true,
    })
    expect(await signPrompts(page)).toBe(0)
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept, 'E14').not.toMatch(/nonce|signature|wants you to sign/i)

    expect(await call(page, 'signOut')).toMatchObject({ address: ACCOUNTS[0] })
    expect([await session(page), (await auth(page))?.status]).toEqual([null, 'anonymous'])
    expect(await heard('signed_out', 'document')).toHaveLength(1)
    await page.reload()
    await untilStatus(page, 'connected')
    await untilAuth(page, 'anonymous')
  })

  it('is signed out here too when the visitor comes back from a tab that has signed out, and stays so while the server has trouble', async () => {
    const first = await open()
    await first.connect()
    await call(first.page, 'signIn')
    const second = await shop.open({ url: first.url, beside: first })
    await untilAuth(second.page, 'signed-in')
    const untilAsked = async <T>(act: () => Promise<T>) => {
      const asking = first.page.waitForResponse((response) => response.url().includes('signIn.session'))
      const done = await act()
      await asking
      return done
    }
    const comeBack = () =>
      untilAsked(() => first.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))))
    await comeBack()
    await first.page.route('**/api/signIn.session*', (route) => route.fulfill({ status: 500, body: '{}' }))
    // This page hears of it at once.
    expect(await untilAsked(() => call(second.page, 'signOut'))).toMatchObject({ address: ACCOUNTS[0] })
    await comeBack()
    expect((await auth(first.page))?.status).toBe('signed-in')
    await first.page.unroute('**/api/signIn.session*')
    await comeBack()
    await untilAuth(first.page, 'anonymous')
    expect(await first.heard('signed_out', 'document')).toHaveLength(1)
    await untilStatus(first.page, 'connected')
  })

  it('stays signed in when another account connects in another store of the page, also after a reload (H27)', async () => {
    const second = markup('store="gift"').replace('id="one"', 'id="two"')
    const { page, heard } = await open({
      body: markup() + second,
      evmWallets: [alpha(), walletCalled('Beta', { accounts: [ACCOUNTS[1]] })],
    })
    const connectBy = (id: string, walletId: string) =>
      page.evaluate(
        ([element, wallet]) =>
          document
            .querySelector<HTMLElementTagNameMap['wallet-connect-button']>(`#${element}`)
            ?.connect({ walletId: wallet as string })
            .then(() => {}),
        [id, walletId],
      )
    await connectBy('one', 'com.example.alpha')
    await call(page, 'signIn')
    const looked = page.waitForResponse((response) => response.url().includes('signIn.session'))
    await connectBy('two', 'com.example.beta')
    await looked
    expect(await heard('signed_out', 'document')).toEqual([])
    await page.reload()
    await untilAuth(page, 'signed-in')
    expect(await session(page)).toMatchObject({ address: ACCOUNTS[0] })
    expect(await heard('signed_out', 'document')).toEqual([])
  })

  it('H26: is signed out, here and on the server, when the wallet changes to another', async () => {
    const { page, connect, heard } = await open()
    await connect()
    await call(page, 'signIn')
    const ended = page.waitForResponse((response) => response.url().includes('signIn.signOut'))
    await page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[1])
    await ended
    expect([await session(page), (await auth(page))?.address]).toEqual([null, null])
    expect((await heard('signed_out', 'document')).map(({ detail }) => detail.address)).toEqual([ACCOUNTS[0]])
  })

  it('H24: stays connected and not signed in after a refusal, which is reported once', async () => {
    const { page, connect, heard, element } = await open()
    await connect()
    await page.evaluate(() => window.evmWallets[0]?.setApprove('never'))
    expect(await call(page, 'signIn')).toBe('user_rejected')
    expect(await heard('error', 'document')).toHaveLength(1)
    expect(await element.getAttribute('data-status')).toBe('connected')
    expect(await session(page)).toBe(null)
  })

  it('H25: uses one nonce and one prompt for a double click in the menu', async () => {
    const { page, connect, button, item } = await open()
    await connect()
    await page.evaluate(() => window.evmWallets[0]?.setApprove('manual'))
    const before = asked('nonce')
    await button.click()
    await item('Sign in').dblclick()
    await Promise.all([call(page, 'signIn'), call(page, 'signIn'), answer(page, 'sign')])
    expect([asked('nonce') - before, await signPrompts(page)]).toEqual([1, 1])
    await button.click()
    await item('Sign out').waitFor()
  })
})

describe('a button with sign-in="on-connect"', () => {
  const more = 'sign-in="on-connect"'

  it('takes the server’s session over, without a prompt, when its server is named after the wallet was restored (H27)', async () => {
    const { page } = await open({ more, expectsErrors: true })
    expect(await call(page, 'connect')).toMatchObject({ wallet: { account: ACCOUNTS[0] } })
    for (const way of ['api-url', 'signInAdapter']) {
      await page.route('**/*', async (route) => {
        if (!route.request().isNavigationRequest()) return route.fallback()
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replace('api-url="/api"', '') })
      })
      await page.reload()
      await untilStatus(page, 'connected')
      await page.waitForLoadState('networkidle')
      expect((await auth(page))?.status).toBe('anonymous')
      await page.evaluate((late) => {
        const one = document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button']
        if (late === 'api-url') one.apiUrl = '/api'
        else
          one.signInAdapter = {
            getNonce: async () => 'freshNonce0123456789',
            verify: async () => false,
            async signOut() {},
            getSession: async () => (await (await fetch('/api/signIn.session')).json()).result.data,
          }
      }, way)
      await untilAuth(page, 'signed-in')
      expect(await signPrompts(page)).toBe(0)
    }
  })

  it('connects, shows the next step on screen, and reports success', async () => {
    const { page, button, row, modal, heard } = await open({ more, beta: true })
    await page.evaluate(() => window.evmWallets[0]?.setApprove('manual'))
    await button.click()
    await row('Alpha').click()
    await answer(page, 'connect')
    await modal.getByRole('heading', { name: 'Sign to continue' }).waitFor()
    expect(await heard('connected', 'document')).toHaveLength(1)
    expect(await heard('signed_in')).toEqual([])
    expect(await heard('modal_closed')).toEqual([])
    await answer(page, 'sign')
    await modal.getByRole('heading', { name: 'Signed in' }).waitFor()
    await modal.locator('dialog').waitFor({ state: 'detached' })
    expect(await session(page)).toMatchObject({ address: ACCOUNTS[0] })
    expect((await heard('modal_closed', 'document')).map(({ detail }) => detail)).toEqual([
      { choice: 'com.example.alpha' },
    ])
  })

  /** The files that only some parts of the package need. */
  const findOwnFiles = (isOwn: (part: string) => boolean): string[] => {
    const text = new TextDecoder().decode(shop.built.get(findBuilt(shop.built, 'embed/parts-')))
    const table: Record<string, [string, string][]> = JSON.parse(text.replace('export default ', ''))
    const read = (wanted: boolean) =>
      Object.keys(table)
        .filter((part) => isOwn(part) === wanted)
        .flatMap((part) => (table[part] ?? []).map(([file]) => file))
    const others = read(false)
    const own = read(true).filter((file) => !others.includes(file))
    expect(own).not.toEqual([])
    return own
  }
  /** Holds the files that only the code of sign-in needs. */
  const holdSignIn = (context: BrowserContext) =>
    holdRoute(context, new RegExp(findOwnFiles((part) => /^(?:sign-in|api)\//.test(part)).join('|')))

  it('says that a signature follows also while the code of sign-in is late, and asks for none after Escape (BR15)', async () => {
    const { page, context, button, row, modal } = await open({ more, beta: true })
    const send = await holdSignIn(context)
    await button.click()
    await row('Alpha').click()
    await untilStatus(page, 'connected')
    await modal.getByRole('heading', { name: 'Sign to continue' }).waitFor()
    await page.keyboard.press('Escape')
    await modal.locator('dialog').waitFor({ state: 'detached' })
    expect((await auth(page))?.status).toBe('unknown')
    send()
    expect(await call(page, 'signIn')).toMatchObject({ address: ACCOUNTS[0] })
    expect(await signPrompts(page)).toBe(1)
  })

  it('goes on with the sign-in whose code was late (BR15)', async () => {
    const { page, context, button, row, modal } = await open({ more, beta: true })
    const send = await holdSignIn(context)
    await button.click()
    await row('Alpha').click()
    await modal.getByRole('heading', { name: 'Sign to continue' }).waitFor()
    send()
    await modal.getByRole('heading', { name: 'Signed in' }).waitFor()
    expect(await session(page)).toMatchObject({ address: ACCOUNTS[0] })
  })

  it('connects and signs in with one prompt of a wallet that announces ERC-7846 (EW20)', async () => {
    const { page, button, row, modal, heard } = await open({
      more,
      evmWallets: [alpha({ signsInAtOnce: true }), walletCalled('Beta')],
    })
    await page.clock.install()
    await page.reload()
    await page.evaluate(() => window.evmWallets[0]?.setApprove('manual'))
    await button.click()
    await row('Alpha').waitFor()
    // The limits for the wallet's answer and for the nonce stand still, however busy the machine is.
    await stopClock(page)
    await row('Alpha').click()
    await untilPrompt(page, 'connect')
    await page.clock.resume()
    await answer(page, 'connect')
    await modal.getByRole('heading', { name: 'Signed in' }).waitFor()
    expect(await prompted(page)).toEqual(['wallet_connect'])
    expect(await session(page)).toMatchObject({ namespace: 'eip155', address: ACCOUNTS[0] })
    expect(await heard('connected', 'document')).toHaveLength(1)
    expect(await heard('signed_in', 'document')).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['4200', { code: 4200, message: 'Unsupported' }],
    ['-32601', { code: -32_601, message: 'Not found' }],
    ['-32603', { code: -32_603, message: 'Internal error' }],
    ['a text', 'wallet_connect?'],
    ['nothing', undefined],
  ])(
    'connects and signs in with two prompts when a wallet that announces ERC-7846 throws %s (EW22)',
    async (_, error) => {
      const { page, button, row, modal, heard } = await open({
        more,
        evmWallets: [alpha({ signsInAtOnce: true }), walletCalled('Beta')],
      })
      await page.evaluate((thrown) => {
        const wallet = window.evmWallets[0] as (typeof window.evmWallets)[0]
        wallet.faults.errors = { wallet_connect: thrown as never }
      }, error)
      await recordViews(page)
      await button.click()
      await row('Alpha').click()
      await modal.getByRole('heading', { name: 'Signed in' }).waitFor()
      expect(await prompted(page)).toEqual(['eth_requestAccounts', 'personal_sign'])
      expect(await session(page)).toMatchObject({ address: ACCOUNTS[0] })
      expect(await heard('error', 'document')).toEqual([])
      const views = (await readViews(page)).map(({ view }) => view)
      expect(views.filter((view) => /could|declined|failed/i.test(view))).toEqual([])
    },
  )

  it('loads nothing of the sign-in, of batches and of phones before the list is open (EW42)', async () => {
    const own = findOwnFiles((part) =>
      /^(?:sign-in|api)\/|connect-at-once|evm\/calls|\/relay\/|coinbase|web-wallet/.test(part),
    )
    const { page, button, row, requests } = await open({ more, beta: true })
    const late = () => requests.filter((address) => own.some((file) => address.includes(file)))
    await page.waitForLoadState('networkidle')
    await button.hover()
    await page.waitForLoadState('networkidle')
    expect(late()).toEqual([])
    await button.click()
    await row('Alpha').waitFor()
    await row('Alpha').click()
    await untilAuth(page, 'signed-in')
    expect(late()).not.toEqual([])
  })

  it('lets connect() resolve after the signature, and reject with the refusal while the visitor stays connected', async () => {
    const { page, heard } = await open({ more })
    await page.evaluate(() => window.evmWallets[0]?.setApprove(({ kind }) => kind === 'connect'))
    expect(await call(page, 'connect')).toBe('user_rejected')
    await untilStatus(page, 'connected')
    expect(await heard('error', 'document')).toHaveLength(1)
    expect(await session(page)).toBe(null)

    await page.evaluate(() => window.evmWallets[0]?.setApprove('always'))
    expect(await call(page, 'connect')).toMatchObject({ wallet: { account: ACCOUNTS[0] } })
    expect(await session(page)).toMatchObject({ address: ACCOUNTS[0] })
  })

  /** Opens a page, and connects a wallet that now asks for the signature. */
  async function openSigning() {
    const opened = await open({ more, beta: true })
    const { page, button, row, modal } = opened
    await page.evaluate(() => window.evmWallets[0]?.setApprove('manual'))
    await button.click()
    await row('Alpha').click()
    await answer(page, 'connect')
    await modal.getByRole('heading', { name: 'Sign to continue' }).waitFor()
    return opened
  }

  it('names the site and the account (U27)', async () => {
    const { modal } = await openSigning()
    const site = await modal.locator('.site').innerText()
    expect(site).toContain(`Signing in to ${new URL(shop.server.origin).host}`)
    expect(site).toContain('0xf39F…2266')
  })

  it('keeps a refusal on screen with another try (U16)', async () => {
    const { page, modal } = await openSigning()
    await answer(page, 'sign', 'reject')
    await modal.getByRole('heading', { name: 'You declined in Alpha.' }).waitFor()
    await untilStatus(page, 'connected')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await answer(page, 'sign')
    await untilAuth(page, 'signed-in')
  })

  it('signs in by keys alone, and each step is announced once (U10)', async () => {
    const { page, row, modal } = await open({ more, beta: true })
    await page.evaluate(() => window.evmWallets[0]?.setApprove('manual'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await row('Alpha').waitFor()
    await modal.locator('.foot button').waitFor()
    await recordStatus(page, 'wallet-connect-modal')
    await page.keyboard.press('Enter')
    await answer(page, 'connect')
    await modal.getByRole('heading', { name: 'Sign to continue' }).waitFor()
    expect(await readTree(page)).toEqual([
      // The page can be used while a wallet is asked, because the wallet may draw its window into it.
      'button Local node Sign to continue',
      'dialog Sign in',
      'heading Sign in',
      'button Close',
      'heading Sign to continue',
      'button Cancel',
    ])
    await answer(page, 'sign', 'reject')
    await modal.getByRole('heading', { name: 'You declined in Alpha.' }).waitFor()
    await modal.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await answer(page, 'sign')
    await untilAuth(page, 'signed-in')
    const said = await readStatus(page, 'wallet-connect-modal')
    expect(said.filter((text, at) => text === said[at - 1])).toEqual([])
    expect(said.filter((text) => /^You declined/.test(text))).toHaveLength(1)
    expect(said.filter((text) => /^Signed in/.test(text))).toHaveLength(1)
  })

  it('keeps the visitor connected after Cancel and Escape, with one report, whatever the wallet answers later', async () => {
    for (const leave of ['Cancel', 'Escape']) {
      const { page, button, row, modal, heard } = await open({ more, beta: true })
      await page.evaluate(() => window.evmWallets[0]?.setApprove('manual'))
      await button.click()
      await row('Alpha').click()
      await answer(page, 'connect')
      const heading = modal.getByRole('heading', { name: 'Sign to continue' })
      await heading.waitFor()
      // A request that is cancelled before its turn never reaches the wallet.
      await page.waitForFunction(() => window.evmWallets[0]?.prompts.some(({ kind }) => kind === 'sign'))
      if (leave === 'Cancel') await modal.getByRole('button', { name: leave }).click()
      else await page.keyboard.press(leave)
      await heading.waitFor({ state: 'detached' })
      await untilAuth(page, 'anonymous')
      await untilStatus(page, 'connected')
      await answer(page, 'sign', 'reject')
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect((await heard('error', 'document')).map(({ detail }) => detail.code)).toEqual(['user_rejected'])
      await page.close()
    }
  })

  it.each(['light', 'dark'] as const)('has no axe findings: %s', async (colorScheme) => {
    const opened = await open({
      body: `<main><h1>Shop</h1>${markup(more)}</main>`,
      head: '<style>html { color-scheme: light dark } body { min-height: 90vh }</style>',
      colorScheme,
      reducedMotion: 'reduce',
      expectsErrors: true,
    })
    const { page, button, modal, item } = opened
    const heading = (name: string) => modal.getByRole('heading', { name }).waitFor()
    await page.evaluate(() => window.evmWallets[0]?.setApprove('manual'))
    const broken = '**/api/signIn.nonce*'
    await page.route(broken, (route) => route.fulfill({ status: 500, body: '' }))
    await button.click()
    await answer(page, 'connect')
    await heading('Could not sign in')
    const faults: Record<string, string[]> = { failed: await findFaults(opened) }
    await page.unroute(broken)
    await modal.getByRole('button', { name: 'Try again' }).click()
    await heading('Sign to continue')
    faults.signing = await findFaults(opened)
    await answer(page, 'sign')
    await heading('Signed in')
    await modal.locator('dialog').waitFor({ state: 'detached' })
    faults.button = await findFaults(opened)
    await button.click()
    await item('Sign out').waitFor()
    faults.menu = await findFaults(opened)
    expect(faults).toEqual({ failed: [], signing: [], button: [], menu: [] })
  })

  it('shows what went wrong, with a way to try again', async () => {
    const { page, button, row, modal } = await open({ more, beta: true, expectsErrors: true })
    const broken = '**/api/signIn.nonce*'
    await page.route(broken, (route) => route.fulfill({ status: 500, body: '' }))
    await button.click()
    await row('Alpha').click()
    await modal.getByRole('heading', { name: 'Could not sign in' }).waitFor()
    await page.unroute(broken)
    await modal.getByRole('button', { name: 'Try again' }).click()
    await modal.getByRole('heading', { name: 'Signed in' }).waitFor()
  })

  it('H03: never shows the wallet a nonce for another site', async () => {
    const { page, heard } = await open({ more })
    const body = { result: { data: { nonce: 'k234567890123456789012', domain: 'evil.example' } } }
    await page.route('**/api/signIn.nonce*', (route) => route.fulfill({ json: body }))
    expect(await call(page, 'connect')).toBe('domain_mismatch')
    expect(await signPrompts(page)).toBe(0)
    expect((await heard('error', 'document')).map(({ detail }) => detail.code)).toEqual(['domain_mismatch'])
  })
})

/** Opens a page with a Starknet wallet, and its list. */
async function openStarknetList(profile: StarknetProfileName, wallet: object, more = '') {
  const install = (given: object) => {
    window.starknetWallet = window.wcbTesting.createScriptedStarknetWallet({ ...given, memory: 'local' })
    window.starknetWallet.install()
  }
  const options = JSON.stringify({ profile, nodes: { SN_MAIN: node.url }, ...wallet })
  const networks = JSON.stringify({ networks: [{ chainId: 'starknet:SN_MAIN', rpcUrls: [node.url] }] })
  const opened = await shop.open({
    initScripts: [`${await buildTestingScript()};(${install.toString()})(${options})`],
    body: markup(`mode="alwaysAsk" ${more}`, 'starknet:SN_MAIN').replace(
      '></wallet',
      `><script type="application/json">${networks}</script></wallet`,
    ),
    expectsErrors: true,
  })
  await opened.button.click()
  const walletRow = opened.modal.locator('[part=wallet]', { hasText: /Argent X|Braavos/ }).first()
  return { ...opened, walletRow }
}

/** Opens a page with a connected Starknet wallet. */
async function openStarknet(profile: StarknetProfileName, privateKeys: string[]) {
  const opened = await openStarknetList(profile, { privateKeys })
  await opened.walletRow.click()
  await untilStatus(opened.page, 'connected')
  return opened
}

it.each(['argentX', 'braavos'] as const)(
  'the extension %s is asked to connect and then to sign, without another click and without the list in between (EW40)',
  async (profile) => {
    const { page, modal, walletRow } = await openStarknetList(
      profile,
      { privateKeys: ['0x5eed3'], approve: 'manual' },
      'sign-in="on-connect"',
    )
    const approve = (kind: 'connect' | 'sign') =>
      page.evaluate(async (wanted) => (await window.starknetWallet.nextPrompt(wanted)).approve(), kind)
    await walletRow.waitFor()
    await recordViews(page)
    await walletRow.click()
    await approve('connect')
    await modal.getByRole('heading', { name: 'Sign to continue' }).waitFor()
    await approve('sign')
    await modal.getByRole('heading', { name: 'Signed in' }).waitFor()
    expect(await session(page)).toMatchObject({ namespace: 'starknet', chainId: 'starknet:SN_MAIN' })
    expect(await page.evaluate(() => window.starknetWallet.prompts.map(({ kind }) => kind))).toEqual([
      'connect',
      'sign',
    ])
    const views = (await readViews(page)).map(({ view }) => view)
    expect(views.lastIndexOf('list')).toBe(0)
    expect(views).toContain('Sign to continue')
  },
)

it.each([
  ['argentX', '0x5eed1'],
  ['braavos', '0x5eed2'],
] as const)(
  'H13: an account of %s that is not deployed yet signs in, because its address follows from the page’s data',
  async (profile, key) => {
    const { page } = await openStarknet(profile, [key])
    const { address } = createScriptedAccount(key)
    expect(await call(page, 'signIn')).toMatchObject({ address, verified: true })
    expect(await session(page)).toEqual({ namespace: 'starknet', address, chainId: 'starknet:SN_MAIN' })
  },
)

it('a Starknet account signs in on the real server, stays over a reload, and is signed out when it changes', async () => {
  const { page, heard } = await openStarknet('argentX', KEYS)
  const { address } = createScriptedAccount(KEYS[0] as string, 'argent')
  expect(await call(page, 'signIn')).toMatchObject({ address, chainId: 'starknet:SN_MAIN', verified: true })
  expect(await session(page)).toEqual({ namespace: 'starknet', address, chainId: 'starknet:SN_MAIN' })

  await page.reload()
  await untilAuth(page, 'signed-in')
  const ended = page.waitForResponse((response) => response.url().includes('signIn.signOut'))
  await page.evaluate(() => window.starknetWallet.setAccount(1))
  await ended
  expect(await session(page)).toBe(null)
  expect(await heard('signed_out', 'document')).toHaveLength(1)
})

it('a cookie with sameSite None keeps the visitor signed in on this machine without https', async () => {
  const { host } = new URL(shop.server.origin)
  const handle = createSignInHandler(
    createSignIn({ domain: host, scheme: 'http', chains: ['eip155:31337'] }),
    {
      sameSite: 'None',
    },
  )
  for (const name of ['signIn.nonce', 'nonce', 'verify', 'session', 'sign-out'])
    shop.server.route(`/none/${name}`, (request) => answerBy(shop.server, handle, request))
  const { page, connect } = await open({ body: markup().replace('"/api"', '"/none"') })
  await connect()
  expect(await call(page, 'signIn')).toMatchObject({ verified: true })
  expect(await page.evaluate(async () => (await fetch('/none/session')).json())).toMatchObject({
    address: ACCOUNTS[0],
  })
})

it('a plain server of another origin is found, also where it lets the page read no 404', async () => {
  const { host } = new URL(shop.server.origin)
  const handle = createSignInHandler(createSignIn({ domain: host, scheme: 'http', chains: ['eip155:31337'] }))
  for (const name of ['nonce', 'session'])
    shop.cdn.route(`/foreign/${name}`, (request) => answerBy(shop.cdn, handle, request))
  for (const name of ['signIn.nonce', 'signIn.session'])
    shop.cdn.route(`/foreign/${name}`, async () => ({
      status: 404,
      headers: { 'access-control-allow-origin': 'null' },
      body: 'Not found',
    }))
  const { page, connect } = await open({
    body: markup().replace('"/api"', `"${shop.cdn.origin}/foreign"`),
    expectsErrors: true,
  })
  await connect()
  // A refusal in the wallet: the nonce has come.
  await page.evaluate(() => window.evmWallets[0]?.setApprove('never'))
  expect(await call(page, 'signIn')).toBe('user_rejected')
})

it('a page of another origin may call the plain handler: the browser asks first, and shows the page the answer (HS17)', async () => {
  const { host } = new URL(shop.server.origin)
  const handle = createSignInHandler(createSignIn({ domain: host, scheme: 'http', chains: ['eip155:31337'] }))
  const methods: string[] = []
  for (const name of ['nonce', 'verify'])
    shop.cdn.route(`/auth/${name}`, (request) => {
      methods.push(`${request.method} ${name}`)
      return answerBy(shop.cdn, handle, request)
    })
  const { page } = await open({ expectsErrors: true })
  const answers = await page.evaluate(async (other) => {
    const ask = (name: string, init: RequestInit) =>
      fetch(`${other}/auth/${name}`, { credentials: 'include', ...init }).then((reply) => reply.json())
    const body = JSON.stringify({ namespace: 'eip155', message: 'no message', signature: '0x' })
    const headers = { 'content-type': 'application/json' }
    return [await ask('nonce', {}), await ask('verify', { method: 'POST', headers, body })]
  }, shop.cdn.origin)
  expect(answers).toMatchObject([{ nonce: expect.any(String) }, { code: 'request_invalid' }])
  expect(methods).toEqual(['GET nonce', 'OPTIONS verify', 'POST verify'])
})

describe('a visitor who signs in in another tab', () => {
  it('is signed in here too, when this tab is shown again', async () => {
    const opened = await open()
    const { page } = opened
    await page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.connect({ walletId: 'com.example.alpha' }),
    )
    const other = await shop.open({ url: opened.url, beside: opened })
    await untilStatus(other.page, 'connected')
    await other.page.evaluate(() => document.querySelector('wallet-connect-button')?.signIn())
    await page.bringToFront()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.waitForFunction(
      () => document.querySelector('wallet-connect-button')?.state.auth.status === 'signed-in',
    )
  })
})
