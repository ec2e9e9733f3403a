import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { BUTTON, SCRIPT, useShop } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
const read = (file: string) => readFile(`node_modules/${file}`, 'utf8')

/** The server's HTML of the page: it knows nothing of what scripts have added. */
const MAIN = `<main id="main"><p data-wallet-text="address">Nobody</p>${BUTTON.replace('app-name', 'page-state app-name')}</main>`

describe('a page that another script morphs into the HTML of its server', () => {
  it.each([
    [
      'morphdom',
      'morphdom/dist/morphdom-umd.min.js',
      (html: string) => `morphdom(document.getElementById('main'), ${JSON.stringify(html)})`,
    ],
    [
      'idiomorph',
      'idiomorph/dist/idiomorph.min.js',
      (html: string) => `Idiomorph.morph(document.getElementById('main'), ${JSON.stringify(html)})`,
    ],
    [
      'idiomorph, the whole document',
      'idiomorph/dist/idiomorph.min.js',
      (html: string) =>
        `Idiomorph.morph(document.documentElement, '<html lang="en">' + document.head.outerHTML + '<body>' + ${JSON.stringify(html)} + '</body></html>')`,
    ],
  ])('PR18: keeps the attributes that say what the button is: %s', async (_, file, morph) => {
    const { page, connect, element, errors } = await shop.open({
      evmWallets: [walletCalled('Alpha'), walletCalled('Beta')],
      // The library itself is a new global.
      expectsErrors: true,
      body: MAIN,
      script: `<script>${await read(file)}</script>${SCRIPT}`,
    })
    await connect('Alpha')
    const attributes = () =>
      page.evaluate(() => [
        document.querySelector('wallet-connect-button')?.dataset.status,
        document.documentElement.dataset.walletStatus,
        document.documentElement.dataset.walletNamespace,
        document.querySelector('p')?.textContent,
      ])
    const connected = ['connected', 'connected', 'eip155', ACCOUNTS[0]]
    await expect.poll(attributes).toEqual(connected)
    await page.evaluate(morph(MAIN))
    await expect.poll(attributes).toEqual(connected)
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    await expect.poll(attributes).toEqual([undefined, 'idle', undefined, 'Nobody'])
    expect(await element.getAttribute('data-status')).toBe(null)
    expect(errors).toEqual([])
  })
})
