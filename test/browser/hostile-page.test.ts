import { describe, expect, it } from 'vitest'
import {
  addExtensionNoise,
  HOSTILE_CSS,
  patchArrays,
  polluteWithTraps,
  polluteWithValues,
  replaceBuiltIns,
  translatePage,
} from '../counterparts/hostile.js'
import { BUTTON, SCRIPT, type Shop, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]

/** Inserts a script after the wallets and before the button’s script. */
const inPage = (run: (...args: never[]) => void, ...args: unknown[]) =>
  `<script>(${run.toString()})(${args.map((value) => JSON.stringify(value)).join()})</script>`

/** Connects, opens the menu and disconnects. */
async function visit(opened: Shop): Promise<void> {
  await opened.connect('Alpha')
  await opened.button.click()
  await opened.item(/^Disconnect/).click()
  await untilStatus(opened.page, 'idle')
}

const records = ({ page }: Shop) => page.evaluate(() => window.hostileRecords ?? [])
/** Removes what the test itself has put on the page’s prototypes and globals. */
const clean = ({ page }: Shop) =>
  page.evaluate(() => {
    for (const key of Object.getOwnPropertyNames(Object.prototype)) {
      if (/^(?:icon|code|rdns|then|message|id|name|data|chainId|walletId|mode)$/.test(key))
        delete (Object.prototype as unknown as Record<string, unknown>)[key]
    }
    delete window.hostileRecords
  })

describe('G06: a page with polluted prototypes', () => {
  it('changes nothing by values on Object.prototype', async () => {
    const keys = [
      'icon',
      'code',
      'rdns',
      'then',
      'message',
      'id',
      'name',
      'data',
      'chainId',
      'walletId',
      'mode',
    ]
    const opened = await shop.open({ evmWallets, script: inPage(polluteWithValues, keys) + SCRIPT })
    await visit(opened)
    await clean(opened)
  })

  it('changes nothing by a text and a function that every loop over names meets (BR12)', async () => {
    const pollute = () =>
      Object.assign(Object.prototype, { color: 'red', extend: () => {}, size: 'huge', type: 'x' })
    const opened = await shop.open({ evmWallets, script: inPage(pollute) + SCRIPT })
    await visit(opened)
    expect(opened.requests.filter((address) => !address.startsWith(shop.server.origin))).toEqual([])
    await opened.page.evaluate(() => {
      for (const key of ['color', 'extend', 'size', 'type']) Reflect.deleteProperty(Object.prototype, key)
    })
  })

  it('gets an error and no element, never a half element, for names that break every property descriptor', async () => {
    const opened = await shop.open({
      evmWallets,
      script: inPage(polluteWithValues, ['get', 'set', 'value']) + SCRIPT,
      body: '<wallet-connect-button><a href="/help">How to connect</a></wallet-connect-button>',
      expectsErrors: true,
    })
    expect(opened.errors).toHaveLength(1)
    expect(await opened.page.evaluate(() => !!customElements.get('wallet-connect-button'))).toBe(false)
    expect(await opened.page.getByRole('link').isVisible()).toBe(true)
  })

  it('learns no signature by traps and patched array methods, and loses nothing', async () => {
    const opened = await shop.open({
      evmWallets,
      script: inPage(polluteWithTraps) + inPage(patchArrays) + SCRIPT,
      expectsErrors: true,
    })
    const { page } = opened
    await opened.connect('Alpha')
    await page.evaluate(() => {
      const wallet = window.evmWallets[0]
      if (wallet) wallet.faults.answers = { personal_sign: `0x${'5e'.repeat(65)}` }
    })
    const signature = await page.evaluate(() =>
      document.querySelector('wallet-connect-button')?.signMessage('Hello'),
    )
    expect(signature).toBe(`0x${'5e'.repeat(65)}`)
    expect((await records(opened)).filter((record) => record.includes('5e5e5e'))).toEqual([])
    expect(opened.errors).toEqual([])
  })
})

