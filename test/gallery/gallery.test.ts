import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gallery, startGallery } from './gallery.js'
import { findMisfits } from './geometry.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery?.close())

/** Every state, in a language of either direction. */
const inBothDirections = () =>
  gallery.states.flatMap((state) => [`state=${state}&look=square`, `state=${state}&look=square&dir=rtl`])

/** Ways to look: none of the ready ones, the three, and a light accent on its own. */
const VARIANTS = [
  { look: '', accent: '' },
  { look: 'square', accent: '' },
  { look: 'round', accent: '' },
  { look: 'outline', accent: '' },
  { look: '', accent: '#d8f24a' },
] as const

/** States that say nothing which another one does not say in the same place. */
const SAID_ELSEWHERE =
  /^(?:list-(?:sixty|long|one|connected)|button-(?:small|disabled|connecting)|connected(?!-wrong|-signed).*|menu-(?:starknet|name|both|networks)|opening|code-(?:coming|ending)|waiting-email)$/

/** Gives the page that is on screen another theme, look and accent. */
function dress([theme, look, accent]: readonly [string, string, string]): void {
  document.documentElement.dataset.theme = theme
  for (const host of document.querySelectorAll<HTMLElement>('wallet-connect-button, wallet-connect-modal')) {
    // The list has taken the values over when it was opened.
    host.removeAttribute('style')
    host.setAttribute('look', look)
    if (accent) host.style.setProperty('--wcb-accent', accent)
    const node = host.shadowRoot?.querySelector<HTMLElement>('[data-theme]')
    if (node) node.dataset.theme = theme
  }
}

/** What axe finds by the rules of WCAG 2.2, A and AA; by those about colour alone where the rest has been asked. */
async function ask(page: Page, isAll: boolean): Promise<string[]> {
  const { violations } = await page.evaluate(
    (withAll) =>
      (window as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }).axe.run(
        'html',
        {
          resultTypes: ['violations'],
          runOnly: withAll
            ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
            : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
        },
      ),
    isAll,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`),
  )
}

describe('every state of every view', () => {
  it('axe finds nothing by the rules of WCAG 2.2 AA: both themes, both directions, the looks, a light accent', {
    timeout: 300_000,
  }, async () => {
    const found = await gallery.visit(inBothDirections(), async (page) => {
      await page.evaluate(AXE)
      const faults: string[] = []
      for (const theme of ['light', 'dark']) {
        for (const [index, { look, accent }] of VARIANTS.entries()) {
          await page.evaluate(dress, [theme, look, accent] as const)
          const seen = await ask(page, index === 0)
          faults.push(...seen.map((fault) => `${theme} ${look}${accent}: ${fault}`))
        }
      }
      return faults
    })
    expect(found).toEqual({})
  })

  it('fits a window of 320 by 256 px, which 1280 by 1024 px become at 400 % zoom: nothing scrolls sideways', {
    timeout: 120_000,
  }, async () => {
    const found = await gallery.visit(inBothDirections(), (page) => page.evaluate(findMisfits), {
      width: 320,
      height: 256,
    })
    expect(found).toEqual({})
  })

  it('no text is cut, in any language, at 390 px', { timeout: 400_000 }, async () => {
    const queries = gallery.languages.flatMap((lang) =>
      gallery.states
        .filter((state) => !SAID_ELSEWHERE.test(state))
        .map((state) => `state=${state}&lang=${lang}`),
    )
    const found = await gallery.visit(queries, (page) => page.evaluate(findMisfits), {
      width: 390,
      height: 780,
    })
    expect(found).toEqual({})
  })
})
