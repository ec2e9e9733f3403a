import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]

/** Converts a CSS colour to red, green and blue from 0 to 1. */
const toRgb = (page: Page, colour: string) =>
  page.evaluate((written) => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    context.fillStyle = written
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part / 255)
  }, colour)

/** Computes the contrast of two colours (WCAG 2.2). */
async function contrastOf(page: Page, one: string, other: string): Promise<number> {
  const [first = 0, second = 0] = await Promise.all(
    [one, other].map(async (colour) => {
      const [red = 0, green = 0, blue = 0] = (await toRgb(page, colour)).map((part) =>
        part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    }),
  )
  return Math.max(first, second) / Math.min(first, second)
}

/** Computes the contrast of the button's text. */
async function readContrast(page: Page, button: Locator): Promise<number> {
  const [text, ground] = await button.evaluate((node) => {
    const { color, backgroundColor } = getComputedStyle(node)
    return [color, backgroundColor] as const
  })
  return contrastOf(page, text, ground)
}

describe('text on the accent colour', () => {
  it.each(['#ffe14d', '#bdf5d0', '#d8452a', '#dc2e22', '#0a2540'])(
    'is legible without more settings, before and after the view has loaded: %s (U19)',
    async (accent) => {
      const { page, button, row } = await shop.open({
        body: `<wallet-connect-button id="one" chains="eip155:31337" wallets="injected" style="--wcb-accent: ${accent}"></wallet-connect-button>`,
        evmWallets,
      })
      expect(await readContrast(page, button)).toBeGreaterThanOrEqual(4.5)
      await button.click()
      await row('Alpha').waitFor()
      await page.keyboard.press('Escape')
      expect(await readContrast(page, button)).toBeGreaterThanOrEqual(4.5)
    },
  )
})

describe('a wrong network', () => {
  it.each([
    ['light', '', [180, 35, 24]],
    ['dark', '', [220, 46, 34]],
    ['dark', '#ff9b91', [255, 155, 145]],
    ['dark', '#dd3124', [221, 49, 36]],
  ] as const)(
    'is a fill that warns, with legible text: %s, error colour “%s”',
    async (theme, error, fill) => {
      const { page, button, connect } = await shop.open({
        body: `<wallet-connect-button id="one" chains="eip155:31337" wallets="injected" theme="${theme}" style="${error && `--wcb-error: ${error}`}"></wallet-connect-button>`,
        evmWallets: [
          walletCalled('Alpha', { chainId: 5, rpcUrls: { 5: 'http://127.0.0.1:1' } }),
          walletCalled('Beta'),
        ],
      })
      // Colours do not fade into each other.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await connect('Alpha')
      await button.getByText('Wrong network').waitFor()
      expect(await readContrast(page, button)).toBeGreaterThanOrEqual(4.5)
      const ground = await button.evaluate((node) => getComputedStyle(node).backgroundColor)
      expect((await toRgb(page, ground)).map((part) => Math.round(part * 255))).toEqual(fill)
    },
  )
})

describe('a visitor who asks for more contrast', () => {
  it('gets stronger lines and quiet texts (U20)', async () => {
    const { page, button, row, modal } = await shop.open({ evmWallets })
    await button.click()
    await row('Alpha').waitFor()
    const read = () =>
      modal.locator('[part=dialog]').evaluate((node) => {
        const style = getComputedStyle(node)
        return [style.getPropertyValue('--muted'), style.getPropertyValue('--border')].join()
      })
    const before = await read()
    await page.emulateMedia({ contrast: 'more' })
    expect(await read()).not.toBe(before)
  })
})
