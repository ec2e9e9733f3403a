import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { inPackage } from '../counterparts/package-root.js'
import { begin, call, howEnded } from './support/calls.js'
import { holdRoute } from './support/hold-route.js'
import { BUTTON, type Shop, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
const manual = [walletCalled('Alpha', { approve: 'manual' }), walletCalled('Beta')]

const status = ({ page }: Shop) =>
  page.evaluate(() => document.querySelector('wallet-connect-button')?.status)
const listeners = ({ page }: Shop) => page.evaluate(() => window.evmWallets[0]?.listenerCount())

/** Opens a page with a visitor who has chosen a wallet that waits; the outcome is kept on the element. */
async function openWaiting(options: Parameters<typeof shop.open>[0] = {}): Promise<Shop> {
  const opened = await shop.open({ evmWallets: manual, ...options })
  await opened.page.evaluate(() => {
    const element = document.querySelector(
      'wallet-connect-button',
    ) as HTMLElementTagNameMap['wallet-connect-button']
    const outcome = element.connect({ walletId: 'com.example.alpha' }).then(
      ({ wallet }) => wallet?.account ?? 'nothing',
      ({ code }) => code,
    )
    Object.assign(document, { outcome })
  })
  await opened.page.waitForFunction(() => window.evmWallets[0]?.openPrompts.length === 1)
  return opened
}
const outcome = ({ page }: Shop) =>
  page.evaluate(() => (document as unknown as { outcome: Promise<string> }).outcome)
const approve = ({ page }: Shop) => page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.approve())

