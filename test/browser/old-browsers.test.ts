import { describe, expect, it } from 'vitest'
import { untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const SENTENCE = 'Connecting a wallet needs a newer browser.'
const body = `<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337" wallets="injected"><a href="/help">${SENTENCE}</a></wallet-connect-button>`

/** The features that docs/browsers.md names, and code that removes each before the page's first script. */
const NEEDED = {
  'custom elements':
    "Object.defineProperty(window, 'customElements', { value: { get() {}, define() { throw new TypeError('gone') } } })",
  'shadow roots': 'delete Element.prototype.attachShadow',
  'constructed style sheets':
    "const Sheet = window.CSSStyleSheet; window.CSSStyleSheet = new Proxy(Sheet, { construct() { throw new TypeError('Illegal constructor') } })",
}

describe('a browser that lacks a feature the button needs (T09)', () => {
  it.each(Object.entries(NEEDED))('shows the tag’s own content: %s', async (_, line) => {
    const { page } = await shop.open({ body, initScripts: [line], expectsErrors: true })
    await page.waitForLoadState('load')
    expect(await page.getByText(SENTENCE).isVisible()).toBe(true)
    expect(await page.getByRole('button').count()).toBe(0)
  })
})

it('ES2022: a browser that cannot read the script shows the tag’s own content (T09)', async () => {
  shop.replace('embed.js', { body: 'class Newer { static { not yet } }' })
  const { page } = await shop.open({ body, expectsErrors: true })
  await page.waitForLoadState('load')
  expect(await page.getByText(SENTENCE).isVisible()).toBe(true)
  shop.replace('embed.js', null)
})

/** Removes values of styles, which are then as invalid as in a browser that does not know them. */
const withoutStyle = (name: string) =>
  `const { replaceSync } = CSSStyleSheet.prototype; CSSStyleSheet.prototype.replaceSync = function (text) { return replaceSync.call(this, text.replaceAll('${name}', 'gone(')) }`

/** The features that the button does not need. */
const SPARED = {
  '`URL.canParse`': 'delete URL.canParse',
  popover: 'delete HTMLElement.prototype.showPopover; delete HTMLElement.prototype.togglePopover',
  'attachInternals and :state()': 'delete HTMLElement.prototype.attachInternals',
  'light-dark()': withoutStyle('light-dark('),
  'relative colours': withoutStyle('lab(from'),
  'matchMedia, as in jsdom': 'delete window.matchMedia',
  IntersectionObserver: 'delete window.IntersectionObserver',
}

describe('a browser that lacks an optional feature (T09)', () => {
  it.each(Object.entries(SPARED))('still connects: %s', async (_, line) => {
    const evmWallets = [walletCalled('Alpha', { approve: 'always' }), walletCalled('Beta')]
    const visible = body.replace('id=', 'preload="visible" id=')
    const opened = await shop.open({ body: visible, initScripts: [line], evmWallets })
    await opened.connect('Alpha')
    await untilStatus(opened.page, 'connected')
  })
})
