import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockStorage } from '../counterparts/hostile-storage.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { PROJECT_ID } from '../counterparts/relay-site.js'
import { BUTTON, SCRIPT, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
let relay: Relay
beforeAll(async () => {
  relay = await startRelay()
})
afterAll(() => relay?.stop())

const button = () =>
  BUTTON.replace(
    'chains="eip155:31337 eip155:31338" wallets="injected"',
    `chains="eip155:31337 starknet:SN_MAIN" wallets="injected walletConnect argentMobile" project-id="${PROJECT_ID}" relay-url="${relay.url}"`,
  )
const THROWS = `<script>(${blockStorage.toString()})()</script>${SCRIPT}`

/** Chooses a wallet on a phone, whose code appears. */
async function showCode(page: Page | Frame, name: string): Promise<void> {
  const modal = page.locator('wallet-connect-modal')
  await page.locator('wallet-connect-button [part=button]').click()
  await modal.getByRole('button', { name, exact: true }).click()
  await modal.locator('[part~=qr]').waitFor()
}
const PHONES = ['WalletConnect', 'Ready Mobile formerly Argent']

describe('a page that may not store anything', () => {
  it.each(PHONES)(
    'PR03: shows the code of a wallet on a phone where reading the storage throws: %s',
    async (name) => {
      const { page, heard } = await shop.open({ body: button(), script: THROWS })
      await showCode(page, name)
      expect(await heard('error')).toEqual([])
    },
  )

  it.each(
    PHONES.flatMap((name) =>
      [
        ['a sandboxed frame', '127.0.0.1', 'sandbox="allow-scripts allow-popups"'],
        ['a sandboxed frame of another site', 'localhost', 'sandbox="allow-scripts allow-popups"'],
        ['a frame of another site whose storage throws', 'localhost', ''],
      ].map(([place, host, sandbox]) => [name, place, host, sandbox] as [string, string, string, string]),
    ),
  )('PR03: does so in a frame: %s, %s', async (name, _, host, sandbox) => {
    const tag = `<script src="${shop.cdn.origin}/dist/embed.js" crossorigin="anonymous" defer></script>`
    const blocked = sandbox ? '' : `<script>(${blockStorage.toString()})()</script>`
    const inner = shop.write({ body: button(), script: blocked + tag }).replace('127.0.0.1', host)
    const { page } = await shop.open({
      body: `<iframe title="Inner" width="600" height="700" ${sandbox} src="${inner}"></iframe>`,
      script: '',
    })
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    await showCode(frame as Frame, name)
  })

  it.each(PHONES)('PR03: does so with an own storage, beside a wallet of the page: %s', async (name) => {
    const { page, connect } = await shop.open({
      evmWallets: [walletCalled('Alpha')],
      body: `${button()}<script>customElements.whenDefined('wallet-connect-button').then(() => {
        const items = new Map()
        document.querySelector('wallet-connect-button').storage = { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => items.set(key, value), removeItem: (key) => items.delete(key) }
      })</script>`,
      script: THROWS,
    })
    await connect('Alpha')
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    await showCode(page, name)
  })

  it('PR03: says of a part whose own code throws that it has failed, and not that it has not come', async () => {
    const opened = await shop.open({
      body: button(),
      script: `<script>window.TextEncoder = window.TextDecoder = undefined</script>${SCRIPT}`,
      expectsErrors: true,
    })
    await opened.button.click()
    await opened.row('WalletConnect').click()
    await expect.poll(() => opened.heard('error')).toMatchObject([{ detail: { code: 'part_failed' } }])
  })
})
