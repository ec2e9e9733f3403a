import { afterAll, afterEach, beforeAll } from 'vitest'
import { type OpenOptions, startChromium, type TestBrowser, type TestPage } from './chromium.js'

/** The Chromium of a worker whose files share their modules; it ends with its worker. */
let shared: Promise<TestBrowser> | undefined

/**
 * Starts one Chromium for a file of tests, or for all files of a worker. Each test opens its own profiles, which close when the
 * test is over.
 */
export function useChromium(): (options?: OpenOptions) => Promise<TestPage> {
  let browser: TestBrowser
  let pages: TestPage[] = []
  beforeAll(async () => {
    if (process.env.SHARES_CHROMIUM) shared ??= startChromium()
    browser = await (shared ?? startChromium())
  })
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context.close()))
    pages = []
  })
  afterAll(() => (shared ? undefined : browser?.close()))
  return async (options) => {
    const page = await browser.open(options)
    pages.push(page)
    return page
  }
}
