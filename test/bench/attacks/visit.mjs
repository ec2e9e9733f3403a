const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs in the page: a click on the button runs `next`. The console reports the result, because a question by the driver
 * counts as a click.
 */
function keepOutcomes() {
  addEventListener('click', async ({ target }) => {
    if (target.id !== 'do') return
    const start = performance.now()
    const done = (rest) =>
      console.debug(
        `outcome ${JSON.stringify({ ...rest, at: Date.now(), ms: Math.round(performance.now() - start) })}`,
      )
    await Promise.all(
      window.next.map((name) =>
        window.client[name]().then(
          (value) => done({ value: String(value) }),
          (error) => done({ error: `${error?.code ? `${error.code}: ` : ''}${error?.message}` }),
        ),
      ),
    )
  })
}

/** Opens the shop as a visitor. */
export async function openVisit(
  browser,
  sites,
  client,
  { wallet = 'quick', mode = 'popup', flood = false, lists = 'none', init },
) {
  sites.serve(wallet)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const errors = []
  context.on('weberror', (webError) => errors.push(webError.error().message))
  let ended = []
  context.on('console', (message) => {
    const text = message.text()
    if (text.startsWith('outcome ')) ended.push(JSON.parse(text.slice(8)))
  })
  // starknetkit asks its vendor which sites may frame the wallet.
  if (lists !== 'down') {
    await context.route(/^https:\/\/static\./, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { allowedDapps: lists === 'all' ? ['127.0.0.1'] : [] },
      }),
    )
  }
  await context.addInitScript(keepOutcomes)
  if (init) await context.addInitScript(init)
  const page = await context.newPage()
  await page.goto(`${sites.shop}/?client=${client}&mode=${mode}${flood ? '&flood' : ''}`)
  await page.waitForFunction(() => window.client?.ready())
  await page.waitForFunction(async () => await window.client.ready())
  return {
    page,
    context,
    sites,
    errors,
    /** Clicks, so that the calls run in the task of the click. */
    async click(...calls) {
      await page.evaluate((names) => Object.assign(window, { next: names }), calls)
      ended = []
      await page.click('#do')
    },
    /** The first window that opens, or null after two seconds. */
    popup: () => context.waitForEvent('page', { timeout: 2_000 }).catch(() => null),
    /** How the calls ended, if they ended within a time. */
    async outcomes(ms, count = 1) {
      const end = Date.now() + ms
      for (;;) {
        if (ended.length >= count || Date.now() > end) return ended
        await pause(20)
      }
    },
    close: () => context.close(),
  }
}
