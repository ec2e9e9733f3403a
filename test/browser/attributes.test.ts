import { describe, expect, it } from 'vitest'
import { begin } from './support/calls.js'
import { BUTTON, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]

/** Text attributes: attribute, property, value without the attribute. */
const TEXTS: [attribute: string, property: string, initial: string][] = [
  ['app-name', 'appName', ''],
  ['app-description', 'appDescription', ''],
  ['app-url', 'appUrl', ''],
  ['app-icon', 'appIcon', ''],
  ['label', 'label', ''],
  ['chains', 'chains', ''],
  ['optional-chains', 'optionalChains', ''],
  ['wallets', 'wallets', ''],
  ['project-id', 'projectId', ''],
  ['relay-url', 'relayUrl', ''],
  ['web-wallet-url', 'webWalletUrl', ''],
  ['api-url', 'apiUrl', ''],
  ['theme-storage-key', 'themeStorageKey', 'theme'],
  ['font-href', 'fontHref', ''],
  ['lang', 'lang', ''],
  ['store', 'store', 'default'],
]
/** Attributes with a list of words: attribute, property, words, the default first. */
const WORDS: [attribute: string, property: string, words: string[]][] = [
  ['mode', 'mode', ['canAsk', 'neverAsk', 'alwaysAsk']],
  ['result-type', 'resultType', ['wallet', 'connector']],
  ['deep-link', 'deepLink', ['native', 'universal']],
  ['web-wallet-mode', 'webWalletMode', ['popup', 'iframe']],
  ['qr-modal', 'qrModal', ['inline', 'walletconnect']],
  ['theme', 'theme', ['system', 'dark', 'light']],
  ['size', 'size', ['medium', 'small', 'large']],
  ['preload', 'preload', ['intent', 'idle', 'click']],
]