describe('an element that is moved', () => {
  const moves: [string, () => void][] = [
    [
      'F01: by append',
      () => document.querySelector('#home')?.append(document.querySelector('#one') as Element),
    ],
    [
      'F03: by being taken out and put back in one task',
      () => {
        const element = document.querySelector('#one') as Element
        element.remove()
        document.querySelector('#home')?.append(element)
      },
    ],
    [
      'F04: by moveBefore',
      () =>
        (
          document.querySelector('#home') as unknown as { moveBefore(node: Element, child: null): void }
        ).moveBefore(document.querySelector('#one') as Element, null),
    ],
  ]
  it.each(moves)(
    '%s keeps its state (idle, connecting or connected), and doubles no listener',
    async (_, move) => {
      const opened = await openWaiting({ body: `${BUTTON}<div id="home"></div>` })
      const { page, heard } = opened
      await page.evaluate(move)
      expect(await status(opened)).toBe('connecting')
      const during = await listeners(opened)
      await approve(opened)
      expect(await outcome(opened)).toBe(ACCOUNTS[0])
      expect(await page.evaluate(() => document.querySelector('#one')?.parentElement?.id)).toBe('home')
      await page.evaluate(() => document.body.prepend(document.querySelector('#one') as Element))
      await page.evaluate(move)
      expect(await status(opened)).toBe('connected')
      expect(await opened.button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
      expect(await listeners(opened)).toBe(during)
      await page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[1])
      await expect.poll(() => heard('changed')).toHaveLength(1)
      await opened.button.click()
      await opened.item('Copy address').waitFor()
      expect(await heard('connected')).toHaveLength(1)
      expect(await heard('disconnected')).toEqual([])
    },
  )

  it('F01: works as before when it was idle', async () => {
    const opened = await shop.open({ evmWallets, body: `${BUTTON}<div id="home"></div>` })
    await opened.page.evaluate(() =>
      document.querySelector('#home')?.append(document.querySelector('#one') as Element),
    )
    await opened.connect('Alpha')
  })

  it('F11: into the document of a frame is styled and works there', async () => {
    const opened = await shop.open({
      evmWallets,
      body: `${BUTTON}<iframe title="Inner" width="600" height="500" srcdoc="<p>Inner</p>"></iframe>`,
    })
    const { page } = opened
    await opened.connect('Alpha')
    await page.evaluate(() => {
      const inner = document.querySelector('iframe')?.contentDocument as Document
      inner.body.append(inner.adoptNode(document.querySelector('#one') as Element))
    })
    const button = page.frameLocator('iframe').locator('wallet-connect-button [part=button]')
    await expect.poll(() => button.evaluate((node) => getComputedStyle(node).display)).toBe('flex')
    await expect.poll(() => button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
    await button.click()
    await page
      .frameLocator('iframe')
      .getByRole('menuitem', { name: /^Disconnect/ })
      .click()
    await expect.poll(() => button.innerText()).toBe('Connect wallet')
    await button.click()
    await page.frameLocator('iframe').getByRole('button', { name: 'Beta' }).click()
    await expect.poll(() => button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
  })

  it('F11: into a frame before anything is loaded is styled too', async () => {
    const opened = await shop.open({
      evmWallets,
      body: `${BUTTON}<iframe title="Inner" width="600" height="500" srcdoc="<p>Inner</p>"></iframe>`,
    })
    /** Runs on the page: how the button is drawn, but for the place where it is. */
    const readStyle = (node: Element) => {
      const { display, height, padding, font, color, backgroundColor, borderRadius, cursor } =
        getComputedStyle(node)
      return { display, height, padding, font, color, backgroundColor, borderRadius, cursor }
    }
    const before = await opened.button.evaluate(readStyle)
    await opened.page.evaluate(() => {
      const inner = document.querySelector('iframe')?.contentDocument as Document
      inner.body.append(inner.adoptNode(document.querySelector('#one') as Element))
    })
    const button = opened.page.frameLocator('iframe').locator('wallet-connect-button [part=button]')
    await expect.poll(() => button.evaluate(readStyle)).toEqual(before)
    await button.click()
    await opened.page.frameLocator('iframe').getByRole('button', { name: 'Alpha' }).waitFor()
  })

  it('through the content of a template, as frameworks put a page together, is styled and throws nothing', async () => {
    const { page, button, errors } = await shop.open({ evmWallets, body: BUTTON })
    const readDisplay = (node: Element) => getComputedStyle(node).display
    await expect.poll(() => button.evaluate(readDisplay)).toBe('flex')
    await page.evaluate(() => {
      const element = document.querySelector('#one') as Element
      document.createElement('template').content.append(element)
      document.body.append(element)
    })
    expect(await button.evaluate(readDisplay)).toBe('flex')
    expect(errors).toEqual([])
    await button.click()
    await page.getByRole('button', { name: 'Alpha' }).waitFor()
  })
})

describe('an element that is removed', () => {
  it('F11: into a frame that the page then removes leaves the other elements of its store at work', async () => {
    const second = BUTTON.replace('"one"', '"two"')
    const { page, row } = await shop.open({
      evmWallets,
      body: `${BUTTON}${second}<iframe title="Inner" srcdoc="<p>Inner</p>"></iframe>`,
    })
    await page.frameLocator('iframe').locator('p').waitFor()
    const loaded = page.waitForResponse(/\/dist\/embed\/app-/)
    await page.evaluate(() =>
      document
        .querySelector('iframe')
        ?.contentDocument?.body.append(document.querySelector('#one') as Element),
    )
    await loaded
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.querySelector('iframe')?.remove())
    await page.locator('#two [part=button]').click()
    await row('Alpha').click()
    await untilStatus(page, 'connected', 'two')
  })

  it('joins no store, and opens no list, when it has gone before its code has come', async () => {
    const opened = await shop.open({ evmWallets, body: `<main>${BUTTON}</main>` })
    const { page, context, button, modal } = opened
    const letGo = await holdRoute(context, /\/dist\/embed\/app-/)
    const asked = page.waitForRequest(/\/dist\/embed\/app-/)
    await button.click()
    await asked
    await page.evaluate(
      (tag) => {
        const main = document.querySelector('main') as HTMLElement
        main.innerHTML = tag
      },
      BUTTON.replace('"one"', '"two"').replace('Shop', 'Other'),
    )
    letGo()
    await page.locator('#two').hover()
    await page.waitForLoadState('networkidle')
    expect(await modal.locator('[part=wallet]').count()).toBe(0)
    await page.locator('#two [part=button]').click()
    await modal.getByRole('heading', { name: 'Connect to Other' }).waitFor()
  })

  it('F02: ends its attempt as disposed after more than a second, and is ready when it returns', async () => {
    const opened = await openWaiting()
    const { page } = opened
    await page.evaluate(() => {
      Object.assign(document, { kept: document.querySelector('#one') })
      document.querySelector('#one')?.remove()
    })
    expect(await outcome(opened)).toBe('disposed')
    await expect.poll(() => listeners(opened)).toBe(0)
    await approve(opened)
    await page.evaluate(() => document.body.append((document as unknown as { kept: Element }).kept))
    expect(await status(opened)).toBe('idle')
    expect(await opened.button.innerText()).toBe('Connect wallet')
    await opened.connect('Beta')
    expect(await opened.heard('connected')).toHaveLength(1)
  })

  it('goes on with its attempt while another element of its store is there', async () => {
    const opened = await openWaiting()
    await opened.page.evaluate(
      (html) => {
        const other = document.createElement('div')
        other.innerHTML = html
        document.body.append(other)
        document.querySelector('#one')?.remove()
      },
      BUTTON.replace('"one"', '"two"'),
    )
    // Longer than the second after which an element leaves its store.
    await opened.page.waitForTimeout(1_500)
    await approve(opened)
    expect(await outcome(opened)).not.toBe('disposed')
    await untilStatus(opened.page, 'connected', 'two')
  })

  it('shows a new account without React, and asks for React once, where React never comes', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.context.route(/\/dist\/embed\/renderer-/, (route) => route.abort())
    await opened.page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.connect({ walletId: 'com.example.alpha' }),
    )
    await expect.poll(() => opened.button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
    await expect.poll(() => opened.heard('error')).not.toEqual([])
    await opened.page.evaluate(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
    })
    expect((await opened.heard('error')).length).toBeLessThanOrEqual(3)
  })

  it('F13: by a rewritten parent is replaced by the new element, which shows the session', async () => {
    const opened = await shop.open({ evmWallets, body: `<main>${BUTTON}</main>` })
    await opened.connect('Alpha')
    await opened.page.evaluate((html) => {
      ;(document.querySelector('main') as HTMLElement).innerHTML = html
    }, BUTTON)
    expect(await status(opened)).toBe('connected')
    await expect.poll(() => opened.button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
    await opened.button.click()
    await opened.item(/^Disconnect/).click()
    await untilStatus(opened.page, 'idle')
    expect(await opened.heard('disconnected')).toHaveLength(1)
  })

  it('F19: while connected, like its clone, shows the same session and opens no second', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.connect('Alpha')
    const before = await opened.page.evaluate(() => window.evmWallets[0]?.requests.length)
    await opened.page.evaluate(() => {
      const copy = document.querySelector('#one')?.cloneNode(true) as HTMLElement
      copy.id = 'two'
      document.body.append(copy)
    })
    const copy = opened.page.locator('#two [part=button]')
    await expect.poll(() => copy.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
    expect(await opened.page.evaluate(() => window.evmWallets[0]?.requests.length)).toBe(before)
    expect(await opened.heard('connected')).toHaveLength(1)
  })
})

