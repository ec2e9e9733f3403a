import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { findBuilt } from './support/built.js'
import { call } from './support/calls.js'
import { holdRoute } from './support/hold-route.js'
import { untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337 })
  shop.server.page('/members', '<!doctype html><title>Members</title><h1>For members</h1>')
})
afterAll(() => anvil?.stop())

const button = (more: string) =>
  `<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337" wallets="injected" rpc="eip155:31337=${anvil.url}" ${more}></wallet-connect-button>`
/** A server that accepts everybody. */
const ADAPTER = `<script type="module">document.querySelector('#one').signInAdapter = { getNonce: () => 'freshNonce0123456789', verify: () => true, signOut() {} }</script>`

const open = (body: string) =>
  shop.open({
    body,
    evmWallets: [
      walletCalled('Alpha', { approve: 'always', rpcUrls: { 31337: anvil.url } }),
      walletCalled('Beta'),
    ],
  })

describe('a page without a script', () => {
  it('gets status and namespace on its root element, and its texts filled as plain text, late texts too', async () => {
    const texts = ['address', 'short-address', 'chain', 'name', 'balance']
    const { page, connect, console } = await open(
      `${texts.map((word) => `<p data-wallet-text="${word}">own <b>${word}</b></p>`).join('')}
      <p data-wallet-text="secret">mine</p><p data-wallet-text="secret">mine</p><style data-wallet-text="address"></style>${button('page-state')}`,
    )
    const root = () =>
      page.evaluate(() => {
        const { walletStatus, walletNamespace } = document.documentElement.dataset
        return [walletStatus, walletNamespace]
      })
    const read = () => page.locator('p').allInnerTexts()
    await page.evaluate(() => document.querySelector<HTMLElement & { connect(): void }>('#one')?.focus())
    await expect.poll(root).toEqual(['idle', undefined])
    const own = texts.map((word) => `own ${word}`)
    expect(await read()).toEqual([...own, 'mine', 'mine'])

    await connect('Alpha')
    await expect.poll(root).toEqual(['connected', 'eip155'])
    const short = '0xf39F…2266'
    const filled = [
      ACCOUNTS[0],
      short,
      'Anvil',
      short,
      expect.stringMatching(/^[\d,.]+ ETH$/),
      'mine',
      'mine',
    ]
    await expect.poll(async () => (await read())[4]).toMatch(/ETH$/)
    expect(await read()).toEqual([filled[0], short, expect.any(String), short, filled[4], 'mine', 'mine'])
    expect(await page.locator('style[data-wallet-text]').textContent()).toBe('')
    await page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('p'), { id: 'late' })),
    )
    await page.evaluate(() =>
      document.querySelector('#late')?.setAttribute('data-wallet-text', 'short-address'),
    )
    await expect.poll(() => page.locator('#late').innerText()).toBe(short)
    expect(console.filter((line) => line.includes('secret'))).toEqual([
      expect.stringContaining(
        'data-wallet-text="secret" is not one of: address short-address chain name balance',
      ),
    ])

    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    await expect.poll(root).toEqual(['idle', undefined])
    expect(await read()).toEqual([...own, 'mine', 'mine', ''])
    expect(await page.locator('p b').count()).toBe(texts.length)
  })

  it.each([false, true])(
    'opens signed-in-href also when its code comes after the sign-in, unless the visitor has signed out: %s',
    async (isOut) => {
      const body = button('page-state sign-in="on-connect" signed-in-href="/members"') + ADAPTER
      const { page, context } = await shop.open({
        body: '<p></p>',
        evmWallets: [walletCalled('Alpha', { rpcUrls: { 31337: anvil.url } })],
        expectsErrors: true,
      })
      const release = await holdRoute(context, `**/${findBuilt(shop.built, 'embed/page-')}`)
      await page.goto(shop.write({ body }))
      await call(page, 'connect', { walletId: 'com.example.alpha' })
      expect(
        await page.evaluate(() => document.querySelector('wallet-connect-button')?.state.auth.status),
      ).toBe('signed-in')
      if (isOut) await call(page, 'signOut')
      release()
      if (!isOut) return page.waitForURL('**/members')
      // The code is there: it has written the state into the page.
      await page.waitForSelector('[data-wallet-status=connected]')
      expect(page.url()).not.toContain('members')
    },
  )

  it('opens signed-in-href after sign-in, and shows signed-in before that', async () => {
    const {
      page,
      button: own,
      row,
    } = await open(button('page-state sign-in="on-connect" signed-in-href="/members"') + ADAPTER)
    await page.evaluate(() => {
      const root = document.documentElement
      const note = () => {
        sessionStorage.states = `${sessionStorage.states ?? ''} ${root.dataset.walletStatus}`
      }
      new MutationObserver(note).observe(root, { attributeFilter: ['data-wallet-status'] })
    })
    await own.click()
    await Promise.all([page.waitForURL('**/members'), row('Alpha').click()])
    expect(await page.locator('h1').innerText()).toBe('For members')
    const states: string = await page.evaluate(() => sessionStorage.states)
    expect([...new Set(states.trim().split(' '))].join(' ')).toMatch(/connecting connected signed-in$/)
  })
})