describe('an attribute of the contract', () => {
  it('has a property of the same name that reflects it both ways, and a default', async () => {
    const { page } = await shop.open({ body: '<wallet-connect-button id="one"></wallet-connect-button>' })
    const seen = await page.evaluate(
      (texts) =>
        texts.map(([attribute, property]) => {
          const element = document.querySelector('#one') as unknown as HTMLElement & Record<string, unknown>
          const initial = element[property]
          element[property] = 'eip155:10'
          const reflected = element.getAttribute(attribute)
          element.setAttribute(attribute, 'eip155:100')
          const read = element[property]
          element.removeAttribute(attribute)
          const removed = element[property]
          element[property] = 'eip155:10'
          element[property] = undefined
          return [attribute, property, initial, reflected, read, removed, element.hasAttribute(attribute)]
        }),
      TEXTS,
    )
    const own = TEXTS.filter(([name]) => name !== 'lang')
    expect(seen.filter(([name]) => name !== 'lang')).toEqual(
      own.map(([attribute, property, initial]) => [
        attribute,
        property,
        initial,
        'eip155:10',
        'eip155:100',
        initial,
        false,
      ]),
    )
  })

  it('named chains means Ethereum and Starknet when it is missing', async () => {
    const { page } = await shop.open({
      evmWallets,
      body: '<wallet-connect-button id="one"></wallet-connect-button>',
    })
    const chains = await page.evaluate(async () => {
      const element = document.querySelector('wallet-connect-button')
      await element?.connect({ walletId: 'com.example.alpha' })
      return element?.state.chains
    })
    expect(chains).toEqual(['eip155:1', 'starknet:SN_MAIN'])
  })

  it('named app-name is the page’s host when it is missing', async () => {
    const { button, modal } = await shop.open({
      evmWallets,
      body: '<wallet-connect-button id="one" chains="eip155:31337"></wallet-connect-button>',
    })
    await button.click()
    await modal.getByRole('heading', { name: 'Connect to 127.0.0.1' }).waitFor()
  })

  it('with a list of words accepts only those words, and its first word is the default', async () => {
    const { page, console } = await shop.open({
      body: '<wallet-connect-button id="one"></wallet-connect-button>',
    })
    const seen = await page.evaluate(
      (words) =>
        words.map(([attribute, property, values]) => {
          const element = document.querySelector('#one') as unknown as HTMLElement & Record<string, unknown>
          const initial = element[property]
          const each = values.map((value) => {
            element.setAttribute(attribute, value)
            return element[property]
          })
          element.setAttribute(attribute, 'Nonsense')
          const fallback = element[property]
          element.removeAttribute(attribute)
          return [attribute, property, [initial, fallback], each]
        }),
      WORDS,
    )
    expect(seen).toEqual(
      WORDS.map(([attribute, property, values]) => [attribute, property, [values[0], values[0]], values]),
    )
    expect(console.map((line) => line.split('"')[0])).toEqual(WORDS.map(([name]) => `warning: ${name}=`))
  })

  it('that is boolean counts when it is present, unless its value is false (X05)', async () => {
    const { page } = await shop.open({
      body: '<wallet-connect-button id="one" disabled show-balance="false"></wallet-connect-button>',
    })
    const seen = await page.evaluate(() => {
      const element = document.querySelector(
        'wallet-connect-button',
      ) as HTMLElementTagNameMap['wallet-connect-button']
      const inner = element.shadowRoot?.querySelector('button') as HTMLButtonElement
      const states = [[element.disabled, inner.disabled, element.showBalance]]
      element.disabled = false
      element.showBalance = false
      states.push([element.disabled, inner.disabled, element.hasAttribute('show-balance')])
      element.setAttribute('disabled', 'disabled')
      states.push([element.disabled, inner.disabled, element.hasAttribute('disabled')])
      element.removeAttribute('disabled')
      return [...states, [element.disabled, inner.disabled, element.hasAttribute('disabled')]]
    })
    expect(seen).toEqual([
      [true, true, false],
      [false, false, false],
      [true, true, true],
      [false, false, false],
    ])
  })

  it('named disabled stops the visitor, before and after the view has loaded, but no method', async () => {
    const opened = await shop.open({ evmWallets, body: BUTTON.replace('app-name', 'disabled app-name') })
    const { page, button, modal } = opened
    await button.click({ force: true })
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    await page.keyboard.press('Escape')
    await expect.poll(() => modal.count()).toBe(0)
    await button.click({ force: true })
    expect(await modal.count()).toBe(0)
    expect(await opened.heard('modal_opened')).toHaveLength(1)
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.removeAttribute('disabled'))
    await opened.connect('Alpha')
    await button.click()
    await opened.item('Copy address').waitFor()
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.toggleAttribute('disabled'))
    await expect.poll(() => opened.item('Copy address').count()).toBe(0)
    expect(await opened.element.evaluate((node) => node.matches(':state(open)'))).toBe(false)
  })
})

describe('a structured value', () => {
  it('can come from a child script, and an invalid one is reported once', async () => {
    const networks = [{ chainId: 31337, name: 'Kitchen' }]
    const opened = await shop.open({
      evmWallets,
      body: `<wallet-connect-button id="one" chains="eip155:31337 eip155:31338"><script type="application/json">${JSON.stringify({ networks })}</script></wallet-connect-button>
<wallet-connect-button id="two" store="two" chains="eip155:31337"><script type="application/json">{ networks: </script></wallet-connect-button>`,
    })
    const { page, console } = opened
    await opened.connect('Alpha')
    expect(await opened.button.locator('.mark').getAttribute('aria-label')).toBe('Kitchen')
    await page.locator('#two [part=button]').click()
    await opened.row('Beta').click()
    await untilStatus(page, 'connected', 'two')
    expect(console).toEqual([expect.stringMatching(/^warning: .*JSON inside the element cannot be read/)])
  })

  it('stays as it was set: networks, connectors, storage', async () => {
    const opened = await shop.open({ evmWallets })
    const seen = await opened.page.evaluate(async () => {
      const element = document.querySelector(
        'wallet-connect-button',
      ) as HTMLElementTagNameMap['wallet-connect-button']
      const items = new Map<string, string>()
      const storage = {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      }
      element.storage = storage
      await element.connect({ walletId: 'com.example.beta' })
      return {
        same: element.storage === storage,
        own: [...items.keys()],
        page: Object.keys(localStorage).filter((key) => key.startsWith('wcb')),
      }
    })
    expect(seen.same).toBe(true)
    expect(seen.own.length).toBeGreaterThan(0)
    expect(seen.page).toEqual([])
  })
})

