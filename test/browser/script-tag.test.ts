import { createHash } from 'node:crypto'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import { inPackage } from '../counterparts/package-root.js'
import { findBuilt } from './support/built.js'
import { BUTTON, SCRIPT, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
const sha384 = (body: Uint8Array | undefined) =>
  `sha384-${createHash('sha384')
    .update(body ?? '')
    .digest('base64')}`

describe('the script tag from another origin', () => {
  it('paints the button before any other file is fetched, and fetches nothing else before the visitor acts (G13)', async () => {
    const { page, button, url, requests } = await shop.open({
      script: `<script src="${shop.cdn.origin}/dist/embed.js" defer></script>`,
      // Only the script can be fetched.
      block: (address) => !/shop-|embed\.js/.test(address),
      evmWallets,
    })
    expect(await button.innerText()).toBe('Connect wallet')
    const box = await button.boundingBox()
    expect(box?.height).toBe(44)
    expect(await button.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(47, 91, 234)')
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual([url, `${shop.cdn.origin}/dist/embed.js`])
  })

  it('sends requests only to its own origin, from the first click to the connection (SO5)', async () => {
    const opened = await shop.open({
      script: `<script src="${shop.cdn.origin}/dist/embed.js" defer></script>`,
      evmWallets,
    })
    await opened.connect('Beta')
    const others = opened.requests.filter((address) => address !== opened.url)
    expect(others.length).toBeGreaterThan(1)
    expect(others.filter((address) => !address.startsWith(`${shop.cdn.origin}/dist/`))).toEqual([])
    expect(new Set(others).size).toBe(others.length)
  })
})

/** Runs in the page: a Starknet wallet that connects at once. The code that connects it is a part of its own. */
function injectStarknetWallet(): void {
  const answers: Record<string, unknown> = {
    wallet_requestAccounts: ['0x51a7e'],
    wallet_requestChainId: '0x534e5f4d41494e',
    wallet_getPermissions: ['accounts'],
  }
  const nothing = () => {}
  const wallet = { id: 'delta', name: 'Delta', icon: '', version: '1.0.0', isConnected: false, provider: {} }
  Object.assign(window, {
    starknet_delta: {
      ...wallet,
      request: async ({ type }: { type: string }) => answers[type],
      enable: nothing,
      isPreauthorized: async () => true,
      on: nothing,
      off: nothing,
    },
  })
}

describe('the files of the script tag', () => {
  const opens = async (options: Parameters<typeof shop.open>[0], base: string) => {
    const opened = await shop.open({ evmWallets, ...options })
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    expect(opened.requests).toContain(`${base}${findBuilt(shop.built, 'embed/app-')}`)
    return opened
  }
  const own = () => `${shop.server.origin}/dist/`

  it.each([
    ['in the head, before the element', '<script src="/dist/embed.js"></script>'],
    ['deferred', SCRIPT],
    ['async', '<script src="/dist/embed.js" async></script>'],
    ['turned into a module', '<script src="/dist/embed.js" type="module"></script>'],
    [
      'put in by a script',
      `<script>document.head.append(Object.assign(document.createElement('script'), { src: '/dist/embed.js' }))</script>`,
    ],
    ['written by a script', `<script>document.write('<script src="/dist/embed.js"><\\/script>')</script>`],
    ['with a query, as caches add it', '<script src="/dist/embed.js?ver=6.1" defer></script>'],
    ['with data-base', '<script src="/joined.js" data-base="/dist/" defer></script>'],
    ['run by eval, with its tag still there', '<script src="/delayed.js" data-was="x" defer></script>'],
  ])('are found from %s', async (_, script) => {
    const embed = new TextDecoder().decode(shop.built.get('embed.js'))
    shop.server.route('/joined.js', { body: `window.other = 1;${embed}` })
    shop.server.route('/delayed.js', {
      body: `const tag = document.createElement('script'); tag.type = 'text/delayed'; tag.src = '/dist/embed.js'; document.head.append(tag)
        fetch(tag.src).then((answer) => answer.text()).then((text) => (0, eval)(text))`,
    })
    const { page } = await opens(
      { script, initScripts: [() => delete (window as { other?: unknown }).other] },
      own(),
    )
    await page.evaluate(() => delete (window as { other?: unknown }).other)
  })

  it('are found under their hash, on another origin', async () => {
    const integrity = sha384(shop.built.get('embed.js'))
    expect(JSON.parse(new TextDecoder().decode(shop.built.get('integrity.json')))['embed.js']).toBe(integrity)
    const base = `${shop.cdn.origin}/dist/`
    await opens(
      {
        script: `<script src="${base}embed.js" integrity="${integrity}" crossorigin="anonymous" defer></script>`,
      },
      base,
    )
  })

  it('G15: are found with any base of the page', async () => {
    const opened = await opens(
      {
        script: `<script src="${shop.server.origin}/dist/embed.js" defer></script><base href="https://elsewhere.example/">`,
      },
      own(),
    )
    expect(opened.requests.filter((address) => address.includes('elsewhere'))).toEqual([])
  })

  it.each([
    [
      'inlined by an optimiser',
      (embed: string) => `<script type="module">${embed.replaceAll('</script', '<\\/script')}</script>`,
    ],
    ['joined with other scripts', () => '<script src="/aggregate.js" defer></script>'],
  ])('are found at the address that the build was made for: %s', async (_, write) => {
    const embed = new TextDecoder().decode(shop.built.get('embed.js'))
    const base = /https:\/\/[^"'`]+\/dist\//.exec(embed)?.[0] ?? ''
    shop.server.route('/aggregate.js', { body: embed })
    const opened = await shop.open({ script: write(embed), evmWallets })
    await opened.context.route(`${base}**`, (route) => {
      const body = shop.built.get(route.request().url().slice(base.length))
      return route.fulfill({
        body: Buffer.from(body ?? ''),
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
      })
    })
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    expect(opened.requests).toContain(base + findBuilt(shop.built, 'embed/app-'))
  })
})

describe('a click that comes before the app', () => {
  it('turns the button’s icon into a spinner at once, and is served once when the app has loaded', async () => {
    const path = findBuilt(shop.built, 'embed/app-')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    shop.replace(path, async () => {
      await held
      return { body: shop.built.get(path) ?? '' }
    })
    const { page, button, row, heard, requests } = await shop.open({ evmWallets })
    const before = await button.boundingBox()
    await button.click()
    await button.click()
    expect(
      await button.locator('[part]').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('part'))),
    ).toEqual(['spinner', 'label'])
    expect(await button.boundingBox()).toEqual(before)
    expect(await page.evaluate(() => document.querySelector('wallet-connect-button')?.status)).toBe('idle')
    letGo()
    await row('Alpha').waitFor()
    expect(await heard('modal_opened')).toHaveLength(1)
    expect(requests.filter((address) => address.endsWith(path))).toHaveLength(1)
  })
})

describe('the published files', () => {
  it('G17: do not run when the script differs from its hash, and the element’s fallback stays usable', async () => {
    const opened = await shop.open({
      script: `<script src="${shop.cdn.origin}/dist/embed.js" integrity="${sha384(new Uint8Array())}" crossorigin="anonymous" defer></script>`,
      body: '<wallet-connect-button><a href="/help">How to connect</a></wallet-connect-button>',
    })
    expect(await opened.page.evaluate(() => customElements.get('wallet-connect-button'))).toBe(undefined)
    expect(await opened.page.getByRole('link').isVisible()).toBe(true)
  })

  it('G17: are refused with a code when the app differs from its hash, reported once, and can be fetched again', async () => {
    const path = findBuilt(shop.built, 'embed/app-')
    shop.replace(path, { body: 'window.hostileRan = 1; export const createApp = () => ({})' })
    const { page, heard, connect, button } = await shop.open({
      script: `<script src="${shop.cdn.origin}/dist/embed.js" defer></script>`,
      evmWallets,
    })
    const caught = await page.evaluate(() =>
      document
        .querySelector('wallet-connect-button')
        ?.connect()
        .catch(({ name, code, message, cause }) => ({
          name,
          code,
          message,
          hasCause: cause instanceof Error,
        })),
    )
    expect(caught).toEqual({
      name: 'WalletError',
      code: 'asset_integrity',
      message: 'Wallet button not loaded. Try again',
      hasCause: true,
    })
    expect(await heard('error')).toMatchObject([{ at: 'document', detail: { code: 'asset_integrity' } }])
    expect(await page.evaluate(() => window.hostileRan)).toBe(undefined)
    expect(await button.isEnabled()).toBe(true)
    shop.replace(path, null)
    await connect('Alpha')
    expect(await heard('error')).toHaveLength(1)
  })

  it('that two buttons wait for are reported to the document once', async () => {
    const { page, context, heard, console } = await shop.open({
      evmWallets,
      body: BUTTON + BUTTON.replace('id="one"', 'id="two"'),
      expectsErrors: true,
    })
    await context.route('**/embed/app-*.js', (route) => route.abort())
    const codes = await page.evaluate(() =>
      Promise.all(
        [...document.querySelectorAll('wallet-connect-button')].map((one) =>
          one.connect().catch(({ code }) => code),
        ),
      ),
    )
    expect(codes).toEqual(['asset_integrity', 'asset_integrity'])
    expect(await heard('error', 'document')).toHaveLength(1)
    expect(console.filter((line) => line.includes('not loaded'))).toHaveLength(1)
  })

  it.each(['app', 'renderer'])(
    'are checked although the page has preloaded them without a hash: %s (BR02)',
    async (part) => {
      const path = findBuilt(shop.built, `embed/${part}-`)
      shop.replace(path, { body: 'window.hostileRan = 1; export const createApp = () => ({})' })
      const opened = await shop.open({
        evmWallets,
        script: `<link rel="modulepreload" href="/dist/${path}">${SCRIPT}`,
      })
      const { page, button, row } = opened
      const refused = page.waitForEvent('console', (message) => message.text().includes('button not loaded'))
      await button.click()
      if (part === 'renderer') await row('Alpha').hover()
      await refused
      expect(await page.evaluate(() => window.hostileRan)).toBe(undefined)
    },
  )

  it.each([
    ['list-', 'app-'],
    ['shared-', 'views-'],
  ])('are refused also when what is imported with them comes later: %s before %s', async (altered, late) => {
    const path = (part: string) => findBuilt(shop.built, `embed/${part}`)
    shop.replace(path(altered), { body: `window.hostileRan = 1;${shop.built.get(path(altered))}` })
    shop.replace(path(late), async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      return { body: shop.built.get(path(late)) ?? '' }
    })
    const opened = await shop.open({ evmWallets, expectsErrors: true })
    const refused = opened.page.waitForEvent('console', (message) => message.text().includes('not loaded'))
    await opened.page.evaluate(
      () => void document.querySelector('wallet-connect-button')?.connect({ mode: 'alwaysAsk' }),
    )
    if (altered === 'shared-') await opened.row('Alpha').click()
    await refused
    expect(await opened.page.evaluate(() => window.hostileRan)).toBe(undefined)
  })

  it('of a module whose tag nobody knows have the nonce of the page’s policy', async () => {
    const { console, connect } = await shop.open({
      evmWallets,
      csp: "default-src 'none'; img-src data:; connect-src 'none'; script-src 'nonce-abc'",
      script: `<script type="importmap" nonce="abc">{"imports":{"wallet":"/dist/embed.js"}}</script><script type="module" nonce="abc">import 'wallet'</script>`,
    })
    await connect('Alpha')
    expect(console).toEqual([])
  })

  it.each(['injected-connect', 'account-menu'])(
    'G17: are refused when a later part differs: %s',
    async (part) => {
      const paths = [...shop.built.keys()].filter((path) => path.startsWith(`embed/${part}-`))
      expect(paths.length).toBeGreaterThan(0)
      const replaceAll = (reply: Parameters<typeof shop.replace>[1]) => {
        for (const path of paths) shop.replace(path, reply)
      }
      const body = BUTTON.replace('eip155:31338', 'starknet:SN_MAIN').replace(
        '"injected"',
        '"injected starknet"',
      )
      const initScripts = [injectStarknetWallet]
      const { page, connect, button, row, item, heard, modal } = await shop.open({
        evmWallets,
        body,
        initScripts,
      })
      replaceAll({ body: 'window.hostileRan = 1' })
      if (part === 'account-menu') {
        await connect('Alpha')
        await button.click()
      } else {
        await button.click()
        await row('Delta').click()
        await modal.getByRole('heading', { name: 'Could not connect' }).waitFor()
      }
      await expect.poll(() => heard('error')).toMatchObject([{ detail: { code: 'asset_integrity' } }])
      // A second try is checked against the hash too.
      const again = part === 'account-menu' ? button : modal.getByRole('button', { name: 'Try again' })
      await again.click()
      await expect.poll(() => heard('error')).toHaveLength(2)
      expect(await page.evaluate(() => window.hostileRan)).toBe(undefined)
      replaceAll(null)
      await again.click()
      if (part === 'account-menu') {
        await item('Copy address').waitFor()
      } else {
        await expect.poll(() => heard('connected')).toHaveLength(1)
      }
    },
  )

  it.each([
    ['unreachable', { status: 503 }],
    ['cut off', { drop: true }],
  ])('G13: cause one report and few requests when the app is %s', async (_, reply) => {
    const path = findBuilt(shop.built, 'embed/app-')
    shop.replace(path, reply)
    const { page, button, heard, requests, connect } = await shop.open({ evmWallets })
    // Without a pointer: a hover that fails before the click would be an attempt of its own.
    await button.evaluate((node) => (node as HTMLElement).click())
    await expect.poll(() => heard('error')).toHaveLength(1)
    await page.waitForLoadState('networkidle')
    expect(await heard('error')).toHaveLength(1)
    expect(requests.filter((address) => address.endsWith(path)).length).toBeLessThanOrEqual(3)
    shop.replace(path, null)
    await connect('Alpha')
  })
})

