import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGalleryFiles, readGalleryPage } from '../../demo/gallery/serve.js'
import type { OpenOptions } from '../counterparts/chromium.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'

const open = useChromium()
let server: PageServer
beforeAll(async () => {
  server = await startPageServer({ folders: { '/gallery/': createGalleryFiles() } })
  server.page('/gallery', await readGalleryPage())
})
afterAll(() => server.stop())

/** A state of the gallery, drawn. */
async function show(query: string, options: OpenOptions = {}) {
  const { page } = await open({ reducedMotion: 'reduce', ...options })
  const go = async (query: string) => {
    await page.goto(`${server.origin}/gallery?${query}`)
    await page.locator('html[data-drawn]').waitFor()
  }
  await go(query)
  const element = page.locator('wallet-connect-button')
  return { page, go, element, button: element.locator('[part=button]'), menu: element.locator('.menu') }
}

const read = (node: Locator, property: string) =>
  node.evaluate((node, property) => getComputedStyle(node).getPropertyValue(property), property)

/** A CSS colour as the browser paints it: red, green, blue from 0 to 1. */
const toPixels = (page: Page, colours: readonly string[]): Promise<number[][]> =>
  page.evaluate((colours) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    return colours.map((colour) => {
      if (!context) return []
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data].map((value) => value / 255)
    })
  }, colours)

const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast as WCAG has it, from 1 to 21. */
const contrast = (one: number[], other: number[]) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Contrast as APCA has it, for light text on dark: 0 to about 108. */
const apca = (text: number[], ground: number[]) => {
  const [t = 0, g = 0] = [text, ground].map(([r = 0, g = 0, b = 0]) => {
    const y = 0.2126729 * r ** 2.4 + 0.7151522 * g ** 2.4 + 0.072175 * b ** 2.4
    return y > 0.022 ? y : y + (0.022 - y) ** Math.SQRT2
  })
  return (t ** 0.62 - g ** 0.65) * 1.14 * 100 + 2.7
}

describe('the connected button', () => {
  it('makes no page scroll sideways, whatever its balance and its name are (U09)', async () => {
    const { page, go } = await show('', { width: 320, height: 600 })
    const widths: Record<string, number> = {}
    for (const state of [
      'connected-balance',
      'connected-fortune',
      'connected-long-name',
      'connected-wrong',
    ]) {
      for (const rest of ['', '&dir=rtl']) {
        await go(`state=${state}${rest}`)
        widths[state + rest] = await page.evaluate(() => document.documentElement.scrollWidth)
      }
    }
    expect(Object.values(widths)).toEqual(Object.values(widths).map(() => 320))
  })

  it('shows a balance in short and apart in direction, no gap where there is none, and all of it in the menu (U09)', async () => {
    const { go, button, menu } = await show('state=connected-fortune')
    const amount = button.locator('bdi.amount')
    await amount.waitFor()
    expect(await amount.innerText()).toBe('98.765B\u00a0ETH')
    await go('state=connected')
    const bare = await button.boundingBox()
    await go('state=connected-no-balance')
    expect((await button.boundingBox())?.width).toBe(bare?.width)
    await go('state=menu-starknet')
    await menu.getByText('1,234,567.89', { exact: true }).waitFor()
    expect(await menu.locator('dl').innerText()).toMatch(/STRK\s+1,234,567\.89\s+ETH\s+12\.34567/)
  })
})