describe('an element that is upgraded', () => {
  it('F16: keeps properties and listeners that were set before', async () => {
    const opened = await shop.open({
      evmWallets,
      head: `<script>addEventListener('DOMContentLoaded', () => {}); </script>`,
      script: '',
      body: BUTTON,
    })
    const { page } = opened
    const shown = await page.evaluate(async () => {
      const element = document.querySelector(
        'wallet-connect-button',
      ) as HTMLElementTagNameMap['wallet-connect-button']
      const networks = [{ chainId: 31337, name: 'Local' }]
      Object.assign(element, {
        label: 'Early',
        disabled: true,
        size: 'large',
        networks,
        chains: ['eip155:31337'],
      })
      window.listenAt(element, 'early')
      await new Promise((resolve) => {
        document.head.append(
          Object.assign(document.createElement('script'), { src: '/dist/embed.js', onload: resolve }),
        )
      })
      return {
        label: element.getAttribute('label'),
        disabled: element.hasAttribute('disabled'),
        size: element.getAttribute('size'),
        chains: element.chains,
        networks: element.networks === networks,
        own: Object.keys(element),
      }
    })
    expect(shown).toEqual({
      label: 'Early',
      disabled: true,
      size: 'large',
      chains: 'eip155:31337',
      networks: true,
      own: [],
    })
    expect(await opened.button.innerText()).toBe('Early')
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.removeAttribute('disabled'))
    await opened.connect('Alpha')
    expect(await opened.heard('connected', 'early')).toHaveLength(1)
  })
})

