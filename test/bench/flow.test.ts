import { describe, expect, it } from 'vitest'
import { type Shop, untilStatus, useShop } from '../browser/support/shop.js'
import { hold, report } from './figures.mjs'
import { BARE_RESTORE, installWallet, LATENCY, type SlowWallet } from './slow-wallet.js'

/**
 * The rest of the flow, after the list is on screen, beside the same asked of the wallet by a page itself; and how long each
 * click takes until the next paint. Medians of visits that take turns.
 */
const ROUNDS = 7
/** The limits beside the bare way; `asked` is in ms. */
const LIMITS = { asked: 16, connect: 1.25, atOnce: 1.75, sign: 1.25, signedIn: 1.25, restore: 3.5 }
/** Longest time from a click to the next paint, at full speed and with the processor slowed down four times, in ms. */
const PAINT_LIMITS = { 1: 50, 4: 200 } as const

const shop = useShop()
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] as number

const BODY =
  '<wallet-connect-button id="one" mode="alwaysAsk" chains="eip155:1 eip155:10" wallets="injected"></wallet-connect-button>'

/** Runs in the page: collects how long each click takes until the next paint, and when a wallet was connected. */
function watch(): void {
  document.addEventListener('wallet_connected', () => {
    Object.assign(document, { connectedAt: performance.now() })
  })
  Object.defineProperty(document, 'clicks', { value: [] as number[] })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'click') (document as unknown as { clicks: number[] }).clicks.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

const open = (throttle?: number) =>
  shop.open({
    body: BODY,
    initScripts: [`(${installWallet})(${LATENCY})`, watch],
    ...(throttle && { throttle }),
  })

async function openList(opened: Shop): Promise<void> {
  await opened.button.hover()
  await opened.page.waitForLoadState('networkidle')
  await opened.button.click()
  await opened.modal.locator('.foot button').waitFor()
  await opened.page.waitForLoadState('networkidle')
}

/** Runs in the page: a connection, a signature and a sign-in by the button. Times in ms. */
async function useButton(latency: number) {
  const element = document.querySelector(
    'wallet-connect-button',
  ) as HTMLElementTagNameMap['wallet-connect-button']
  const { asked, answered } = (document as unknown as { wallet: SlowWallet }).wallet
  const later = <T>(answer: T) => new Promise<T>((resolve) => setTimeout(resolve, latency, answer))
  const connected = new Promise((resolve) => document.addEventListener('wallet_connected', resolve))
  const row = document
    .querySelector('wallet-connect-modal')
    ?.shadowRoot?.querySelector<HTMLElement>('[part=wallet]')
  let start = performance.now()
  row?.click()
  await connected
  const connect = performance.now() - start
  const rowToAsked = (asked.eth_requestAccounts as number) - start
  start = performance.now()
  await element.signMessage('Hello')
  const sign = performance.now() - start
  element.signInAdapter = {
    getNonce: () => later('abcdefgh12345678'),
    verify: () => later(true),
    signOut: () => later(undefined),
  }
  let heard = 0
  document.addEventListener('wallet_signed_in', () => {
    heard = performance.now()
  })
  await element.signIn()
  return { asked: rowToAsked, connect, sign, signedIn: heard - (answered.personal_sign as number) }
}

/** Runs in the page: the same by the bare questions. */
async function askBare(latency: number) {
  const { provider } = (document as unknown as { wallet: SlowWallet }).wallet
  let start = performance.now()
  await provider.request({ method: 'eth_requestAccounts' })
  await provider.request({ method: 'eth_chainId' })
  const connect = performance.now() - start
  start = performance.now()
  await provider.request({ method: 'personal_sign', params: [] })
  const sign = performance.now() - start
  start = performance.now()
  await new Promise((resolve) => setTimeout(resolve, latency))
  return { connect, sign, signedIn: performance.now() - start }
}

/** Runs in the page: when the session of an earlier visit was there, in ms since deferred scripts could run. */
async function readRestore() {
  const heard = () => (document as unknown as { connectedAt?: number }).connectedAt
  let at = heard()
  for (; !at; at = heard()) await new Promise((resolve) => setTimeout(resolve, 1))
  const [page] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
  const start = page.domInteractive
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const find = (name: string) => files.find((file) => file.name.includes(name))
  return {
    restore: at - start,
    app: (find('/app-')?.responseEnd ?? start) - start,
    part: (find('/injected-connect-')?.startTime ?? start) - start,
    asked: ((document as unknown as { wallet: SlowWallet }).wallet.asked.eth_accounts as number) - start,
  }
}

