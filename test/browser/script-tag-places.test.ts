import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inPackage } from '../counterparts/package-root.js'
import { startPageServer } from '../counterparts/servers.js'
import { findBuilt } from './support/built.js'
import { BUTTON, SCRIPT, type Shop, type ShopOptions, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
const embed = () => new TextDecoder().decode(shop.built.get('embed.js'))
const app = () => findBuilt(shop.built, 'embed/app-')
const own = () => `${shop.server.origin}/dist/`
/** The address in the file that the build names as its own. */
const home = () => /https:\/\/[^"'`]+\/dist\//.exec(embed())?.[0] ?? ''

/** Opens a page, with the build's own address served or refused by the test: nothing leaves this machine. */
async function open(options: ShopOptions, atHome: 'served' | 'refused' = 'refused'): Promise<Shop> {
  const opened = await shop.open({ evmWallets, ...options })
  await opened.context.route(`${home()}**`, (route) => {
    const body = shop.built.get(route.request().url().slice(home().length))
    if (atHome === 'refused' || !body) return route.abort()
    return route.fulfill({
      body: Buffer.from(body),
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  return opened
}

/** The addresses that the app was requested from, in order. */
const asked = ({ requests }: Shop) => [
  ...new Set(
    requests.filter((address) => address.endsWith(app())).map((address) => address.slice(0, -app().length)),
  ),
]

/** Waits until the list opens. @returns the addresses that the app was requested from */
async function opensFrom(opened: Shop): Promise<string[]> {
  await opened.button.click()
  await opened.row('Alpha').waitFor()
  return asked(opened)
}

describe('the script tag beside other vendors’ files of the same name (X06)', () => {
  /** Writes another vendor's file, and ours in a folder of any name. */
  function write(path: string): string {
    shop.cdn.route(path, { body: '' })
    shop.server.route('/js/embed.js', { body: embed() })
    for (const file of [app(), findBuilt(shop.built, 'embed/list-')])
      shop.server.route(`/js/${file}`, { body: shop.built.get(file) ?? '' })
    return `<script src="${shop.cdn.origin}${path}" async></script>`
  }

  it.each(['/embed.js', '/public/dist/embed.js'])(
    'uses its own folder as a module, and requests nothing from %s',
    async (path) => {
      const script = `${write(path)}<script type="module" src="/js/embed.js?ver=6.1/2"></script>`
      expect(await opensFrom(await open({ script }))).toEqual([`${shop.server.origin}/js/`])
    },
  )

  it('uses the build’s own address when it is inlined, and requests nothing from the folder of /embed/embed.js', async () => {
    const script = `${write('/embed/embed.js')}<script type="module">${embed().replaceAll('</script', '<\\/script')}</script>`
    expect(await opensFrom(await open({ script }, 'served'))).toEqual([home()])
  })
})

describe('the script tag without its parts beside it (X07)', () => {
  it.each(['/cache/min/1a2b3c.js', '/cache/embed.js'])(
    'continues at the build’s own address when it was copied to %s',
    async (path) => {
      shop.server.route(path, { body: embed() })
      const opened = await open({ script: `<script src="${path}" defer></script>` }, 'served')
      const folder = shop.server.origin + path.replace(/[^/]*$/, '')
      expect(await opensFrom(opened)).toEqual([folder, home()])
    },
  )

  it.each([
    ['data-base on the element', '', BUTTON.replace('app-name', 'data-base="/dist/" app-name')],
    ['a <meta>', '<meta name="wallet-connect-button-base" content="/dist">', BUTTON],
  ])('finds its parts by %s', async (_, head, body) => {
    shop.server.route('/cache/copy.js', { body: embed() })
    const opened = await open({ script: '<script src="/cache/copy.js" defer></script>', head, body })
    expect(await opensFrom(opened)).toEqual([own()])
  })

  it.each(['/dist', '/dist/?v=a/b', '/dist/embed.js?v=a/b'])(
    'uses the folder of data-base="%s" on the script tag (X19)',
    async (base) => {
      shop.server.route('/cache/copy.js', { body: embed() })
      const script = `<script src="/cache/copy.js" data-base="${base}" defer></script>`
      expect(await opensFrom(await open({ script }))).toEqual([own()])
    },
  )
})

describe('a place that is the folder of the parts themselves (SP05)', () => {
  const files = () => [...shop.built].filter(([name]) => name.startsWith('embed/'))
  const parts = (folder: string) => {
    for (const [name, body] of files()) shop.server.route(folder + name.slice('embed/'.length), { body })
    shop.server.route('/cache/copy.js', { body: embed() })
  }
  const script = (attributes = '') => `<script src="/cache/copy.js" ${attributes} defer></script>`

  it.each([
    [
      'data-base on the element',
      () => ({ body: BUTTON.replace('app-name', 'data-base="/parts/" app-name') }),
    ],
    ['data-base on the script tag', () => ({ script: script('data-base="/parts"') })],
    ['a <meta>', () => ({ head: '<meta name="wallet-connect-button-base" content="/parts/">' })],
  ])('works by %s', async (_, write) => {
    parts('/parts/')
    const { button, row, requests } = await open({ script: script(), ...write() })
    await button.click()
    await row('Alpha').click()
    await expect.poll(() => button.innerText()).toMatch(/0xf39F/)
    expect(requests.filter((address) => address.startsWith(home()))).toEqual([])
  })
})

describe('parts that cannot be loaded (X08)', () => {
  const ALERT = 'Not loaded. Try again'

  it.each([
    ['data-base on the element', '', BUTTON.replace('app-name', 'data-base="/nowhere/" app-name')],
    ['a <meta>', '<meta name="wallet-connect-button-base" content="/nowhere/">', BUTTON],
    ['an empty <meta>', '<meta name="wallet-connect-button-base" content="">', BUTTON],
  ])(
    'are not asked from the build’s own address when the page names a place: %s (HO04)',
    async (_, head, body) => {
      shop.server.route('/cache/copy.js', { body: embed() })
      const opened = await open(
        { script: '<script src="/cache/copy.js" defer></script>', head, body },
        'served',
      )
      await opened.button.click()
      await expect.poll(() => opened.button.innerText()).toBe(ALERT)
      expect(opened.requests.filter((address) => address.startsWith(home()))).toEqual([])
    },
  )

  it('leave the tag’s own text when the script itself does not come, and a button when it comes (HO09)', async () => {
    const body = BUTTON.replace('></wallet-', '><a href="/help">Connect wallet</a></wallet-')
    const refused = `<script src="${shop.server.alias}/dist/embed.js" crossorigin="anonymous" defer></script>`
    const { page, button } = await open({ script: refused, body })
    const text = page.getByRole('link', { name: 'Connect wallet' })
    expect(await text.isVisible()).toBe(true)
    await page.addScriptTag({ url: `${shop.server.origin}/dist/embed.js` })
    await button.waitFor()
    expect(await text.isVisible()).toBe(false)
  })

  it.each([
    [
      'another origin that sends no CORS headers',
      () => ({ script: `<script src="${shop.server.alias}/dist/embed.js" defer></script>` }),
    ],
    [
      'a policy that lists the script’s hash alone',
      () => {
        const hash = `sha384-${createHash('sha384').update(embed()).digest('base64')}`
        return {
          script: SCRIPT.replace('defer', `integrity="${hash}" defer`),
          csp: `script-src '${hash}'`,
        }
      },
    ],
  ])('are reported in the button, announced, and reported in the console once: %s', async (_, write) => {
    const opened = await open(write())
    const { page, button, element, console, heard } = opened
    await button.click()
    await expect.poll(() => button.innerText()).toBe(ALERT)
    expect(await element.getByRole('alert').innerText()).toBe(ALERT)
    expect(await button.locator('[part=spinner]').count()).toBe(0)
    expect(await heard('error', 'document')).toMatchObject([{ detail: { code: 'asset_integrity' } }])

    const again = page.evaluate(
      () => new Promise((resolve) => document.addEventListener('wallet_error', resolve)),
    )
    await button.click()
    await again
    await expect.poll(() => button.innerText()).toBe(ALERT)
    const told = console.filter((line) => line.includes('Wallet button not loaded'))
    expect(told).toHaveLength(1)
    // The addresses, and the browser's message about them.
    const place = /src="(.*)embed\.js"/.exec(write().script)?.[1]
    expect(told[0]).toContain(`${new URL(place ?? '', shop.server.origin).href}${app()}`)
    expect(told[0]).toContain(home() + app())
    expect(told[0]).toContain('Failed to fetch dynamically imported module')
  })

  it('are loaded by a later click, which also restores the label', async () => {
    shop.replace(app(), { status: 503 })
    const opened = await open({
      body: '<wallet-connect-button label="Los" lang="de" chains="eip155:31337" wallets="injected"></wallet-connect-button>',
    })
    const { button, element } = opened
    await button.click()
    // In English, because the texts of other languages are among the parts.
    await expect.poll(() => button.innerText()).toBe(ALERT)
    shop.replace(app(), null)
    await button.click()
    await opened.row('Alpha').waitFor()
    expect(await button.innerText()).toBe('Los')
    expect(await element.getByRole('alert').count()).toBe(0)
  })

  it('cause no message when they were only fetched ahead', async () => {
    shop.replace(app(), { status: 503 })
    const { page, button, heard } = await open({})
    const refused = page.waitForEvent('requestfailed', (request) => request.url().startsWith(home()))
    await button.hover()
    await refused
    expect(await button.innerText()).toBe('Connect wallet')
    expect(await heard()).toEqual([])
  })

  it('are also reported in the button when the menu is among them, and the menu opens later', async () => {
    const path = findBuilt(shop.built, 'embed/account-menu')
    shop.replace(path, { status: 503 })
    const { connect, button, element, item, console } = await open({})
    await connect('Alpha')
    const address = await button.innerText()
    await button.click()
    await expect.poll(() => button.innerText()).toBe(ALERT)
    expect(await element.getByRole('alert').innerText()).toBe(ALERT)
    expect(console.filter((line) => line.includes('button not loaded') && line.includes(path))).toHaveLength(
      1,
    )
    shop.replace(path, null)
    await button.click()
    await item('Copy address').waitFor()
    expect(await button.innerText()).toBe(address)
  })

  it('have published hashes that work in a policy by hashes', async () => {
    const integrity = JSON.parse(new TextDecoder().decode(shop.built.get('integrity.json')))
    const hashes = Object.values<string>(integrity).flatMap((list) => list.split(' '))
    const { button, row } = await open({
      script: SCRIPT.replace('defer', `integrity="${integrity['embed.js']}" defer`),
      csp: `script-src ${hashes.map((hash) => `'${hash}'`).join(' ')}`,
    })
    await button.click()
    await row('Alpha').waitFor()
    await row('Alpha').click()
    await expect.poll(() => button.innerText()).toMatch(/0xf39F/)
  })
})

describe('a page that is not UTF-8 (X14)', () => {
  it.each([
    ['ja', 'windows-1251', 'ウォレットを接続'],
    ['zh', 'iso-8859-1', '连接钱包'],
  ])('shows %s correctly in %s', async (lang, charset, label) => {
    shop.replace('embed.js', { body: embed(), headers: { 'content-type': 'text/javascript' } })
    for (const [path, body] of shop.built) {
      if (path.startsWith('embed/'))
        shop.replace(path, { body, headers: { 'content-type': 'text/javascript' } })
    }
    const url = `/${charset}.html`
    shop.server.route(url, {
      body: `<!doctype html><html lang="${lang}"><head>${SCRIPT}</head><body>${BUTTON}</body></html>`,
      headers: { 'content-type': `text/html; charset=${charset}` },
    })
    const opened = await open({ url: shop.server.origin + url })
    expect(await opened.page.evaluate(() => document.characterSet)).toBe(
      charset === 'iso-8859-1' ? 'windows-1252' : charset,
    )
    await opened.button.hover()
    await expect.poll(() => opened.button.innerText()).toBe(label)
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    const close = lang === 'ja' ? '閉じる' : '关闭'
    await opened.modal.getByRole('button', { name: close, exact: true }).waitFor()
  })
})

describe('a page that loads the bundler files without a bundler (X17)', () => {
  it('gets a message in the button, and in the console what to load instead', async () => {
    const whole = await startPageServer({ folders: { '/whole/': inPackage('dist') } })
    try {
      const url = whole.page(
        '/',
        `<!doctype html><html lang="en"><head><script type="importmap">{"imports":{"wallet-connect-button":"/whole/index.js"}}</script>
        <script type="module">import 'wallet-connect-button'</script></head><body>${BUTTON}</body></html>`,
      )
      const { button, heard, console } = await open({ url })
      await button.click()
      await expect.poll(() => button.innerText()).toBe('Not loaded. Try again')
      expect(await heard('error', 'document')).toMatchObject([{ detail: { code: 'config_invalid' } }])
      const told = console.filter((line) => line.includes('load dist/embed.js'))
      expect(told).toHaveLength(1)
      expect(told[0]).toMatch(/"react(?:\/jsx-runtime)?"/)
    } finally {
      await whole.stop()
    }
  })

  it('can load embed.js by an import map', async () => {
    const opened = await open({
      script: `<script type="importmap">{"imports":{"wallet-connect-button":"${shop.cdn.origin}/dist/embed.js"}}</script>
        <script type="module">import 'wallet-connect-button'</script>`,
    })
    expect(await opensFrom(opened)).toEqual([`${shop.cdn.origin}/dist/`])
  })
})