describe('text and lines', () => {
  it('text is legible on any accent, by itself (U19)', async () => {
    const { page, go, element, button } = await show('state=button')
    const accents = [
      '#d8f24a',
      '#ffd400',
      '#ff4d00',
      '#00c2a8',
      '#8a2be2',
      '#e11d48',
      '#7a7a7a',
      '#2f5bea',
      '#111',
    ]
    for (const theme of ['light', 'dark']) {
      await go(`state=button&theme=${theme}`)
      const poor: string[] = []
      for (const accent of [
        ...accents,
        'oklch(.565 .1 120)',
        'oklch(.57 .2 20)',
        'color(display-p3 0 .5 1)',
      ]) {
        await element.evaluate(
          (node: HTMLElement, accent) => node.style.setProperty('--wcb-accent', accent),
          accent,
        )
        const [text = [], ground = []] = await toPixels(page, [
          await read(button, 'color'),
          await read(button, 'background-color'),
        ])
        if (contrast(text, ground) < 4.5) poor.push(`${accent}: ${contrast(text, ground)}`)
      }
      expect(poor).toEqual([])
    }
    await element.evaluate((node: HTMLElement) => node.style.setProperty('--wcb-accent-text', 'rgb(1, 2, 3)'))
    expect(await read(button, 'color')).toBe('rgb(1, 2, 3)')
  })

  it('a light accent is still a line that can be seen on a light ground: rings and marks (U19)', async () => {
    const { page, button } = await show('state=button&theme=light&accent=%23d8f24a')
    await page.keyboard.press('Tab')
    const [ring = [], ground = []] = await toPixels(page, [await read(button, 'outline-color'), '#fff'])
    expect(contrast(ring, ground)).toBeGreaterThanOrEqual(3)
  })

  it('where more contrast is asked for, no text is muted and every control has an edge (U20)', async () => {
    const { page, go, button, menu } = await show('state=menu&theme=dark')
    await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
    expect(await read(menu.locator('.quiet').first(), 'color')).toBe(await read(menu, 'color'))
    expect(await read(menu, 'outline-color')).toBe(await read(menu, 'color'))
    await go('state=list&theme=dark')
    const modal = page.locator('wallet-connect-modal')
    expect(await read(button, 'border-top-color')).toBe(await read(button, 'color'))
    expect(await read(modal.locator('.wallet').first(), 'border-top-color')).not.toBe('rgba(0, 0, 0, 0)')
    expect(await read(modal.locator('.card'), 'outline-color')).not.toBe('rgba(0, 0, 0, 0)')
  })

  it('small muted text on dark has an APCA contrast of 60, and the overlay lets a dark page through (U20)', async () => {
    const { page, go, menu } = await show('state=menu&theme=dark')
    const quiet = menu.locator('.header .quiet').first()
    const [text = [], ground = []] = await toPixels(page, [
      await read(quiet, 'color'),
      await read(menu, 'background-color'),
    ])
    expect(apca(text, ground)).toBeGreaterThanOrEqual(60)
    await go('state=list&theme=dark')
    const [overlay = []] = await toPixels(page, [
      await read(page.locator('wallet-connect-modal').locator('.overlay'), 'background-color'),
    ])
    expect(overlay[3]).toBeLessThanOrEqual(0.51)
  })

  it('the focus ring is there at once, in the button and in the menu (U21)', async () => {
    const { button, menu } = await show('state=menu', { reducedMotion: 'no-preference' })
    for (const node of [button, menu.locator('.row').first()])
      expect(await read(node, 'transition-property')).not.toMatch(/outline/)
    expect(await read(button, 'transition-property')).not.toMatch(/\ball\b/)
  })

  it('nothing moves where less motion is asked for (U21)', async () => {
    const { page, go } = await show('state=button-connecting')
    const running = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('wallet-connect-button, wallet-connect-modal')].flatMap(
            (host) => host.shadowRoot?.getAnimations() ?? [],
          ).length,
      )
    expect(await running()).toBe(0)
    for (const state of ['menu', 'waiting']) {
      await go(`state=${state}`)
      expect(await running()).toBe(0)
    }
  })

  it('button and menu grow with the browser’s font size (U22)', async () => {
    const { page, go, button, menu } = await show('state=menu')
    const before = [await read(button, 'font-size'), await read(menu.locator('.row').first(), 'font-size')]
    expect(before).toEqual(['15px', '15px'])
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await go('state=menu')
    expect(await read(button, 'font-size')).toBe('30px')
    expect(await read(menu.locator('.row').first(), 'font-size')).toBe('30px')
    // A page's own size is not the visitor's.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '10px'))
    expect(await read(button, 'font-size')).toBe('30px')
  })
})

describe('the menu', () => {
  const focused = ({ element }: { element: Locator }) =>
    element.evaluate((node) => (node.shadowRoot?.activeElement as HTMLElement | null)?.dataset.label)

  it('ArrowUp opens it at its last row, ArrowDown at its first (U23)', async () => {
    const shown = await show('state=connected')
    await shown.button.focus()
    await shown.page.keyboard.press('ArrowUp')
    await shown.menu.waitFor()
    expect(await focused(shown)).toBe('Disconnect Amber Wallet')
    await shown.page.keyboard.press('Escape')
    await shown.page.keyboard.press('ArrowDown')
    await shown.menu.waitFor()
    expect(await focused(shown)).toBe('Copy address')
  })

  it('is a sheet for fingers: a submenu takes its place, and an arrow leads back to the row it came from (U23)', async () => {
    const shown = await show('state=connected', { mobile: true, width: 390, height: 780 })
    const { page, element, button, menu } = shown
    await button.tap()
    const box = await menu.boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 780])
    await element.getByRole('menuitem', { name: 'Switch network' }).tap()
    await element.getByRole('menuitemradio', { name: 'Base' }).waitFor()
    expect(await menu.count()).toBe(1)
    expect(await element.getByRole('menuitem', { name: 'Copy address' }).count()).toBe(0)
    await element.getByRole('button', { name: 'Back' }).tap()
    await element.getByRole('menuitem', { name: 'Copy address' }).waitFor()
    expect(await focused(shown)).toBe('Switch network')
    await page.touchscreen.tap(200, 20)
    await expect.poll(() => menu.count()).toBe(0)
  })

  it('links explorers and transactions, and shows a wallet’s accounts to be read only (U40, U41)', async () => {
    const { element, go } = await show('state=menu-transactions')
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(await element.getByRole('menuitem', { name: 'View on explorer' }).getAttribute('href')).toBe(
      `https://explorer.example/address/${address}`,
    )
    const sent = element.getByRole('menuitem', { name: /^0xeeee…eeee Sent · Ethereum/ })
    expect(await sent.getAttribute('href')).toBe(`https://explorer.example/tx/0x${'e'.repeat(64)}`)
    await go('state=menu-accounts')
    const rows = element.getByRole('menuitemradio')
    expect(
      await rows.evaluateAll((nodes) =>
        nodes.map(({ ariaChecked, ariaDisabled }) => [ariaChecked, ariaDisabled]),
      ),
    ).toEqual([
      ['true', 'true'],
      ['false', 'true'],
      ['false', 'true'],
    ])
    await rows.nth(1).click({ force: true })
    expect(await rows.first().getAttribute('aria-checked')).toBe('true')
  })
})