describe('F05: a hundred elements', () => {
  it('share one hub and one listener, and agree', async () => {
    const opened = await shop.open({
      evmWallets,
      script: '',
      body: BUTTON.repeat(100).replaceAll(' id="one"', ''),
    })
    const { page, ledger, heard } = opened
    await page.evaluate(async () => {
      const text = await (await fetch('/dist/embed.js')).text()
      const script = document.createElement('script')
      script.dataset.base = '/dist/'
      script.textContent = text
      document.head.append(script)
    })
    // All of them together hear what begins on other pages.
    expect((await ledger()).listeners).toEqual({ 'window pageshow': 1, 'window storage': 1 })
    await opened.connect('Alpha')
    const all = () =>
      page.evaluate(() => [
        ...new Set(
          [...document.querySelectorAll('wallet-connect-button')].map(
            ({ status: phase, account }) => `${phase} ${account}`,
          ),
        ),
      ])
    expect(await all()).toEqual([`connected ${ACCOUNTS[0]}`])
    expect((await ledger()).listeners).toMatchObject({ 'window eip6963:announceProvider': 1 })
    // For accounts, chain, and the loss and return of the wallet's node.
    expect(await listeners(opened)).toBe(4)
    expect(await heard('connected', 'document')).toHaveLength(1)
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    expect(await all()).toEqual(['idle null'])
  })
})

describe('an attribute that changes', () => {
  it('F09: does not change the attempt that runs, and counts for the next one', async () => {
    const opened = await openWaiting()
    const { page } = opened
    await page.evaluate(() => {
      const element = document.querySelector('#one')
      const changes = {
        chains: 'eip155:1',
        mode: 'alwaysAsk',
        theme: 'dark',
        'project-id': 'f'.repeat(32),
        'api-url': 'https://api.example/',
        'result-type': 'connector',
      }
      for (const [name, value] of Object.entries(changes)) element?.setAttribute(name, value)
    })
    await approve(opened)
    expect(await outcome(opened)).toBe(ACCOUNTS[0])
    await page.evaluate(() => {
      const element = document.querySelector('wallet-connect-button')
      Object.assign(document, {
        outcome: element?.connect().then(({ connector, wallet }) => `${connector?.name} ${wallet}`),
      })
    })
    await opened.row('Beta').click()
    expect(await outcome(opened)).toBe('Beta null')
    expect(await page.evaluate(() => document.querySelector('wallet-connect-button')?.wallet?.name)).toBe(
      'Alpha',
    )
  })

  it('F10: to an invalid value falls back to its default with one warning that names it', async () => {
    const words = [
      'mode',
      'result-type',
      'deep-link',
      'web-wallet-mode',
      'qr-modal',
      'theme',
      'size',
      'preload',
    ]
    const opened = await shop.open({
      evmWallets,
      body: `<wallet-connect-button id="one" ${words.map((name) => `${name}="nonsense"`).join(' ')} chains="eip155:31337 nonsense eip155:0x"></wallet-connect-button>`,
    })
    const { page, console } = opened
    await opened.connect('Alpha')
    for (const name of words)
      expect(console.filter((line) => line.startsWith(`warning: ${name}=`))).toHaveLength(1)
    expect(console.filter((line) => line.includes('“nonsense” in chains'))).toHaveLength(1)
    expect(
      await page.evaluate(() => {
        const { mode, resultType, deepLink, webWalletMode, qrModal, theme, size, preload } =
          document.querySelector('wallet-connect-button') as HTMLElementTagNameMap['wallet-connect-button']
        return [mode, resultType, deepLink, webWalletMode, qrModal, theme, size, preload]
      }),
    ).toEqual(['canAsk', 'wallet', 'native', 'popup', 'inline', 'system', 'medium', 'intent'])
  })

  it('F10: to no chains at all causes one config_invalid, when the visitor acts', async () => {
    const opened = await shop.open({
      evmWallets,
      body: '<wallet-connect-button id="one" chains=""></wallet-connect-button>',
    })
    await opened.button.click()
    const expected = 'No chains specified in either `chains` or `optionalChains`'
    await expect
      .poll(() => opened.heard('error'))
      .toMatchObject([{ detail: { code: 'config_invalid', message: expected } }])
    expect(
      await opened.page.evaluate(() =>
        document
          .querySelector('wallet-connect-button')
          ?.connect()
          .catch(({ name, code, message }) => ({ name, code, message })),
      ),
    ).toEqual({ name: 'WalletError', code: 'config_invalid', message: expected })
    await opened.page.evaluate(() => document.querySelector('#one')?.setAttribute('chains', 'eip155:31337'))
    await opened.connect('Alpha')
  })
})

