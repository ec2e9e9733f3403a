import type { BrowserContext } from 'playwright-core'

/** Holds the requests for an address. @returns a function that lets them go on */
export async function holdRoute(context: BrowserContext, url: string | RegExp): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await context.route(url, async (route) => {
    await held
    // A page that has left since then no longer waits for it.
    await route.continue().catch(() => {})
  })
  return letGo
}
