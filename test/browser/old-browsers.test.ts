import { describe, expect, it } from 'vitest'
import { untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const SENTENCE = 'Connecting a wallet needs a newer browser.'
const body = `<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337" wallets="injected"><a href="/help">${SENTENCE}</a></wallet-connect-button>`

/** What docs/browsers.md names, and the lines that take it away before the page's first script. */
const NEEDED = {
  'custom elements':
    "Object.defineProperty(window, 'customElements', { value: { get() {}, define() { throw new TypeError('gone') } } })",
  'shadow roots': 'delete Element.prototype.attachShadow',
  'constructed style sheets':
    "const Sheet = window.CSSStyleSheet; window.CSSStyleSheet = new Proxy(Sheet, { construct() { throw new TypeError('Illegal constructor') } })",
}

describe('a browser without what the button needs (T09)', () => {
  it.each(Object.entries(NEEDED))('%s: the visitor sees what stands inside the tag', async (_, line) => {
    const { page } = await shop.open({ body, initScripts: [line], expectsErrors: true })
    await page.waitForLoadState('load')
    expect(await page.getByText(SENTENCE).isVisible()).toBe(true)
    expect(await page.getByRole('button').count()).toBe(0)
  })
})

it('ES2022: a browser that cannot read the script shows what stands inside the tag (T09)', async () => {
  shop.replace('embed.js', { body: 'class Newer { static { not yet } }' })
  const { page } = await shop.open({ body, expectsErrors: true })
  await page.waitForLoadState('load')
  expect(await page.getByText(SENTENCE).isVisible()).toBe(true)
  shop.replace('embed.js', null)
})

/** What the list needs, and what the visitor reads without it. */
const FOR_THE_LIST = {
  '`showModal`': ['delete HTMLDialogElement.prototype.showModal', 'view_failed'],
  '`URL.canParse`': ['delete URL.canParse', ''],
} as const

describe('a browser without what the list needs (T09)', () => {
  it.each(Object.entries(FOR_THE_LIST))('%s: the visitor is told', async (_, [line, code]) => {
    const evmWallets = [walletCalled('Alpha', { approve: 'always' }), walletCalled('Beta')]
    const { page, button, heard } = await shop.open({
      body,
      initScripts: [line],
      evmWallets,
      expectsErrors: true,
    })
    await button.click()
    await page.waitForFunction(() => window.eventsHeard.some(({ type }) => type === 'error'))
    const [error] = await heard('error', 'document')
    if (code) expect(error?.detail.code).toBe(code)
    await expect.poll(() => page.getByRole('alert').first().innerText()).not.toBe('')
  })
})

/** Takes values of styles away, which are then as invalid as in a browser that does not know them. */
const withoutStyle = (name: string) =>
  `const { replaceSync } = CSSStyleSheet.prototype; CSSStyleSheet.prototype.replaceSync = function (text) { return replaceSync.call(this, text.replaceAll('${name}', 'gone(')) }`

/** What the button does without. */
const SPARED = {
  popover: 'delete HTMLElement.prototype.showPopover; delete HTMLElement.prototype.togglePopover',
  'states of elements': 'delete HTMLElement.prototype.attachInternals',
  'light-dark()': withoutStyle('light-dark('),
  'relative colours': withoutStyle('lab(from'),
}

describe('a browser without what the button can do without (T09)', () => {
  it.each(Object.entries(SPARED))('%s: it connects', async (_, line) => {
    const evmWallets = [walletCalled('Alpha', { approve: 'always' }), walletCalled('Beta')]
    const opened = await shop.open({ body, initScripts: [line], evmWallets })
    await opened.connect('Alpha')
    await untilStatus(opened.page, 'connected')
  })
})