describe('F17: a program without a document', () => {
  it('can import the package, which defines nothing and renders to nothing', async () => {
    const code = `for (const entry of ['index', 'client']) {
      const found = await import(${JSON.stringify(pathToFileURL(inPackage('dist')).href)} + '/' + entry + '.js')
      console.log(entry, typeof (found.WalletConnectButton ?? found.createWalletClient), typeof customElements)
    }`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
    expect(stdout.trim().split('\n')).toEqual(['index function undefined', 'client function undefined'])
  })
})

describe('a page with the button', () => {
  it('F22: gets the wallet’s answer after it was frozen while the wallet waited', async () => {
    const opened = await openWaiting()
    const session = await opened.context.newCDPSession(opened.page)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await approve(opened)
    expect(await outcome(opened)).toBe(ACCOUNTS[0])
  })

  it.each([
    ['allow-scripts allow-popups', 'without its origin'],
    ['allow-scripts allow-same-origin', 'without popups'],
  ])('F15: works with an injected wallet in a frame with sandbox="%s" (%s)', async (sandbox) => {
    const inner = shop.write({
      script: `<script src="${shop.cdn.origin}/dist/embed.js" crossorigin="anonymous" defer></script>`,
    })
    const opened = await shop.open({
      script: '',
      body: `<iframe title="Inner" sandbox="${sandbox}" src="${inner}"></iframe>`,
    })
    const frame = opened.page.frameLocator('iframe')
    const button = frame.locator('wallet-connect-button [part=button]')
    await button.waitFor()
    await button.evaluate((_, account) => {
      const provider = {
        request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x7a69' : [account]),
        on() {},
        removeListener() {},
      }
      const info = {
        uuid: '350670db-19fa-4704-a166-e52e178b59d2',
        name: 'Inner',
        rdns: 'com.example.inner',
        icon: 'data:image/png;base64,AAAA',
      }
      addEventListener('eip6963:requestProvider', () =>
        dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
        ),
      )
    }, ACCOUNTS[0])
    await button.click()
    await expect.poll(() => button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
  })
})

describe('an element that is given another store', () => {
  it('ends the attempt that only it followed, and closes its list', async () => {
    const opened = await shop.open({ evmWallets, expectsErrors: true })
    await begin(opened.page, { mode: 'alwaysAsk' })
    await opened.row('Alpha').waitFor()
    await opened.page.evaluate(() => document.querySelector('#one')?.setAttribute('store', 'two'))
    await expect.poll(() => howEnded(opened.page)).toBe('disposed')
    await expect.poll(() => opened.modal.count()).toBe(0)
    expect(await status(opened)).toBe('idle')
    await opened.connect('Beta')
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
})
