import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { BUTTON, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, iconOf, walletCalled } from './support/wallets.js'

const shop = useShop()
let nodes: Anvil[]
beforeAll(async () => {
  nodes = await Promise.all([startAnvil({ chainId: 31337 }), startAnvil({ chainId: 31338 })])
})
afterAll(() => Promise.all(nodes.map((node) => node.stop())))

const SECOND = BUTTON.replace('id="one"', 'id="two"')
const TWO = `${BUTTON}<p>and</p>${SECOND}`

const onNodes = (name: string, more = {}) =>
  walletCalled(name, {
    accounts: [ACCOUNTS[0], ACCOUNTS[1]],
    rpcUrls: { 31337: nodes[0]?.url ?? '', 31338: nodes[1]?.url ?? '' },
    ...more,
  })

/** Listens at both buttons, by their ids. */
const listenAtButtons = () => {
  for (const button of document.querySelectorAll('wallet-connect-button')) window.listenAt(button, button.id)
}

describe('a visit', () => {
  it('lists three wallets in order with their icons, connects one, signs, follows it, restores it and forgets it', async () => {
    const { page, modal, row, button, heard, ledger } = await shop.open({
      body: TWO,
      evmWallets: [
        onNodes('Alpha', { icon: iconOf('red') }),
        onNodes('Beta', { icon: iconOf('green') }),
        onNodes('Gamma', { icon: iconOf('blue'), after: 1_000 }),
      ],
    })
    await page.evaluate(listenAtButtons)

    await button.click()
    await row('Alpha').focus()
    await row('Gamma').waitFor()
    expect(
      await row('Alpha').evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node),
    ).toBe(true)
    expect(await modal.locator('[part=wallet-name]').allInnerTexts()).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(
      await modal.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src'))),
    ).toEqual(['red', 'green', 'blue'].map(iconOf))

    await row('Beta').click()
    await untilStatus(page, 'connected')
    const detail = {
      walletId: 'com.example.beta',
      namespace: 'eip155',
      account: ACCOUNTS[0],
      chainId: 'eip155:31337',
      restored: false,
    }
    expect(await heard('connected')).toEqual([
      { at: 'one', type: 'connected', from: 'one', bubbles: true, detail },
      { at: 'document', type: 'connected', from: 'one', bubbles: true, detail },
      { at: 'two', type: 'connected', from: 'two', bubbles: false, detail },
    ])
    expect(await heard('modal_closed', 'document')).toMatchObject([
      { detail: { choice: 'com.example.beta' } },
    ])

    const signature = await page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.signMessage('Hello, shop'),
    )
    expect(
      await recoverMessageAddress({ message: 'Hello, shop', signature: signature as `0x${string}` }),
    ).toBe(ACCOUNTS[0])

    await page.evaluate((account) => window.evmWallets[1]?.setAccounts([account]), ACCOUNTS[1])
    await expect.poll(() => heard('changed')).toHaveLength(3)
    await page.evaluate(() => window.evmWallets[1]?.setChain(31338))
    await expect.poll(() => heard('changed')).toHaveLength(6)
    const previous = { account: ACCOUNTS[1], chainId: 'eip155:31337' }
    expect((await heard('changed', 'document')).map((event) => event.detail)).toEqual([
      {
        namespace: 'eip155',
        account: ACCOUNTS[1],
        chainId: 'eip155:31337',
        previous: { account: ACCOUNTS[0], chainId: 'eip155:31337' },
      },
      { namespace: 'eip155', account: ACCOUNTS[1], chainId: 'eip155:31338', previous },
    ])

    await page.reload()
    await page.evaluate(listenAtButtons)
    await untilStatus(page, 'connected')
    expect(await heard('connected', 'document')).toMatchObject([
      { detail: { account: ACCOUNTS[1], chainId: 'eip155:31338', restored: true } },
    ])
    expect(await heard('connecting')).toEqual([])
    expect(await page.evaluate(() => window.evmWallets.flatMap(({ prompts }) => prompts))).toEqual([])
    expect(await modal.count()).toBe(0)

    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    expect(await heard('disconnected', 'document')).toMatchObject([{ detail: { reason: 'user' } }])
    expect((await heard('disconnected')).length - (await heard('disconnected', 'document')).length).toBe(2)
    expect((await ledger()).storageKeys.filter((key) => !key.startsWith('scripted-wallet:'))).toEqual([])
  })

  it('gets one event when the wallet revokes the page, and can connect again (SO10)', async () => {
    const { page, button, connect, heard } = await shop.open({
      body: TWO,
      evmWallets: [onNodes('Alpha'), onNodes('Beta')],
    })
    await page.evaluate(listenAtButtons)
    await connect('Alpha')
    await page.evaluate(() => window.evmWallets[0]?.disconnect())
    await expect.poll(() => heard('disconnected')).toHaveLength(3)
    expect(await heard('disconnected', 'document')).toMatchObject([
      { detail: { walletId: 'com.example.alpha', namespace: 'eip155', reason: 'wallet' } },
    ])
    expect(await button.innerText()).toBe('Connect wallet')
    // The wallet may only be locked, so the client listens for its return until another wallet replaces it (W02).
    expect(await page.evaluate(() => window.evmWallets[0]?.listenerCount('chainChanged'))).toBe(0)
    await connect('Beta')
    expect(await page.evaluate(() => window.evmWallets[0]?.listenerCount())).toBe(0)
  })
})

