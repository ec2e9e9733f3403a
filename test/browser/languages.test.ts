import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/view/i18n/names.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { BUTTON, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
const inLanguage = (lang: string) => BUTTON.replace('id="one"', `id="one" lang="${lang}"`)

describe('a text that the visitor reads', () => {
  it('on the idle button is in the page’s language in the first frame, before the app is there (U07, U08)', async () => {
    const body = ['en', ...LANGUAGES]
      .map((lang) => BUTTON.replace('id="one"', `id="${lang}" lang="${lang}"`))
      .join('')
    const { page } = await shop.open({ evmWallets, body })
    const read = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('wallet-connect-button')].map(({ id, shadowRoot }) => {
          const root = shadowRoot?.querySelector<HTMLElement>('[lang]')
          return [id, root?.lang, root && getComputedStyle(root).direction, root?.innerText]
        }),
      )
    const wanted = await Promise.all(
      LANGUAGES.map(async (lang) => {
        const { texts } = await import(`../../src/view/i18n/languages/${lang}.ts`)
        return [lang, lang, texts.dir ?? 'ltr', texts.label]
      }),
    )
    expect(await read()).toEqual([['en', 'en', 'ltr', 'Connect wallet'], ...wanted])
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(files.filter((file) => file.includes('/embed/'))).toEqual([])
  })

  it.each([
    ['it', 'ltr', 'Connetti il wallet'],
    ['he', 'rtl', 'חיבור ארנק'],
  ])(
    'on the idle button in %s stays as it is when the app and React come (U07, U08)',
    async (lang, direction, label) => {
      const { page, element, button } = await shop.open({ evmWallets, body: inLanguage(lang) })
      await page.evaluate(() => {
        const root = document.querySelector('wallet-connect-button')?.shadowRoot
        const seen = new Set<string>()
        Object.assign(document, { seen })
        const note = () => {
          const wrapper = root?.querySelector<HTMLElement>('[lang]')
          if (wrapper) seen.add(`${wrapper.lang} ${getComputedStyle(wrapper).direction} ${wrapper.innerText}`)
          requestAnimationFrame(note)
        }
        note()
      })
      await element.hover()
      await button.click()
      await page.locator('wallet-connect-modal dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('wallet-connect-modal dialog').waitFor({ state: 'detached' })
      expect(await page.evaluate(() => [...Reflect.get(document, 'seen')])).toEqual([
        `${lang} ${direction} ${label}`,
      ])
    },
  )

  it('on idle buttons that nobody has used stays, also on a button that comes later or is changed (U07, U08)', async () => {
    const write = (id: string, lang: string) => BUTTON.replace('id="one"', `id="${id}" lang="${lang}"`)
    const body =
      write('used', 'ar') + write('other', 'ar-EG') + write('foreign', 'ko') + write('own', 'ar" label="Go')
    const { page, element } = await shop.open({ evmWallets, body })
    const read = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('wallet-connect-button')].map(({ id, shadowRoot }) => {
          const root = shadowRoot?.querySelector<HTMLElement>('[lang]')
          const label = root?.querySelector('[part=label]')?.textContent
          return [id, root?.lang, root && getComputedStyle(root).direction, label]
        }),
      )
    const foreign = ['foreign', 'ko', 'ltr', '지갑 연결']
    const own = ['own', 'ar', 'ltr', 'Go']
    const other = ['other', 'ar-EG', 'rtl', 'توصيل المحفظة']
    const used = ['used', 'ar', 'rtl', 'توصيل المحفظة']
    expect(await read()).toEqual([used, other, foreign, own])
    await element.hover()
    await expect.poll(read).toEqual([used, other, foreign, own])
    await page.evaluate(() => {
      const [, changed, moved] = document.querySelectorAll('wallet-connect-button')
      changed?.toggleAttribute('disabled')
      const late = changed?.cloneNode() as HTMLElement
      late.id = 'late'
      document.body.append(late)
      moved?.setAttribute('lang', 'ar')
    })
    const late = ['late', ...other.slice(1)]
    await expect.poll(read).toEqual([used, other, ['foreign', ...used.slice(1)], own, late])
    await page.evaluate(() => document.querySelector('#foreign')?.setAttribute('lang', 'ko'))
    await expect.poll(read).toEqual([used, other, foreign, own, late])
  })

  it('on an idle button has its own direction from the first frame on, and the page’s label that of the page (U07)', async () => {
    const write = (id: string, more: string) => BUTTON.replace('id="one"', `id="${id}" ${more}`)
    const body = `<div dir="rtl">${write('one', 'lang="ar"')}${write('own', 'lang="ar" label="Go"')}</div>`
    const { page, element } = await shop.open({ evmWallets, body })
    const read = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('wallet-connect-button')].map(({ shadowRoot }) => {
          const [wrapper] = shadowRoot?.children ?? []
          const [sign, label] = wrapper?.querySelectorAll('span') ?? []
          const isBefore = (sign?.getBoundingClientRect().x ?? 0) < (label?.getBoundingClientRect().x ?? 0)
          return [label?.textContent, isBefore ? 'ltr' : 'rtl']
        }),
      )
    const own = ['Go', 'rtl']
    expect(await read()).toEqual([['توصيل المحفظة', 'rtl'], own])
    await element.hover()
    await expect.poll(read).toEqual([['توصيل المحفظة', 'rtl'], own])
  })

  it('on an idle button follows each change of the page’s language without another visit of the pointer (BR13)', async () => {
    const { element, button, page } = await shop.open({ evmWallets, body: inLanguage('de') })
    await element.hover()
    await expect.poll(() => button.innerText()).toBe('Wallet verbinden')
    for (const [lang, label] of [
      ['th', 'เชื่อมต่อกระเป๋าเงิน'],
      ['uk', 'Підключити гаманець'],
      ['en', 'Connect wallet'],
    ] as const) {
      await page.evaluate(
        (tag) => document.querySelector('wallet-connect-button')?.setAttribute('lang', tag),
        lang,
      )
      await expect.poll(() => button.innerText()).toBe(label)
    }
  })

  it('in the first frame of the list is in the page’s language and direction, without a hover (UI01)', async () => {
    const { page, button } = await shop.open({ evmWallets, body: inLanguage('ar') })
    await page.evaluate(() => {
      const frames: string[] = []
      Object.assign(document, { frames })
      const note = () => {
        const dialog = document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('dialog')
        const frame = dialog && `${dialog.lang} ${dialog.dir} ${dialog.querySelector('h1')?.textContent}`
        if (frame && frames.at(-1) !== frame) frames.push(frame)
        requestAnimationFrame(note)
      }
      note()
      document.querySelector('wallet-connect-button')?.shadowRoot?.querySelector('button')?.click()
    })
    await expect.poll(() => page.evaluate(() => Reflect.get(document, 'frames'))).toHaveLength(1)
    await page.locator('wallet-connect-modal').getByRole('button').first().hover()
    await expect.poll(() => button.innerText()).toBe('توصيل المحفظة')
    expect(await page.evaluate(() => Reflect.get(document, 'frames'))).toEqual([
      expect.stringMatching(/^ar rtl /),
    ])
  })

  it('is in the page’s language in a component of the page, whose shadow root names none', async () => {
    const component = `<my-header><template shadowrootmode="open">${BUTTON}</template></my-header>`
    const { page, button, modal } = await shop.open({
      evmWallets,
      body: `<script>document.documentElement.lang = 'de'</script>${component}`,
    })
    expect(await button.innerText()).toBe('Wallet verbinden')
    await button.click()
    await modal.getByRole('button', { name: 'Schließen' }).waitFor()
    await page.keyboard.press('Escape')
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'fr'))
    await expect.poll(() => button.innerText()).toBe('Connecter un portefeuille')
  })

  it('is in the language of the nearest ancestor, also out of shadow roots, and follows it there and into a frame', async () => {
    const wrap = (name: string, inside: string) =>
      `<${name}><template shadowrootmode="open">${inside}</template></${name}>`
    const { page, button } = await shop.open({
      evmWallets,
      body: `<div lang="it">${wrap('my-app', `<p>${wrap('my-card', BUTTON)}</p>`)}</div><iframe srcdoc="<html lang='id'>"></iframe>`,
    })
    await button.hover()
    await expect.poll(() => button.innerText()).toBe('Connetti il wallet')
    await page.locator('p').evaluate((node) => node.setAttribute('lang', 'de'))
    await expect.poll(() => button.innerText()).toBe('Wallet verbinden')
    await page.locator('wallet-connect-button').evaluate((node) => {
      document.querySelector('iframe')?.contentDocument?.body.append(node)
    })
    const moved = page.frameLocator('iframe').locator('wallet-connect-button [part=button]')
    await moved.hover()
    await expect.poll(() => moved.innerText()).toBe('Hubungkan dompet')
    await moved.evaluate(({ ownerDocument: { documentElement } }) =>
      documentElement.setAttribute('lang', 'fr'),
    )
    await expect.poll(() => moved.innerText()).toBe('Connecter un portefeuille')
  })

  it.each([
    ['de_DE', 'Wallet verbinden', 'Mit Shop verbinden'],
    ['plt', 'Connect wallet', 'Connect to Shop'],
    ['frr', 'Connect wallet', 'Connect to Shop'],
  ])('is in one language in button and list, with lang="%s"', async (lang, label, title) => {
    const { button, modal } = await shop.open({ evmWallets, body: inLanguage(lang) })
    await button.click()
    await modal.getByText(title).waitFor()
    expect(await button.innerText()).toBe(label)
  })

  it.each([
    ['list', 'wallet-connect-modal', 'dialog'],
    ['menu', '#one', '[part=menu]'],
  ])('in an open %s turns from Arabic to Hebrew at once, not through English', async (what, host, box) => {
    const opened = await shop.open({ evmWallets, body: `<div lang="ar">${BUTTON}</div>` })
    if (what === 'menu') await opened.connect('Alpha')
    await opened.button.click()
    await opened.page
      .locator(`${host} ${box}`)
      .getByText(/[\u0600-\u06ff]/)
      .first()
      .waitFor()
    const seen = await opened.page.evaluate(
      async ([name, inside]) => {
        document.querySelector('[lang=ar]')?.setAttribute('lang', 'he')
        const directions = new Set<string>()
        let text = ''
        while (!/[\u0590-\u05ff]/.test(text)) {
          await new Promise(requestAnimationFrame)
          const node = document.querySelector(name)?.shadowRoot?.querySelector<HTMLElement>(inside)
          text = node?.innerText ?? ''
          directions.add(node ? getComputedStyle(node).direction : 'none')
        }
        return [...directions]
      },
      [host, box] as const,
    )
    expect(seen).toEqual(['rtl'])
  })

  it('that the page has set as label stays', async () => {
    const body = inLanguage('it').replace('app-name', 'label="Entra" app-name')
    const { element, button, modal } = await shop.open({ evmWallets, body })
    await button.click()
    await modal.getByText('Connettiti a').waitFor()
    expect(await element.locator('[part=label]').innerText()).toBe('Entra')
  })

  it('in the list is English, from left to right, when the page’s language has no texts (U07)', async () => {
    const { button, modal } = await shop.open({ evmWallets, body: inLanguage('fa') })
    await button.click()
    const dialog = modal.locator('dialog')
    await dialog.waitFor()
    expect(await dialog.getAttribute('lang')).toBe('en')
    expect(await dialog.getAttribute('dir')).toBe('ltr')
  })

  it('about a refusal is neutral and in the visitor’s language, and the page gets the fixed message (U04)', async () => {
    const refusing = [walletCalled('Alpha', { approve: 'never' }), walletCalled('Beta')]
    const { button, modal, row, heard } = await shop.open({ evmWallets: refusing, body: inLanguage('de') })
    await button.click()
    await row('Alpha').click()
    await modal.getByRole('heading', { name: 'Du hast die Anfrage in Alpha abgelehnt.' }).waitFor()
    expect(await modal.getByText(/rejected/).count()).toBe(0)
    expect(await modal.getByText('user_rejected').count()).toBe(0)
    await modal.getByRole('button', { name: 'Erneut versuchen' }).waitFor()
    expect(await heard('error', 'document')).toMatchObject([
      { detail: { code: 'user_rejected', message: 'User rejected request' } },
    ])
  })

  it('about a failure is a sentence, with its code in small print (U04)', async () => {
    const { page, button, modal, row } = await shop.open({ evmWallets, body: inLanguage('de') })
    await page.evaluate(() => {
      if (window.evmWallets[0])
        Object.assign(window.evmWallets[0].faults, {
          errors: { eth_requestAccounts: { code: -32603, message: 'x' } },
        })
    })
    await button.click()
    await row('Alpha').click()
    await modal.getByRole('heading', { name: 'Verbindung nicht möglich' }).waitFor()
    await modal.locator('small').waitFor()
    expect(await modal.getByRole('status').innerText()).toMatch(/Alpha/)
    expect(await modal.getByText('Failed to connect').count()).toBe(0)
  })
})

