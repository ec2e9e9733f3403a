import { describe, expect, it } from 'vitest'
import { untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()

const FIRST_EXAMPLE =
  '<wallet-connect-button id="one" app-name="Shop" chains="eip155:8453 starknet:SN_MAIN"></wallet-connect-button>'
const LATE = ['Fig', 'Elder', 'Date', 'Cherry', 'Apple']

/** Names and places of the rows. */
const readRows = (host: Element) =>
  [...(host.shadowRoot?.querySelectorAll('[part=wallet]') ?? [])].map((row) => ({
    name: row.querySelector('[part=wallet-name]')?.textContent ?? '',
    y: Math.round(row.getBoundingClientRect().top),
  }))

describe('the list while somebody aims at it (U02)', () => {
  it.each([
    ['on a desktop', { width: 1280, height: 800 }],
    ['on a narrow screen', { width: 390, height: 844 }],
  ])('no row of the first frame moves for five late wallets and slow parts, %s', async (_, size) => {
    const opened = await shop.open({ body: FIRST_EXAMPLE })
    const { page, modal, context } = opened
    await page.setViewportSize(size)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await context.route(/dist\/embed\/(?!app-)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await route.continue().catch(() => {})
    })
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    const first = await modal.evaluate(readRows)
    expect(first.map(({ name }) => name)).toEqual(expect.arrayContaining(['Email', 'Coinbase Wallet']))
    await page.evaluate((names) => {
      for (const name of names) {
        const info = { uuid: crypto.randomUUID(), name, rdns: `com.example.${name}`, icon: 'data:image/png,' }
        window.wcbTesting.announceProvider({ info, provider: { request: async () => [] } })
      }
    }, LATE)
    await modal.getByRole('button', { name: /^Apple/ }).waitFor()
    const later = await modal.evaluate(readRows)
    expect(later.slice(0, first.length)).toEqual(first)
    expect(later.slice(first.length).map(({ name }) => name)).toEqual([...LATE].sort())
  })
})

describe('a list that cannot be shown (Y01)', () => {
  it.each(['missing', 'throwing once'])(
    'showModal %s: the call rejects, and a later click works',
    async (kind) => {
      const opened = await shop.open({
        evmWallets: [walletCalled('Alpha'), walletCalled('Beta')],
        expectsErrors: true,
      })
      const { page } = opened
      await page.evaluate((kind) => {
        const { prototype } = HTMLDialogElement
        const own = prototype.showModal
        const back = () => {
          prototype.showModal = own
        }
        Object.assign(document, { back })
        if (kind === 'missing') delete (prototype as Partial<HTMLDialogElement>).showModal
        else
          prototype.showModal = () => {
            back()
            throw new Error('once')
          }
      }, kind)
      const codes = await page.evaluate(async () => {
        const button = document.querySelector('wallet-connect-button')
        const code = ({ code }: { code: string }) => code
        const codes = [await button?.connect().catch(code)]
        ;(document as unknown as { back(): void }).back()
        return codes
      })
      expect(codes).toEqual(['view_failed'])
      expect(await opened.modal.count()).toBe(0)
      await opened.button.click()
      await opened.row('Alpha').click()
      await untilStatus(page, 'connected')
    },
  )
})