describe('an event of the element', () => {
  it('comes from the button in use, else the first in the document, else the document itself', async () => {
    const { page, heard } = await shop.open({ body: TWO, evmWallets: [onNodes('Alpha')] })
    const from = async () => (await heard('changed', 'document')).map((event) => event.from)
    await page.locator('#two [part=button]').click()
    await untilStatus(page, 'connected', 'two')
    expect((await heard('connected', 'document')).map((event) => event.from)).toEqual(['two'])
    await page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[1])
    await expect.poll(from).toEqual(['two'])
    await page.evaluate(() => document.querySelector('#two')?.remove())
    await page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[0])
    await expect.poll(from).toEqual(['two', 'one'])
    await page.evaluate(() => document.querySelector('#one')?.remove())
    await page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[1])
    await expect.poll(from).toEqual(['two', 'one', 'document'])
  })

  it('comes from the first button also when that is in a shadow root', async () => {
    const { page, heard, connect } = await shop.open({
      body: `<p>and</p><div id="host"><template shadowrootmode="open">${SECOND}</template></div>${BUTTON}`,
      evmWallets: [onNodes('Alpha')],
    })
    await connect()
    await page.reload()
    await expect.poll(() => heard('connected', 'document')).toMatchObject([{ from: 'host' }])
  })

  it('is heard at the document of the page also from a button that was moved into a frame', async () => {
    const { page, heard } = await shop.open({
      body: `${TWO}<iframe width="600" height="500" srcdoc="<title>Inner</title>"></iframe>`,
      evmWallets: [onNodes('Alpha')],
    })
    await page.evaluate(() => {
      const inner = document.querySelector('iframe')?.contentDocument as Document
      inner.body.append(document.querySelector('#one') as Element)
      window.listenAt(inner, 'frame')
      for (const home of [inner, document])
        window.listenAt(home.querySelector('wallet-connect-button') as Element, 'button')
    })
    await page.frameLocator('iframe').locator('[part=button]').click()
    await untilStatus(page, 'connected', 'two')
    expect((await heard('connected')).map(({ at, from }) => [at, from])).toEqual([
      ['button', 'one'],
      ['frame', 'one'],
      ['button', 'two'],
      ['document', 'document'],
    ])
  })

  it('about a wrong configuration is heard at each button of the store', async () => {
    const { page, button, heard } = await shop.open({
      body: TWO.replaceAll(/ chains="[^"]*"/g, ' chains=""'),
      evmWallets: [onNodes('Alpha')],
    })
    await page.evaluate(listenAtButtons)
    await button.click()
    await expect.poll(() => heard('error')).toMatchObject([{ at: 'one' }, { at: 'document' }, { at: 'two' }])
  })

  it('does not reach a button of another store, which has its own session', async () => {
    const { page, heard, connect } = await shop.open({
      body: `${TWO}<wallet-connect-button id="apart" store="apart" chains="eip155:31337"></wallet-connect-button>`,
      evmWallets: [onNodes('Alpha'), onNodes('Beta')],
    })
    await page.evaluate(listenAtButtons)
    await connect('Alpha')
    expect((await heard()).filter(({ at }) => at === 'apart')).toEqual([])
    expect(
      await page.evaluate(
        () => document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#apart')?.status,
      ),
    ).toBe('idle')
    await page.locator('#apart [part=button]').click()
    await page.locator('wallet-connect-modal').getByRole('button', { name: 'Beta' }).click()
    await untilStatus(page, 'connected', 'apart')
    const wallets = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('wallet-connect-button')].map(({ wallet }) => wallet?.name),
      )
    expect(await wallets()).toEqual(['Alpha', 'Alpha', 'Beta'])
    await page.reload()
    await untilStatus(page, 'connected', 'apart')
    await untilStatus(page, 'connected', 'two')
    expect(await wallets()).toEqual(['Alpha', 'Alpha', 'Beta'])
    await page.evaluate(() =>
      document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#apart')?.disconnect(),
    )
    expect(await wallets()).toEqual(['Alpha', 'Alpha', undefined])
  })

  it('named wallet_connected comes for an earlier session once the page has a frame, not in a hidden tab', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha')],
      initScripts: [
        () => {
          // After a reload the page has no frames until somebody calls for them, as in a tab that nobody sees.
          const { type } = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
          if (type !== 'reload') return
          const held: FrameRequestCallback[] = []
          let hidden = true
          Object.defineProperty(document, 'hidden', { get: () => hidden })
          const native = window.requestAnimationFrame
          window.requestAnimationFrame = (callback) => held.push(callback)
          Object.defineProperty(document, 'showFrames', {
            value: () => {
              window.requestAnimationFrame = native
              hidden = false
              for (const callback of held) callback(0)
            },
          })
        },
      ],
    })
    const { page } = opened
    await opened.connect()
    await page.reload()
    await page.waitForLoadState('networkidle')
    const readRequests = () => page.evaluate(() => window.evmWallets[0]?.requests.length)
    expect(await readRequests()).toBe(0)
    await page.evaluate(() => (document as unknown as { showFrames(): void }).showFrames())
    await untilStatus(page, 'connected')
    expect(await readRequests()).toBeGreaterThan(0)
  })

  it('A21: is still delivered when a listener throws, and the error is reported to the page once', async () => {
    const { page, errors, connect, heard } = await shop.open({
      evmWallets: [onNodes('Alpha')],
      expectsErrors: true,
    })
    await page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.addEventListener('wallet_connected', () => {
        throw new Error('the page’s own')
      }),
    )
    await connect()
    await untilStatus(page, 'connected')
    expect(await heard('connected')).toHaveLength(1)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain('the page’s own')
  })

  it('named wallet_connecting can be cancelled before the wallet is asked', async () => {
    const { page, heard } = await shop.open({ evmWallets: [onNodes('Alpha')] })
    const result = await page.evaluate(() => {
      document.addEventListener('wallet_connecting', (event) => event.preventDefault())
      return document.querySelector('wallet-connect-button')?.connect()
    })
    expect(result).toEqual({ connector: null, wallet: null })
    expect(await page.evaluate(() => window.evmWallets[0]?.prompts)).toEqual([])
    expect(await heard('connecting')).toMatchObject([
      { detail: { walletId: 'com.example.alpha', namespace: 'eip155' } },
    ])
    expect(await heard('error')).toEqual([])
  })
})

