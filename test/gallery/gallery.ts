import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { createGalleryFiles, readGalleryPage } from '../../demo/gallery/serve.js'
import { launchChromium } from '../../scripts/launch-chromium.mjs'
import { startPageServer } from '../counterparts/servers.js'

/** The gallery in a browser, for walks through many of its states. */
export interface Gallery {
  readonly states: readonly string[]
  readonly languages: readonly string[]
  /**
   * Visits addresses, two pages at a time. When the test ends before, at its time limit, the visit ends too: otherwise
   * it would take the processor from the tests after it, and they would also miss their limits.
   *
   * @param queries the parts of the addresses after the question mark
   * @returns what each visit found, without visits that found nothing
   */
  visit<T>(
    queries: readonly string[],
    look: (page: Page, query: string) => Promise<T[]>,
    options?: VisitOptions,
  ): Promise<Record<string, T[]>>
  close(): Promise<void>
}

/** The window of a visit. */
export interface VisitOptions {
  width?: number
  height?: number
  hasTouch?: boolean
  /** What the visitor has set in the system. */
  forcedColors?: 'active'
  contrast?: 'more'
}

/** As many pages as the smallest machine that runs this has cores. */
const PAGES = 2

/** Opens a state, and waits until it is drawn. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const drawn = page.locator('html[data-drawn]').waitFor({ state: 'attached' })
  await drawn.catch((cause: unknown) => {
    throw new Error(`${address} was not drawn`, { cause })
  })
}

/** Starts a server with the gallery, and Chromium. */
export async function startGallery(): Promise<Gallery> {
  const server = await startPageServer({ folders: { '/gallery/': createGalleryFiles() } })
  const address = server.page('/gallery', await readGalleryPage())
  const browser = await launchChromium()
  const first = await browser.newPage()
  await open(first, address)
  const { states = '', languages = '' } = await first.evaluate(() => ({
    ...document.documentElement.dataset,
  }))
  await first.close()
  const createContext = ({
    width = 1280,
    height = 800,
    hasTouch = false,
    ...asked
  }: VisitOptions): Promise<BrowserContext> =>
    browser.newContext({
      viewport: { width, height },
      hasTouch,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...asked,
    })
  return {
    states: states.split(' '),
    languages: languages.split(' '),
    async visit(queries, look, options = {}) {
      const found: Record<string, Awaited<ReturnType<typeof look>>> = {}
      const rest = [...queries]
      onTestFinished(() => {
        rest.length = 0
      })
      const walk = async () => {
        const context = await createContext(options)
        const page = await context.newPage()
        for (let query = rest.shift(); query !== undefined; query = rest.shift()) {
          const faults: string[] = []
          const hear = (error: Error) => faults.push(String(error))
          page.on('pageerror', hear)
          await open(page, `${address}?${query}`)
          const seen = await look(page, query)
          page.off('pageerror', hear)
          if (faults.length) throw new Error(`${query}: ${faults.join()}`)
          if (seen.length) found[query] = seen
        }
        await context.close()
      }
      await Promise.all(Array.from({ length: PAGES }, walk))
      return found
    },
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}
