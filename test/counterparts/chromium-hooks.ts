import { afterAll, afterEach, beforeAll } from 'vitest'
import { type OpenOptions, startChromium, type TestBrowser, type TestPage } from './chromium.js'

/** Starts one Chromium for a file of tests. Each test opens its own profiles, which close when the test is over. */
export function useChromium(): (options?: OpenOptions) => Promise<TestPage> {
  let browser: TestBrowser
  let pages: TestPage[] = []
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context.close()))
    pages = []
  })
  afterAll(() => browser?.close())
  return async (options) => {
    const page = await browser.open(options)
    pages.push(page)
    return page
  }
}