describe('the choice of a wallet', () => {
  it('is skipped when there is only one', async () => {
    const { connect, heard, modal } = await shop.open({ evmWallets: [onNodes('Alpha')] })
    await connect()
    expect(await heard('modal_opened')).toEqual([])
    expect(await modal.count()).toBe(0)
  })

  it('A11: can be changed while the first wallet does not answer, and its late answer changes nothing', async () => {
    const { page, button, row, modal, heard } = await shop.open({
      evmWallets: [
        onNodes('Slow', { faults: { hold: ['eth_requestAccounts'] } }),
        onNodes('Quick', { accounts: [ACCOUNTS[1]] }),
      ],
    })
    await page.evaluate(() =>
      Object.assign(document.querySelector('wallet-connect-button') ?? {}, {
        outcome: document
          .querySelector('wallet-connect-button')
          ?.connect()
          .then(({ wallet }) => wallet?.name),
      }),
    )
    await row('Slow').click()
    await modal.getByRole('heading', { name: 'Continue in Slow' }).waitFor()
    await page.evaluate(async () => {
      const root = document.querySelector('wallet-connect-modal')?.shadowRoot as ShadowRoot
      const press = (text: string) =>
        [...root.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click()
      const until = (holds: () => boolean) =>
        new Promise<void>((resolve) => {
          const look = () => (holds() ? resolve() : requestAnimationFrame(look))
          look()
        })
      press('Cancel')
      await until(() => !!root.querySelector('[part=wallet]'))
      press('Quick')
      await until(() => document.querySelector('wallet-connect-button')?.status === 'connected')
    })
    await page.evaluate(() => window.evmWallets[0]?.release())
    await expect
      .poll(() => page.evaluate(() => window.evmWallets[0]?.requests.map(({ outcome }) => outcome)))
      .toEqual(['answered'])
    expect(
      await page.evaluate(
        () => (document.querySelector('wallet-connect-button') as unknown as { outcome: unknown }).outcome,
      ),
    ).toBe('Quick')
    expect(await page.evaluate(() => document.querySelector('wallet-connect-button')?.account)).toBe(
      ACCOUNTS[1],
    )
    expect(await heard('connected')).toHaveLength(1)
    expect(await heard('error')).toEqual([])
    expect(await page.evaluate(() => window.evmWallets[0]?.listenerCount())).toBe(0)
    expect(await button.innerText()).toContain(ACCOUNTS[1].slice(0, 6))
  })

  it('shows why it failed, with a way back and another try (SO8)', async () => {
    const { page, button, row, modal, heard } = await shop.open({
      evmWallets: [onNodes('Alpha', { approve: 'never' }), onNodes('Beta')],
    })
    const outcome = page.evaluate(() =>
      document
        .querySelector('wallet-connect-button')
        ?.connect()
        .catch(({ name, code, message }) => ({ name, code, message })),
    )
    await row('Alpha').click()
    expect(await outcome).toEqual({
      name: 'UserRejectedRequestError',
      code: 'user_rejected',
      message: 'User rejected request',
    })
    await modal.getByRole('heading', { name: 'You declined in Alpha.' }).waitFor()
    expect(await heard('error')).toMatchObject([
      { detail: { code: 'user_rejected', message: 'User rejected request' } },
    ])
    await modal.getByRole('button', { name: 'Back' }).click()
    await row('Beta').waitFor()
    await row('Alpha').click()
    await modal.getByRole('heading', { name: 'You declined in Alpha.' }).waitFor()
    await page.evaluate(() => window.evmWallets[0]?.setApprove('always'))
    await modal.getByRole('button', { name: 'Try again' }).click()
    await untilStatus(page, 'connected')
    expect(await modal.count()).toBe(0)
    expect(await button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
  })

  it('A13: shows that a wallet has its window open already, and does not repeat the request', async () => {
    const { page, button, row, modal } = await shop.open({
      evmWallets: [onNodes('Alpha', { approve: 'manual' }), onNodes('Beta')],
    })
    await page.evaluate(() => void window.evmWallets[0]?.provider.request({ method: 'eth_requestAccounts' }))
    await button.click()
    await row('Alpha').click()
    await modal.getByRole('paragraph').getByText('A request is already open in').waitFor()
    expect(
      await page.evaluate(
        () => window.evmWallets[0]?.requests.filter(({ method }) => method === 'eth_requestAccounts').length,
      ),
    ).toBe(2)
  })
})