describe('G07: built-ins that a page replaces after our script', () => {
  it('are not used, because we keep those of load time', async () => {
    const opened = await shop.open({
      evmWallets: evmWallets.map((wallet) => ({ ...wallet, memory: 'page' })),
    })
    await opened.button.hover()
    await opened.page.waitForLoadState('networkidle')
    await opened.page.evaluate(replaceBuiltIns, '/dist/')
    await visit(opened)
    expect(await records(opened)).toEqual([])
    await clean(opened)
  })
})

describe('G08: the style sheet of a page', () => {
  it.each(Object.entries(HOSTILE_CSS))('changes neither button nor modal: %s', async (_, css) => {
    const look = async ({ page, modal, button, row }: Shop) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await button.click()
      await row('Alpha').waitFor()
      await page.mouse.move(0, 0)
      const read = (tag: string) =>
        page.evaluate((element) => {
          const names = [
            'display',
            'color',
            'background-color',
            'font-size',
            'font-style',
            'line-height',
            'letter-spacing',
            'text-transform',
            'width',
            'height',
            'padding-left',
            'margin-left',
            'border-top-style',
            'pointer-events',
            'float',
            'filter',
            'cursor',
          ]
          return [...(document.querySelector(element)?.shadowRoot?.querySelectorAll('[part]') ?? [])].map(
            (node) => {
              const style = getComputedStyle(node)
              return [
                node.getAttribute('part'),
                ...names.map((name) => `${name}:${style.getPropertyValue(name)}`),
              ].join(' ')
            },
          )
        }, tag)
      return {
        button: await read('wallet-connect-button'),
        modal: await read('wallet-connect-modal'),
        count: await modal.count(),
      }
    }
    const plain = await shop.open({ evmWallets })
    const styled = await shop.open({ evmWallets, head: `<style>${css}</style>` })
    const [wanted, seen] = [await look(plain), await look(styled)]
    expect(seen).toEqual(wanted)
    await styled.row('Alpha').click()
    await untilStatus(styled.page, 'connected')
  })
})

describe('a page that others change', () => {
  it('G20: works on when it is translated between all steps', async () => {
    const opened = await shop.open({ evmWallets, expectsErrors: true })
    const { page, errors } = opened
    await page.evaluate(translatePage)
    await opened.button.click()
    await opened.modal.locator('[part=wallet]').first().waitFor()
    await page.evaluate(translatePage)
    await page.evaluate(() => window.evmWallets[0]?.setApprove('never'))
    await opened.modal.locator('[part=wallet]').first().click()
    await opened.modal.locator('h2').waitFor()
    await page.evaluate(translatePage)
    await page.evaluate(() => window.evmWallets[0]?.setApprove('always'))
    await opened.modal.locator('.actions button').last().click()
    await untilStatus(page, 'connected')
    await page.evaluate(translatePage)
    await page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[1])
    await opened.button.click()
    await opened.element.locator('[role=menuitem]').last().waitFor()
    await page.evaluate(translatePage)
    await opened.element.locator('[role=menuitem]').last().click()
    await untilStatus(page, 'idle')
    expect(errors).toEqual([])
    await opened.connect('Alpha')
  })

  it('G21: crashes at no nodes and attributes of extensions, inside and around the element', async () => {
    const opened = await shop.open({ evmWallets })
    const { page } = opened
    await page.evaluate(addExtensionNoise)
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    await page.evaluate(addExtensionNoise)
    await opened.row('Alpha').click()
    await untilStatus(page, 'connected')
    await page.evaluate(addExtensionNoise)
    await opened.button.click()
    await opened.item(/^Disconnect/).waitFor()
    await page.evaluate(addExtensionNoise)
    await opened.item(/^Disconnect/).click()
    await untilStatus(page, 'idle')
  })

  it('G13: keeps the methods when a cosmetic filter hides the tag', async () => {
    const opened = await shop.open({
      evmWallets,
      head: '<style>wallet-connect-button, wallet-connect-modal { display: none !important }</style>',
    })
    const outcome = opened.page.evaluate(() =>
      document
        .querySelector('wallet-connect-button')
        ?.connect()
        .then(({ wallet }) => wallet?.name),
    )
    await opened.row('Beta').click()
    expect(await outcome).toBe('Beta')
  })
})