describe('the wallets attribute', () => {
  it.each([
    ['com.example.beta com.example.alpha', ['Beta', 'Alpha']],
    ['com.example.gamma injected', ['Gamma', 'Alpha', 'Beta']],
    ['me.rainbow injected', ['Install Rainbow', 'Alpha', 'Beta', 'Gamma']],
  ])('orders the list for %s', async (wallets, names) => {
    const opened = await shop.open({
      evmWallets: [...evmWallets, walletCalled('Gamma')],
      body: BUTTON.replace('app-name', `wallets="${wallets}" app-name`),
    })
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    expect(await opened.modal.locator('[part=wallet-name]').allInnerTexts()).toEqual(names)
  })

  it('offers a wallet that is not installed for installation, in a new tab without an opener', async () => {
    const opened = await shop.open({ body: BUTTON.replace('app-name', 'wallets="io.metamask" app-name') })
    await opened.button.click()
    const link = opened.modal.getByRole('link', { name: 'Install MetaMask' })
    await link.waitFor()
    expect(
      await link.evaluate((node: HTMLAnchorElement) => [node.target, node.rel, new URL(node.href).protocol]),
    ).toEqual(['_blank', 'noopener noreferrer', 'https:'])
  })
})

interface Asked {
  request(args: { method: string }): Promise<unknown>
}

describe('a read-only property', () => {
  it('is empty before anything is loaded, describes the session later (`provider` asks the wallet, W15), and cannot be set', async () => {
    const { page, requests } = await shop.open({ evmWallets })
    const names = ['status', 'account', 'chainId', 'wallet', 'provider', 'client']
    const read = () =>
      page.evaluate(async (members) => {
        const element = document.querySelector('wallet-connect-button') as unknown as Record<
          string,
          unknown
        > & {
          state: { status: string; connections: unknown[] }
        }
        for (const name of [...members, 'state']) {
          try {
            element[name] = 'set by the page'
          } catch {
            // An error is as good as ignoring the assignment.
          }
        }
        return {
          values: members.map((name) => {
            const value = element[name]
            return value && typeof value === 'object' ? 'object' : value
          }),
          state: [element.state.status, element.state.connections.length],
          chain: await (element.provider as Asked | null)?.request({ method: 'eth_chainId' }),
        }
      }, names)
    expect(await read()).toEqual({
      values: ['idle', null, null, null, null, null],
      state: ['idle', 0],
      chain: undefined,
    })
    expect(requests.some((address) => address.includes('/embed/'))).toBe(false)
    await page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.connect({ walletId: 'com.example.alpha' }),
    )
    expect(await read()).toEqual({
      values: ['connected', ACCOUNTS[0], 'eip155:31337', 'object', 'object', 'object'],
      state: ['connected', 1],
      chain: '0x7a69',
    })
    expect(
      await page.evaluate(() => {
        const { wallet } = document.querySelector('wallet-connect-button') ?? {}
        return wallet && Object.keys(wallet).sort()
      }),
    ).toEqual([
      'account',
      'chainId',
      'host',
      'icon',
      'id',
      'isConnected',
      'name',
      'provider',
      'selectedAddress',
      'version',
    ])
  })
})

