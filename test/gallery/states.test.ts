import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCode } from '../counterparts/relay-camera.js'
import { findUnseen, LINE, type Wanted } from './colours.js'
import { type Gallery, startGallery } from './gallery.js'
import { findMisfits } from './geometry.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery?.close())

/** The states in groups, by the beginning of their names, so that each walk is short. */
const PARTS = {
  button: /^button/,
  'connected button': /^connected/,
  menu: /^menu/,
  list: /^list|^get/,
  'views of a phone': /^phone/,
  'waiting view': /^opening|^waiting|^code/,
  'failure view': /^failed/,
  'sign-in view': /^sign|^verifying/,
} as const

/** Every state of a group, in a language of each direction. */
const inBothDirections = (part: RegExp) =>
  gallery.states
    .filter((state) => part.test(state))
    .flatMap((state) => [`state=${state}&look=square`, `state=${state}&look=square&dir=rtl`])

/** Looks: the default, the three ready looks, and a light accent alone. */
const VARIANTS = [
  { look: '', accent: '' },
  { look: 'square', accent: '' },
  { look: 'round', accent: '' },
  { look: 'outline', accent: '' },
  { look: '', accent: '#d8f24a' },
] as const

/** Gives the page on screen another theme, look and accent. */
function dress([theme, look, accent]: readonly [string, string, string]): void {
  document.documentElement.dataset.theme = theme
  for (const host of document.querySelectorAll<HTMLElement>('wallet-connect-button, wallet-connect-modal')) {
    // The list copied the values when it opened.
    host.removeAttribute('style')
    host.setAttribute('look', look)
    if (accent) host.style.setProperty('--wcb-accent', accent)
    const node = host.shadowRoot?.querySelector<HTMLElement>('[data-theme]')
    if (node) node.dataset.theme = theme
  }
}

/** Rules of axe: all of WCAG 2.2, A and AA; the colour rules, after the others have run; text at 7:1 (AAA). */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const MORE_CONTRAST = { type: 'rule', values: ['color-contrast-enhanced'] }