it('gives copies of a filled text the content that was there before: Turbo’s snapshots, a second header', async () => {
  const { page, connect } = await open(
    `${button('page-state')}<p data-wallet-text="address">no<b>body</b></p><p data-wallet-text="chain">none</p>`,
  )
  await connect('Alpha')
  await expect
    .poll(() => page.locator('p').allInnerTexts())
    .toEqual([ACCOUNTS[0], expect.stringContaining('')])
  await page.evaluate(() => {
    const snapshot = document.body.cloneNode(true)
    Object.assign(document, { snapshot: document.body.cloneNode(true) })
    document.body.replaceWith(snapshot)
  })
  await untilStatus(page, 'connected')
  await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
  const own = ['no<b>body</b>', 'none']
  const read = () => page.locator('p').evaluateAll((all) => all.map(({ innerHTML }) => innerHTML))
  await expect.poll(read).toEqual(own)
  // Back to the page as it was while the wallet was connected.
  await page.evaluate(() => document.body.replaceWith(Reflect.get(document, 'snapshot')))
  await expect.poll(read).toEqual(own)
  expect(await page.locator('p').first().getAttribute('translate')).toBeNull()
})

describe('a page with two stores (BR01)', () => {
  it('rests beside a script that translates, answers at once, and loses all traces with its last element', async () => {
    const tag = (store: string) =>
      `<wallet-connect-button page-state store="${store}" app-name="Shop" chains="eip155:31337" wallets="injected"></wallet-connect-button>`
    const { page } = await shop.open({
      body: `<main>${tag('one')}${tag('two')}</main><p data-wallet-text="address">nobody</p>${'<i></i>'.repeat(10_000)}`,
      evmWallets: [
        walletCalled('Alpha', { approve: 'always' }),
        walletCalled('Beta', { approve: 'always', accounts: [ACCOUNTS[2]] }),
      ],
    })
    await page.evaluate(async () => {
      const text = document.querySelector('p') as HTMLElement
      const counts = { rounds: 0 }
      let timer: ReturnType<typeof setTimeout>
      const translate = () => {
        counts.rounds += 1
        text.textContent = `translated ${counts.rounds}`
      }
      const translator = new MutationObserver(() => {
        clearTimeout(timer)
        if (!text.textContent?.startsWith('translated')) timer = setTimeout(translate, 50)
      })
      translator.observe(text, { childList: true, characterData: true, subtree: true })
      Object.assign(document, { counts, translator })
      const [one, two] = [...document.querySelectorAll('wallet-connect-button')]
      await one?.connect({ walletId: 'com.example.alpha' })
      await two?.connect({ walletId: 'com.example.beta' })
    })
    await expect.poll(() => page.locator('p').innerText()).toBe('translated 1')
    // Each of these is a task of the page: a page that is frozen answers none.
    for (let task = 0; task < 50; task += 1) {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)))
    }
    expect(await page.evaluate(() => Reflect.get(document, 'counts'))).toEqual({ rounds: 1 })

    await page.evaluate(() => {
      Reflect.get(document, 'translator').disconnect()
      document.querySelector('main')?.remove()
    })
    await expect.poll(() => page.evaluate(() => ({ ...document.documentElement.dataset }))).toEqual({})
    expect(await page.locator('p').innerText()).toBe('nobody')
  })
})

describe('a mistake of the page’s author', () => {
  it.each([
    [
      'signed-in-href to another origin',
      'sign-in="on-connect" signed-in-href="https://evil.example/in"',
      'signed-in-href="https://evil.example/in" is not an address of',
    ],
    [
      'signed-in-href that is code',
      `sign-in="on-connect" signed-in-href="javascript:document.title='in'"`,
      'signed-in-href="javascript:',
    ],
    [
      'a word that page-state does not know',
      'page-state data-wallet-text="markup"',
      'data-wallet-text="markup" is not one of',
    ],
    [
      'rpc without an address',
      'rpc="eip155:31338 starknet:SN_MAIN=ftp://node.example"',
      'in rpc is not a chain and the address of its node',
    ],
  ])('causes one warning and breaks nothing: %s', async (_, attributes, said) => {
    const body = button(attributes).replace(/rpc="eip155:31337=[^"]*" (?=.*rpc=)/, '') + ADAPTER
    const opened = await open(body)
    const { page, connect, console, heard } = opened
    const url = page.url()
    await connect('Alpha')
    await untilStatus(page, 'connected')
    if (attributes.includes('sign-in'))
      await page.waitForFunction(() => window.eventsHeard.some(({ type }) => type === 'signed_in'))
    await expect.poll(() => console.filter((line) => line.includes(said)).length).toBeGreaterThan(0)
    const about = console.filter((line) => line.includes(said))
    expect(new Set(about).size).toBe(about.length)
    expect(console.filter((line) => line.startsWith('error'))).toEqual([])
    expect(await heard('error', 'document')).toEqual([])
    expect(page.url()).toBe(url)
    expect(await page.title()).not.toBe('in')
  })
})

describe('a copy of an element with data-wallet-text', () => {
  it('gets its own text, also when it is put in after the disconnect', async () => {
    const { page, connect } = await open(
      `${button('page-state')}<p id="a" data-wallet-text="address">stranger</p><p data-wallet-text="address">nobody</p>`,
    )
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