describe('a method of the element', () => {
  it('can be called before anything is loaded, and rejects with the catalogue’s errors while nobody is connected', async () => {
    const { page } = await shop.open({ evmWallets })
    const seen = await page.evaluate(async () => {
      const element = document.querySelector('wallet-connect-button') as unknown as Record<
        string,
        (argument?: unknown) => Promise<unknown>
      >
      const calls: [string, unknown][] = [
        ['signMessage', 'Hello'],
        ['signTypedData', {}],
        ['execute', []],
        ['waitForTransaction', '0x1'],
        ['switchChain', { chainId: 'eip155:31338' }],
        ['addChain', {}],
        ['watchAsset', {}],
        ['getBalance', undefined],
        ['getStarknetAccount', undefined],
      ]
      const answers: Record<string, unknown> = {}
      for (const [name, argument] of calls) {
        answers[name] = await element[name]?.(argument).catch(({ code, message }) =>
          [code, message].join(': '),
        )
      }
      return { answers, disconnect: await element.disconnect?.(), close: await element.close?.() }
    })
    const none = 'user_not_connected: User not connected'
    expect(seen.answers).toEqual(
      Object.fromEntries(
        [
          'signMessage',
          'signTypedData',
          'execute',
          'waitForTransaction',
          'switchChain',
          'addChain',
          'watchAsset',
          'getBalance',
          'getStarknetAccount',
        ].map((name) => [name, none]),
      ),
    )
    expect(seen).toMatchObject({ disconnect: undefined, close: undefined })
  })

  it('named connect() returns connector and wallet as the specification does', async () => {
    const { page } = await shop.open({ evmWallets })
    const { connector, wallet } = await page.evaluate(async () => {
      const result = await document
        .querySelector('wallet-connect-button')
        ?.connect({ walletId: 'com.example.beta' })
      return {
        connector: result?.connector,
        wallet: Object.entries(result?.wallet ?? {}).filter(([key]) => key !== 'provider'),
      }
    })
    expect(connector).toMatchObject({
      key: 'beta',
      name: 'Beta',
      icon: { light: expect.stringContaining('data:image'), dark: expect.stringContaining('data:image') },
      downloads: {},
      connectedChain: 'EVM',
      canConnectViaQrCode: false,
      canConnectViaCustodialService: false,
      activeAccount: ACCOUNTS[0],
      chainId: 'eip155:31337',
      switchedNetwork: false,
    })
    expect(Object.fromEntries(wallet)).toMatchObject({
      id: 'com.example.beta',
      name: 'Beta',
      isConnected: true,
      selectedAddress: ACCOUNTS[0],
      account: ACCOUNTS[0],
      chainId: 'eip155:31337',
    })
  })

  it('named connect() respects mode, result type and an unknown wallet', async () => {
    const opened = await shop.open({ evmWallets: [walletCalled('Alpha')] })
    const { page } = opened
    const call = (options: object) =>
      page.evaluate(
        (given) =>
          document
            .querySelector('wallet-connect-button')
            ?.connect(given)
            .then(
              ({ connector, wallet }) => [connector?.name, wallet?.name],
              ({ code }) => code,
            ),
        options,
      )
    expect(await call({ mode: 'neverAsk' })).toEqual([null, null].map(() => undefined))
    expect(await call({ resultType: 'connector' })).toEqual(['Alpha', undefined])
    expect(await call({ walletId: 'com.example.nobody' })).toBe('not_found')
    const asked = call({ mode: 'alwaysAsk' })
    await opened.row('Alpha').click()
    expect(await asked).toEqual(['Alpha', 'Alpha'])
    expect(await call({ mode: 'neverAsk' })).toEqual(['Alpha', 'Alpha'])
    expect(await page.evaluate(() => window.evmWallets[0]?.prompts.length)).toBe(1)
  })

  it('named switchChain() resolves when the wallet is on the chain, and fails with the specification’s code when it cannot be', async () => {
    const { page, heard } = await shop.open({ evmWallets })
    const codes = await page.evaluate(async () => {
      const element = document.querySelector(
        'wallet-connect-button',
      ) as HTMLElementTagNameMap['wallet-connect-button']
      await element.connect({ walletId: 'com.example.alpha' })
      await element.switchChain({ chainId: 31338 })
      const there = element.chainId
      window.evmWallets[0]?.setApprove('never')
      const refused = await element.switchChain({ chainId: '0x7a69' }).catch(({ code }) => code)
      const nonsense = await element.switchChain({ chainId: 'nonsense' }).catch(({ name }) => name)
      return [there, refused, nonsense, element.chainId]
    })
    expect(codes).toEqual(['eip155:31338', 'user_rejected', 'WalletError', 'eip155:31338'])
    expect(await heard('changed')).toHaveLength(1)
  })
})