describe('the definition of the element', () => {
  const versions = () =>
    new TextDecoder().decode(shop.built.get('embed.js')).replace(/"0\.\d+\.\d+"/, '"0.0.1"')

  it('F06: happens once for the same script twice, without a message', async () => {
    const { console, connect, requests } = await shop.open({ script: SCRIPT + SCRIPT, evmWallets })
    await connect('Alpha')
    expect(console).toEqual([])
    expect(requests.filter((address) => address.includes('/embed/app-'))).toHaveLength(1)
  })

  it('F06: is shared by two copies of one version at two addresses', async () => {
    const { console, connect, heard } = await shop.open({
      script: `${SCRIPT}<script src="${shop.cdn.origin}/dist/embed.js" defer></script>`,
      evmWallets,
    })
    await connect('Alpha')
    expect(console).toEqual([])
    expect(await heard('connected', 'document')).toHaveLength(1)
  })

  it('F06: is shared by a script tag and a copy in the page’s own bundle, with one session', async () => {
    const { outputFiles } = await build({
      entryPoints: [inPackage('src/exports/index.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      define: { __WCB_VERSION__: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
      logLevel: 'silent',
    })
    shop.server.route('/bundle.js', {
      body: `${outputFiles[0]?.text}\ndocument.bundled = WalletConnectButton`,
    })
    const copy = '<script type="module" src="/bundle.js"></script>'
    for (const script of [SCRIPT + copy, copy]) {
      const { console, connect, page, heard } = await shop.open({ script, evmWallets })
      await connect('Alpha')
      expect(console).toEqual([])
      expect(await heard('connected', 'document')).toHaveLength(1)
      expect(
        await page.evaluate(
          () =>
            (document as unknown as { bundled: unknown }).bundled ===
              customElements.get('wallet-connect-button') &&
            document.querySelector('wallet-connect-button') instanceof HTMLElement,
        ),
      ).toBe(true)
    }
  })

  it('F07: is the first of two versions, with one notice, and its version can be read', async () => {
    expect(versions()).toContain('"0.0.1"')
    shop.server.route('/older/embed.js', { body: versions() })
    const { console, page, connect } = await shop.open({
      script: `${SCRIPT}<script src="/older/embed.js" defer></script>`,
      evmWallets,
    })
    await page.waitForLoadState()
    expect(console).toEqual([expect.stringMatching(/^error: .*already defined: \d+\.\d+\.\d+$/)])
    expect(
      await page.evaluate(
        () => (customElements.get('wallet-connect-button') as { version?: string })?.version,
      ),
    ).toMatch(/^\d+\.\d+\.\d+$/)
    await connect('Alpha')
  })

  it('F08: leaves a tag of another class alone, with one error in the console', async () => {
    const { console, page } = await shop.open({
      script: `<script>customElements.define('wallet-connect-button', class extends HTMLElement { connectedCallback() { this.textContent = 'theirs' } })</script>${SCRIPT}`,
      body: BUTTON,
    })
    await page.waitForLoadState()
    expect(console).toEqual([expect.stringMatching(/^error: .*already defined/)])
    expect(await page.locator('wallet-connect-button').innerText()).toBe('theirs')
  })
})
