import type { Page } from 'playwright-core'

/**
 * Gives the page its idle time: what it does when it has nothing else to do has been done. A browser on a busy machine may have no
 * idle time at all, so it has two seconds for each of the two.
 */
export const untilIdle = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const idle = () =>
      new Promise<unknown>((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 2_000 })),
      )
    return idle().then(idle)
  })