describe('parts and states of the element', () => {
  it('have names on the button and the modal, and follow the session', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { approve: 'manual' }), walletCalled('Beta')],
      body: BUTTON,
    })
    const { page, element, modal } = opened
    const states = () =>
      element.evaluate((node) => [
        node.getAttribute('data-status'),
        ...['connecting', 'connected', 'open'].filter((name) => node.matches(`:state(${name})`)),
      ])
    const parts = (selector: string) =>
      page.evaluate(
        (wanted) => [
          ...new Set(
            [...(document.querySelector(wanted)?.shadowRoot?.querySelectorAll('[part]') ?? [])].map((node) =>
              node.getAttribute('part'),
            ),
          ),
        ],
        selector,
      )
    expect(await parts('wallet-connect-button')).toEqual(['button', 'icon', 'label'])
    expect(await states()).toEqual([null])
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    expect(await states()).toEqual(['open', 'open'])
    expect((await parts('wallet-connect-modal')).sort()).toEqual(
      ['close-button', 'dialog', 'header', 'overlay', 'title', 'wallet', 'wallet-icon', 'wallet-name'].sort(),
    )
    await opened.row('Alpha').click()
    await modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    expect(await states()).toEqual(['connecting', 'connecting', 'open'])
    expect(await parts('wallet-connect-button')).toEqual(['button', 'spinner', 'label'])
    await page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.approve())
    await untilStatus(page, 'connected')
    await expect.poll(states).toEqual(['connected', 'connected'])
    await opened.button.click()
    await opened.item('Copy address').waitFor()
    expect(await states()).toEqual(['connected', 'connected', 'open'])
    expect((await parts('wallet-connect-button')).sort()).toEqual(['avatar', 'button', 'label', 'menu'])
    await page.keyboard.press('Escape')
    await expect.poll(states).toEqual(['connected', 'connected'])
  })

  it('use the page’s custom properties, and the modal uses those of its button', async () => {
    const opened = await shop.open({
      evmWallets,
      head: '<style>#one { --wcb-accent: rgb(1, 2, 3); --wcb-background: rgb(4, 5, 6) } wallet-connect-button::part(label) { font-size: 30px } wallet-connect-modal::part(title) { font-size: 31px }</style>',
    })
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    const style = (part: string, name: string) =>
      opened.page.evaluate(
        ([shown, property]) => {
          const roots = ['wallet-connect-button', 'wallet-connect-modal'].map(
            (tag) => document.querySelector(tag)?.shadowRoot,
          )
          const node = roots.map((root) => root?.querySelector(`[part=${shown}]`)).find(Boolean) as Element
          return getComputedStyle(node).getPropertyValue(property)
        },
        [part, name] as const,
      )
    expect(await style('button', 'background-color')).toBe('rgb(1, 2, 3)')
    expect(await style('label', 'font-size')).toBe('30px')
    expect(await style('dialog', 'background-color')).toBe('rgb(4, 5, 6)')
    expect(await style('title', 'font-size')).toBe('31px')
  })
})