/** How long a row takes that is clicked by a script, when no pointer was near before: the code that connects runs after the click. */
async function clickAtOnce(): Promise<number> {
  const opened = await open()
  await openList(opened)
  const { connect } = await opened.page.evaluate(useButton, LATENCY)
  await opened.close()
  return connect
}

/** Times of one visit: ours, and the page's own way. */
async function visit() {
  const atOnce = await clickAtOnce()
  const opened = await open()
  await openList(opened)
  const { page } = opened
  // A visitor points at a row before the click, and the code that connects runs then.
  await opened.modal.locator('[part=wallet]').first().hover()
  await page.waitForLoadState('networkidle')
  const ours = await page.evaluate(useButton, LATENCY)
  const bare = await page.evaluate(askBare, LATENCY)
  await page.reload()
  const restored = await page.evaluate(readRestore)
  shop.server.route('/bare-restore.js', { body: BARE_RESTORE })
  // The same visitor, on a page of the same site that restores the session itself.
  await page.goto(shop.write({ script: '<script src="/bare-restore.js" defer></script>', body: 'Bare' }))
  const { restore } = await page.evaluate(readRestore)
  await opened.close()
  return { atOnce, ours: { ...ours, restore: restored.restore }, bare: { ...bare, restore }, restored }
}

describe('after the list', () => {
  it('a wallet is connected, signs and comes back nearly as soon as where a page asks it itself', async () => {
    const seen: Awaited<ReturnType<typeof visit>>[] = []
    for (let round = 0; round < ROUNDS; round += 1) seen.push(await visit())
    const of = (read: (one: (typeof seen)[number]) => number) => median(seen.map(read))
    const ratio = (name: keyof (typeof seen)[number]['bare']) =>
      of(({ ours }) => ours[name]) / of(({ bare }) => bare[name])
    const beside = 'of a page that asks the wallet itself'
    const verdicts = [
      hold(
        'from the click on a row until the wallet is asked, pointer rested',
        'ms',
        [of(({ ours }) => ours.asked)],
        LIMITS.asked,
      ),
      hold(
        'from the click on a row until the wallet is connected, pointer rested',
        beside,
        [ratio('connect')],
        LIMITS.connect,
      ),
      hold(
        'from the click on a row until the wallet is connected, without a pointer',
        beside,
        [of(({ atOnce }) => atOnce) / of(({ bare }) => bare.connect)],
        LIMITS.atOnce,
      ),
      hold('from the request for a signature until the page has it', beside, [ratio('sign')], LIMITS.sign),
      hold('from the signature until the page is signed in', beside, [ratio('signedIn')], LIMITS.signedIn),
      hold(
        'from the start of a page until the session of an earlier visit is there',
        beside,
        [ratio('restore')],
        LIMITS.restore,
      ),
    ]
    report('flow', verdicts)
    const at = (name: keyof (typeof seen)[number]['restored']) =>
      of(({ restored }) => restored[name]).toFixed(0)
    console.info(
      `restored in ms after the page could be used: app here ${at('app')}, wallet's part fetched ${at('part')}, wallet asked ${at('asked')}, connected ${at('restore')}; the page itself ${of(({ bare }) => bare.restore).toFixed(0)}`,
    )
    expect(verdicts.filter(({ ok }) => !ok)).toEqual([])
  })
})

describe.each([1, 4] as const)('with the processor slowed down %i times', (rate) => {
  it('each click of the flow is painted in time', async () => {
    const opened = await open(rate)
    const { page, modal, item, button } = opened
    await openList(opened)
    await modal.locator('.foot button').click()
    await modal.locator('.back').click()
    await modal.locator('[part=wallet]').click()
    await untilStatus(page, 'connected')
    await button.click()
    await item('Switch network').click()
    await item(/OP Mainnet/).click()
    await expect
      .poll(() => page.evaluate(() => document.querySelector('wallet-connect-button')?.chainId))
      .toBe('eip155:10')
    const clicks = await page.evaluate(() => (document as unknown as { clicks: number[] }).clicks)
    console.info(`clicks at ${rate}x until the next paint, ms: ${clicks.join(', ') || 'none over 16'}`)
    const speed = rate === 1 ? 'at full speed' : 'processor slowed down four times'
    const verdict = hold(
      `from a click of the flow until the next paint, ${speed}`,
      'ms',
      [Math.max(0, ...clicks)],
      PAINT_LIMITS[rate],
    )
    report(`clicks ${rate}x`, [verdict])
    expect(verdict.values[0]).toBeLessThanOrEqual(verdict.limit)
  })
})
