import type { Page } from 'playwright-core'

/**
 * Stops the page's installed clock: from now on it only moves when a test says so, however long the test itself takes.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}