describe('an attribute that changes while the list is open', () => {
  it('reaches the list: wallets, chains, language, theme, name and terms (SP07)', async () => {
    const opened = await shop.open({ evmWallets })
    const { page, button, modal, row } = opened
    await button.click()
    await row('Beta').waitFor()
    await page.evaluate(() => {
      const element = document.querySelector('wallet-connect-button') as HTMLElement
      const values = {
        wallets: 'com.example.beta',
        lang: 'de',
        theme: 'dark',
        'app-name': 'Laden',
        'terms-url': '/terms',
      }
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value)
    })
    const dialog = modal.locator('dialog')
    await modal.getByRole('heading', { name: 'Mit Laden verbinden' }).waitFor()
    expect(await dialog.getAttribute('lang')).toBe('de')
    expect(await dialog.getAttribute('data-theme')).toBe('dark')
    await expect.poll(() => modal.locator('.foot a').getAttribute('href')).toContain('/terms')
    await row('Alpha').waitFor({ state: 'detached' })
    // A click within half a second on a row that has moved does not count (HS04); a key always does.
    await row('Beta').press('Enter')
    await untilStatus(page, 'connected')
  })

  it('is followed by the button also where it is the page’s own language (SP07)', async () => {
    const { page, button } = await shop.open({ evmWallets })
    await button.hover()
    await page.evaluate(() => {
      document.documentElement.lang = 'fr'
    })
    await expect.poll(() => button.innerText()).toBe('Connecter un portefeuille')
  })
})

describe('the attribute preload', () => {
  const app = (requests: readonly string[]) =>
    requests.filter((address) => address.includes('/embed/app-')).length
  it.each([
    ['intent', 'the pointer comes', 1, 1],
    ['click', 'the pointer comes', 0, 0],
  ])('fetches the list with the value %s: when %s', async (preload, _, hovered, focused) => {
    const opened = await shop.open({
      evmWallets,
      body: BUTTON.replace('app-name', `preload="${preload}" app-name`),
    })
    await opened.page.waitForLoadState('networkidle')
    expect(app(opened.requests)).toBe(0)
    await opened.button.hover()
    await opened.page.waitForLoadState('networkidle')
    expect(app(opened.requests)).toBe(hovered)
    await opened.button.focus()
    await opened.page.waitForLoadState('networkidle')
    expect(app(opened.requests)).toBe(focused)
    await opened.connect('Alpha')
    expect(app(opened.requests)).toBe(1)
  })

  it('fetches the list with the value idle once the page has loaded, and not before', async () => {
    let releaseImage = () => {}
    const held = new Promise<void>((resolve) => {
      releaseImage = resolve
    })
    shop.server.route('/slow.svg', async () => {
      await held
      return { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    })
    const url = shop.write({
      body: `${BUTTON.replace('app-name', 'preload="idle" app-name')}<img alt="" src="/slow.svg">`,
    })
    const opened = await shop.open({ url: 'about:blank', evmWallets })
    await opened.page.goto(url, { waitUntil: 'domcontentloaded' })
    await opened.button.waitFor()
    expect(app(opened.requests)).toBe(0)
    releaseImage()
    await expect.poll(() => app(opened.requests)).toBe(1)
  })

  it('does not delay the view when there is a session to restore', async () => {
    const opened = await shop.open({
      evmWallets,
      body: BUTTON.replace('app-name', 'preload="click" app-name'),
    })
    await opened.connect('Alpha')
    await opened.page.reload()
    await untilStatus(opened.page, 'connected')
  })
})

describe('a relative api-url', () => {
  it('begins at the document’s base, as every address of the page', async () => {
    const opened = await shop.open({
      evmWallets,
      body: BUTTON.replace('app-name', 'sign-in="on-connect" api-url="auth" app-name'),
      head: '<base href="/app/">',
      expectsErrors: true,
    })
    await begin(opened.page, { walletId: 'com.example.alpha' })
    // A question that failed early is asked again when the wallet has answered: both dialects, once more.
    const asked = () => [
      ...new Set(
        opened.requests.map((address) => new URL(address).pathname).filter((path) => path.includes('nonce')),
      ),
    ]
    await expect.poll(asked).toEqual(['/app/auth/signIn.nonce', '/app/auth/nonce'])
  })
})
