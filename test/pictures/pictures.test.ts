import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inPackage } from '../counterparts/package-root.js'
import { type Gallery, startGallery } from '../gallery/gallery.js'
import { type Clip, PROPERTY_PICTURES } from './properties.js'
import { compare, toWebp } from './webp.js'

/**
 * Pictures of the gallery, stored beside this file, and those of the README. `PICTURES=write npx vitest run --project pictures` takes them again; the
 * test reports a view that looks different. Letters differ between machines. When the fonts are not those of the stored
 * pictures, which one line of text shows, a larger share may differ.
 */
const WRITES = process.env.PICTURES === 'write'
const FONTS = 'test/pictures/fonts.json'
const TOLERANCE = { same: 0.01, other: 0.12 }

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 390, height: 780, hasTouch: true }

/** Name → address in the gallery. */
const WIDE_PICTURES: Readonly<Record<string, string>> = {
  'list-light': 'state=list&theme=light',
  'list-dark-rtl': 'state=list&theme=dark&dir=rtl',
  'waiting-dark': 'state=waiting&theme=dark',
  'code-light': 'state=code&theme=light',
  'failed-light-rtl': 'state=failed-wallet_locked&theme=light&dir=rtl',
  'menu-light': 'state=menu&theme=light',
  'menu-both-dark-rtl': 'state=menu-both&theme=dark&dir=rtl',
  'menu-transactions-dark': 'state=menu-transactions&theme=dark',
  'list-square-light': 'state=list&theme=light&look=square',
  'menu-round-light': 'state=menu-name&theme=light&look=round',
  'waiting-outline-dark': 'state=waiting&theme=dark&look=outline',
}
const NARROW_PICTURES: Readonly<Record<string, string>> = {
  'list-light': 'state=list&theme=light',
  'list-dark-rtl': 'state=list&theme=dark&dir=rtl',
  'code-dark': 'state=code&theme=dark',
  'sign-in-light': 'state=sign-in&theme=light',
  'menu-light': 'state=menu-name&theme=light',
  'menu-networks-dark-rtl': 'state=menu-networks&theme=dark&dir=rtl',
  'connected-light': 'state=connected-balance&theme=light',
}

/** The pictures of the README and of docs/styling.md, each a part of the window. */
const DOCUMENTS: Readonly<Record<string, readonly [query: string, clip: Clip]>> = {
  list: ['state=list&theme=light', { x: 320, y: 0, width: 640, height: 690 }],
  menu: ['state=menu-name&theme=dark', { x: 800, y: 0, width: 480, height: 560 }],
  code: ['state=code&theme=light', { x: 320, y: 55, width: 640, height: 690 }],
  'look-square': ['state=list&theme=light&look=square', { x: 320, y: 0, width: 640, height: 690 }],
  'look-round': ['state=list&theme=light&look=round', { x: 320, y: 0, width: 640, height: 690 }],
  'look-outline': ['state=list&theme=dark&look=outline', { x: 320, y: 0, width: 640, height: 690 }],
  ...PROPERTY_PICTURES,
}

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery?.close())

/** The width of a line of text; it is the same number with the same fonts. */
const measureFonts = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    return ['15px system-ui', '600 15px system-ui', '15px sans-serif']
      .map((font) => {
        context.font = font
        return context.measureText('Connect wallet 0123 محفظة').width.toFixed(2)
      })
      .join(' ')
  })

async function keep(file: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(inPackage(file)), { recursive: true })
  await writeFile(inPackage(file), bytes)
}

/** The faults of a page's picture; none when it was just taken. */
async function check(page: Page, file: string): Promise<string[]> {
  const png = await page.screenshot({ animations: 'disabled' })
  if (WRITES) {
    await keep(file, await toWebp(page, png, 0.6))
    return []
  }
  const { fonts } = JSON.parse(await readFile(inPackage(FONTS), 'utf8'))
  const limit = fonts === (await measureFonts(page)) ? TOLERANCE.same : TOLERANCE.other
  const { share, sizes } = await compare(page, await readFile(inPackage(file)), png)
  return share > limit ? [`${Math.round(share * 1000) / 10} % differ (${sizes.join(' and ')})`] : []
}

describe('a picture of the views', () => {
  it.each([
    ['1280', WIDE, WIDE_PICTURES],
    ['390', NARROW, NARROW_PICTURES],
  ] as const)('looks as it did, %s px wide', async (width, window, pictures) => {
    const names = new Map(Object.entries(pictures).map(([name, query]) => [query, name]))
    const found = await gallery.visit(
      [...names.keys()],
      (page, query) => check(page, `test/pictures/${width}/${names.get(query)}.webp`),
      window,
    )
    expect(found).toEqual({})
  })

  it.runIf(WRITES)('is taken again for the documents', async () => {
    const names = new Map(Object.entries(DOCUMENTS).map(([name, [query, clip]]) => [query, { name, clip }]))
    await gallery.visit(
      [...names.keys()],
      async (page, query) => {
        const { name, clip } = names.get(query) as { name: string; clip: Clip }
        // A visitor with a pointer sees no focus ring.
        const title = page.locator('wallet-connect-modal h1')
        if (await title.count()) await title.click()
        await keep(
          `docs/pictures/${name}.webp`,
          await toWebp(page, await page.screenshot({ clip }), name.startsWith('wcb-') ? 0.5 : 0.8),
        )
        await keep(FONTS, `{ "fonts": ${JSON.stringify(await measureFonts(page))} }\n`)
        return []
      },
      WIDE,
    )
  })
})