describe('a page that looks for data', () => {
  it('G12: finds no signature and no stored value in attributes or text of our elements', async () => {
    const opened = await shop.open({ evmWallets })
    const { page } = opened
    await opened.connect('Alpha')
    const signature = await page.evaluate(() => {
      const wallet = window.evmWallets[0]
      if (wallet) wallet.faults.answers = { personal_sign: `0x${'5e'.repeat(65)}` }
      return document.querySelector('wallet-connect-button')?.signMessage('A secret of this session')
    })
    expect(signature).toContain('5e5e')
    const dump = await page.evaluate(() => {
      const write = (root: ParentNode): string =>
        [...root.querySelectorAll('*')]
          .map((node) => node.outerHTML + (node.shadowRoot ? write(node.shadowRoot) : ''))
          .join('\n')
      return write(document) + JSON.stringify({ ...localStorage, ...sessionStorage })
    })
    expect(dump).not.toContain('5e5e')
    expect(dump).not.toContain('A secret')
    expect(opened.console).toEqual([])
  })

  it('G16: has document.domain, window.name and opener neither used nor changed by us', async () => {
    const opened = await shop.open({
      evmWallets,
      script: `<script>window.name = '{"connected":true}'; window.opener = { postMessage() { throw new Error('opener was used') } }</script>${SCRIPT}`,
    })
    const state = () => opened.page.evaluate(() => [window.name, document.domain, typeof window.opener])
    const before = await state()
    await visit(opened)
    expect(await state()).toEqual(before)
    expect(
      await opened.page.evaluate(() =>
        window.pageLedger.posts().filter(({ targetOrigin }) => targetOrigin === '*'),
      ),
    ).toEqual([])
  })

  it('G19: shows the address as selected text when the clipboard is denied', async () => {
    const opened = await shop.open({ evmWallets, headers: { 'permissions-policy': 'clipboard-write=()' } })
    await opened.connect('Alpha')
    await opened.button.click()
    await opened.item('Copy address').click()
    const field = opened.element.locator('textarea')
    await field.waitFor()
    expect(
      await field.evaluate((node: HTMLTextAreaElement) =>
        node.value.slice(node.selectionStart, node.selectionEnd),
      ),
    ).toBe(ACCOUNTS[0])
  })
})

describe('G22: the fonts service', () => {
  const withFont = BUTTON.replace('app-name', 'font-href="https://fonts.example/css?family=Inter" app-name')

  it('is asked when the modal opens and not before, and does not delay the modal when it hangs', async () => {
    const opened = await shop.open({ evmWallets, body: withFont })
    const { page, requests } = opened
    let asked = 0
    await opened.context.route('https://fonts.example/**', () => {
      asked += 1
      // This request is never answered.
    })
    await opened.button.hover()
    await page.waitForLoadState('networkidle')
    expect(requests.filter((address) => address.includes('fonts.example'))).toEqual([])
    await page.evaluate(() => {
      Object.defineProperty(document, 'shift', { value: [] as number[] })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (document as unknown as { shift: number[] }).shift.push(
            (entry as unknown as { value: number }).value,
          )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    await expect.poll(() => asked).toBe(1)
    await opened.row('Alpha').click()
    await untilStatus(page, 'connected')
    const shift = await page.evaluate(() =>
      (document as unknown as { shift: number[] }).shift.reduce((sum, value) => sum + value, 0),
    )
    expect(shift).toBeLessThanOrEqual(0.1)
  })

  it('may be blocked', async () => {
    const opened = await shop.open({
      evmWallets,
      body: withFont,
      block: (address) => address.includes('fonts.example'),
    })
    await opened.connect('Beta')
  })

  it('is nobody by default, and no request goes to another host, whatever the visitor does', async () => {
    const opened = await shop.open({ evmWallets })
    await visit(opened)
    expect(opened.requests.filter((address) => !address.startsWith(shop.server.origin))).toEqual([])
  })
})