/** The findings of axe by some rules. */
async function ask(page: Page, rules: readonly string[] | object): Promise<string[]> {
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }).axe.run(
        'html',
        { resultTypes: ['violations'], runOnly },
      ),
    rules,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`),
  )
}

/** The controls and focus rings that cannot be seen. Focus rings are drawn for keyboard focus. */
async function lookAt(page: Page, wanted: Wanted = {}): Promise<string[]> {
  await page.keyboard.press('Shift')
  return page.evaluate(findUnseen, { ...wanted, line: LINE })
}

describe('a state of the gallery', () => {
  it('belongs to exactly one group', () => {
    const homeless = gallery.states.filter(
      (state) => Object.values(PARTS).filter((part) => part.test(state)).length !== 1,
    )
    expect(homeless).toEqual([])
  })

  it.each(Object.entries(PARTS))(
    'has no axe findings by WCAG 2.2 AA in %s: both themes, both directions, the looks, a light accent',
    async (_, part) => {
      const found = await gallery.visit(inBothDirections(part), async (page) => {
        await page.evaluate(AXE)
        const faults: string[] = []
        for (const theme of ['light', 'dark']) {
          for (const [index, { look, accent }] of VARIANTS.entries()) {
            await page.evaluate(dress, [theme, look, accent] as const)
            const seen = await ask(page, index === 0 ? ALL_RULES : COLOUR_RULES)
            faults.push(...seen.map((fault) => `${theme} ${look}${accent}: ${fault}`))
          }
        }
        return faults
      })
      expect(found).toEqual({})
    },
  )

  it('shows an edge and a focus ring of every control with forced colours', async () => {
    const found = await gallery.visit(
      gallery.states.map((state) => `state=${state}`),
      (page) => lookAt(page, { edges: true }),
      { forcedColors: 'active' },
    )
    expect(found).toEqual({})
  })

  it('shows an edge of every control with more contrast, and text at 7:1, except on the idle button', async () => {
    const found = await gallery.visit(
      gallery.states.flatMap((state) => [`state=${state}&theme=light`, `state=${state}&theme=dark`]),
      async (page) => {
        await page.evaluate(AXE)
        const faults = await ask(page, MORE_CONTRAST)
        return [
          ...faults.filter((fault) => !/part="label"/.test(fault)),
          ...(await lookAt(page, { edges: true })),
        ]
      },
      { contrast: 'more' },
    )
    expect(found).toEqual({})
  })

  it('shows two lines of a foreign name of 10,000 characters, a letter for an icon that is not an image, and no link for an address that is not a web address', async () => {
    const found = await gallery.visit(['state=list-foreign'], (page) =>
      page.evaluate(() => {
        const root = document.querySelector('wallet-connect-modal')?.shadowRoot
        return [...(root?.querySelectorAll('.wallet') ?? [])].map((row) => [
          row.getBoundingClientRect().height < 120,
          row.querySelector('.icon')?.textContent ?? '',
          row.getAttribute('href'),
        ])
      }),
    )
    expect(found['state=list-foreign']).toEqual([
      [true, '', null],
      [true, 'N', null],
      [true, '', null],
    ])
  })

  it('has the marks of the phone apps also where no list was before', async () => {
    const apps = (page: Page) => page.locator('wallet-connect-modal .apps')
    const found = await gallery.visit(['state=phone-apps'], async (page) => {
      await apps(page).locator('img').first().waitFor()
      return apps(page).locator('.letter').allInnerTexts()
    })
    expect(found).toEqual({})
  })

  it.each([
    [390, 844],
    [1280, 800],
  ])(
    'has a code that a camera reads in both themes: near, out of focus, and from far away, in a window %i px wide',
    async (width, height) => {
      const views = [
        { scale: 2, blur: 0 },
        { scale: 2, blur: 4 },
        { scale: 1, blur: 1.5 },
        { scale: 0.6, blur: 0 },
      ]
      const queries = ['code', 'get-on-phone'].flatMap((state) => [
        `state=${state}&theme=light`,
        `state=${state}&theme=dark`,
      ])
      const found = await gallery.visit(
        queries,
        async (page) => {
          const code = page.locator('wallet-connect-modal .code:has(svg)')
          await code.waitFor()
          const read: string[] = []
          for (const view of views) read.push((await readCode(page.context(), code, view)).replace(/:.*/, ''))
          return read
        },
        { width, height },
      )
      expect(found).toEqual(
        Object.fromEntries(
          queries.map((query) => [query, views.map(() => (/=code/.test(query) ? 'wc' : 'https'))]),
        ),
      )
    },
  )

  it('fits a window of 320 by 256 px, as at 400 % zoom, and never scrolls sideways', async () => {
    const found = await gallery.visit(inBothDirections(/./), (page) => page.evaluate(findMisfits), {
      width: 320,
      height: 256,
    })
    expect(found).toEqual({})
  })
})

describe('from right to left', () => {
  it('the lines of the menu’s header begin at one edge', async () => {
    const found = await gallery.visit(['state=menu-name&lang=ar'], (page) =>
      page.evaluate(() => {
        const words = document
          .querySelector('wallet-connect-button')
          ?.shadowRoot?.querySelector('.who .words')
        return [...(words?.children ?? [])].map((line) => {
          const range = document.createRange()
          range.selectNodeContents(line)
          return Math.round(range.getBoundingClientRect().right)
        })
      }),
    )
    const [edges = []] = Object.values(found)
    expect(new Set(edges).size).toBe(1)
  })

  it('a long name on the button shows its beginning', async () => {
    const found = await gallery.visit(['state=connected-long-name&lang=ar'], (page) =>
      page.evaluate(() => {
        const label = document
          .querySelector('wallet-connect-button')
          ?.shadowRoot?.querySelector('[part=label]')
        const text = label?.querySelector('bdi')?.firstChild as Text
        const range = document.createRange()
        range.setStart(text, 0)
        range.setEnd(text, 1)
        const [first, box] = [range.getBoundingClientRect(), (label as Element).getBoundingClientRect()]
        return [first.left >= box.left - 1 && first.right <= box.right + 1]
      }),
    )
    expect(Object.values(found)).toEqual([[true]])
  })
})