describe('a wallet on a chain that the page does not use', () => {
  it('is shown in the button, as a state, and one row leads to the right chain (U06, W28)', async () => {
    const elsewhere = [
      walletCalled('Alpha', {
        chainId: 5,
        rpcUrls: { 5: 'http://127.0.0.1:1', 31337: 'http://127.0.0.1:1' },
      }),
      walletCalled('Beta'),
    ]
    const opened = await shop.open({ evmWallets: elsewhere })
    await opened.connect('Alpha')
    await opened.button.getByText('Wrong network').waitFor()
    expect(await opened.element.evaluate((node) => node.matches(':state(wrong-network)'))).toBe(true)
    await opened.button.click()
    await opened
      .item(/^Switch to/)
      .first()
      .click()
    await expect
      .poll(() => opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.chainId))
      .toBe('eip155:31337')
    await expect.poll(() => opened.button.getByText('Wrong network').count()).toBe(0)
    expect(await opened.element.evaluate((node) => node.matches(':state(wrong-network)'))).toBe(false)
  })

  it('shows no old failure of a switch when the menu is opened again (U12)', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.connect('Alpha')
    await opened.button.click()
    await opened.item('Switch network').click()
    await opened.page.evaluate(() => window.evmWallets[0]?.setApprove('never'))
    await opened.item(/31338/).click()
    await opened.element.getByRole('paragraph').getByText('You declined in Alpha.').waitFor()
    await opened.page.keyboard.press('Escape')
    await opened.page.keyboard.press('Escape')
    await untilStatus(opened.page, 'connected')
    await opened.button.click()
    await opened.item('Copy address').waitFor()
    expect(await opened.element.getByRole('paragraph').getByText('You declined in Alpha.').count()).toBe(0)
  })
})

it.each(['999px', '50%', '0px'])(
  'a corner radius of %s leaves title and close button usable (U03)',
  async (radius) => {
    const { button, modal, row, page } = await shop.open({
      evmWallets,
      head: `<style>wallet-connect-button { --wcb-radius: ${radius} }</style>`,
    })
    await button.click()
    await row('Alpha').waitFor()
    const roundness = await modal
      .locator('[part=dialog]')
      .evaluate((node) => getComputedStyle(node).borderRadius)
    expect(roundness).toBe(radius === '0px' ? '0px' : radius === '50%' ? 'min(100%, 28px)' : '28px')
    await modal.getByRole('button', { name: 'Close' }).click()
    await page.waitForFunction(() => !document.querySelector('wallet-connect-modal'))
  },
)
