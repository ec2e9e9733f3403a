import { describe, expect, it } from 'vitest'
import { type Shop, useShop } from '../browser/support/shop.js'

/**
 * The rest of the flow, after the list is on screen, beside the same asked of the wallet by a page itself; and how long each
 * click takes until the next paint. Medians of visits that take turns.
 */
const ROUNDS = 7
/** What each question takes in the wallet, in ms. */
const LATENCY = 50
/** Beside the bare questions. A connection asks one question more than a page has to, after the other two. */
const RATIO_LIMITS = { connect: 1.75, sign: 1.25 }
/** Longest time from a click to the next paint, at full speed and with the processor slowed down four times, in ms. */
const PAINT_LIMITS = { 1: 50, 4: 200 } as const

const shop = useShop()
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] as number

const BODY =
  '<wallet-connect-button id="one" mode="alwaysAsk" chains="eip155:1 eip155:10" wallets="injected"></wallet-connect-button>'

/** A wallet that answers each question after a while, and remembers that it allows the page. */
function installWallet(latency: number): void {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  let chainId = '0x1'
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const asked: Record<string, number> = {}
  const answers: Record<string, (params?: readonly unknown[]) => unknown> = {
    eth_requestAccounts() {
      localStorage.setItem('allowed', 'yes')
      return [account]
    },
    eth_accounts: () => (localStorage.getItem('allowed') ? [account] : []),
    eth_chainId: () => chainId,
    personal_sign: () => `0x${'ab'.repeat(65)}`,
    wallet_switchEthereumChain(params) {
      chainId = (params?.[0] as { chainId: string }).chainId
      for (const listener of listeners.get('chainChanged') ?? []) listener(chainId)
      return null
    },
  }
  const provider = {
    async request({ method, params }: { method: string; params?: readonly unknown[] }) {
      asked[method] ??= performance.now()
      await new Promise((resolve) => setTimeout(resolve, latency))
      return answers[method]?.(params) ?? null
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
  const detail = Object.freeze({
    info: { uuid: '00000000-0000-4000-8000-000000000000', name: 'Alpha', rdns: 'com.example.alpha', icon },
    provider,
  })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  Object.defineProperty(document, 'wallet', { value: { asked, provider } })
  Object.defineProperty(document, 'clicks', { value: [] as number[] })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'click') (document as unknown as { clicks: number[] }).clicks.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

const open = (throttle?: number) =>
  shop.open({
    body: BODY,
    initScripts: [`(${installWallet})(${LATENCY})`],
    ...(throttle && { throttle }),
  })

async function openList(opened: Shop): Promise<void> {
  await opened.button.hover()
  await opened.page.waitForLoadState('networkidle')
  await opened.button.click()
  await opened.modal.locator('.foot button').waitFor()
  await opened.page.waitForLoadState('networkidle')
}

/** Times of one visit, in ms: ours, and the page's own way. */
async function visit() {
  const opened = await open()
  await openList(opened)
  const { page } = opened
  const ours = await page.evaluate(async () => {
    const element = document.querySelector(
      'wallet-connect-button',
    ) as HTMLElementTagNameMap['wallet-connect-button']
    const { asked } = (document as unknown as { wallet: { asked: Record<string, number> } }).wallet
    const connected = new Promise((resolve) => document.addEventListener('wallet_connected', resolve))
    const row = document
      .querySelector('wallet-connect-modal')
      ?.shadowRoot?.querySelector<HTMLElement>('[part=wallet]')
    const start = performance.now()
    row?.click()
    await connected
    const connect = performance.now() - start
    const before = performance.now()
    await element.signMessage('Hello')
    return { asked: (asked.eth_requestAccounts as number) - start, connect, sign: performance.now() - before }
  })
  const bare = await page.evaluate(async () => {
    const { provider } = (
      document as unknown as { wallet: { provider: { request(given: object): Promise<unknown> } } }
    ).wallet
    const start = performance.now()
    await provider.request({ method: 'eth_requestAccounts' })
    await provider.request({ method: 'eth_chainId' })
    const connect = performance.now() - start
    const before = performance.now()
    await provider.request({ method: 'personal_sign', params: [] })
    return { connect, sign: performance.now() - before }
  })
  await page.reload()
  const restore = await page.evaluate(async () => {
    const element = document.querySelector(
      'wallet-connect-button',
    ) as HTMLElementTagNameMap['wallet-connect-button']
    while (element.status !== 'connected') await new Promise((resolve) => setTimeout(resolve, 1))
    const heard = performance.now()
    const { asked } = (document as unknown as { wallet: { asked: Record<string, number> } }).wallet
    return {
      restore:
        heard - (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).domInteractive,
      asked: asked.eth_accounts as number,
    }
  })
  await opened.close()
  return { ours, bare, restore: restore.restore }
}

describe('after the list', () => {
  it('a wallet is connected and signs nearly as soon as where a page asks it itself', async () => {
    const seen: Awaited<ReturnType<typeof visit>>[] = []
    for (let round = 0; round < ROUNDS; round += 1) seen.push(await visit())
    const of = (read: (one: (typeof seen)[number]) => number) => median(seen.map(read))
    const connect = of(({ ours }) => ours.connect) / of(({ bare }) => bare.connect)
    const sign = of(({ ours }) => ours.sign) / of(({ bare }) => bare.sign)
    console.info(
      [
        `a wallet that answers in ${LATENCY} ms:`,
        `row → wallet asked: ${of(({ ours }) => ours.asked).toFixed(1)} ms`,
        `row → connected: ${connect.toFixed(2)} of the bare questions`,
        `signature: ${sign.toFixed(2)} of the bare question`,
        `restored ${of(({ restore }) => restore).toFixed(0)} ms after the page could be used; the questions take ${of(({ bare }) => bare.connect).toFixed(0)} ms of it`,
      ].join('\n  '),
    )
    expect(connect).toBeLessThanOrEqual(RATIO_LIMITS.connect)
    expect(sign).toBeLessThanOrEqual(RATIO_LIMITS.sign)
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
    await page.waitForFunction(() => document.querySelector('wallet-connect-button')?.status === 'connected')
    await button.click()
    await item('Switch network').click()
    await item(/OP Mainnet/).click()
    await expect
      .poll(() => page.evaluate(() => document.querySelector('wallet-connect-button')?.chainId))
      .toBe('eip155:10')
    const clicks = await page.evaluate(() => (document as unknown as { clicks: number[] }).clicks)
    console.info(`clicks at ${rate}x until the next paint, ms: ${clicks.join(', ') || 'none over 16'}`)
    expect(Math.max(0, ...clicks)).toBeLessThanOrEqual(PAINT_LIMITS[rate])
  })
})
