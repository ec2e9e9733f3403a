import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { BUTTON, untilStatus, useShop } from './support/shop.js'
import { untilIdle } from './support/until-idle.js'
import { walletCalled } from './support/wallets.js'

/**
 * What each step of a visit costs and leaves behind, in things that can be counted and are the same on every machine. Times are
 * for `npm run bench`.
 */
const shop = useShop()
const evmWallets = [walletCalled('Alpha')]
const body = BUTTON.replace('app-name', 'mode="alwaysAsk" app-name')

/** Runs in the page: counts React's commits as its developer tools do, and the sheets that are created. */
function count(): void {
  const counts = { commits: 0, sheets: 0 }
  Object.defineProperty(document, 'counts', { value: counts })
  Object.defineProperty(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    value: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => counts.commits++,
      onCommitFiberUnmount() {},
    },
  })
  const Sheet = window.CSSStyleSheet
  window.CSSStyleSheet = new Proxy(Sheet, {
    construct(target, given) {
      counts.sheets++
      return Reflect.construct(target, given)
    },
  })
  // The page has these by itself.
  window.pageLedger.begin()
}

/** Waits until what has been begun is over: the page asks for nothing and has had its idle time. */
async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await untilIdle(page)
}

/**
 * What a visit may have cost at most by the end of each step: files of the script tag, their bytes of gzip, React's commits, and new
 * style sheets. React joins what happens in one task, so that the number of commits may differ by a few.
 */
const AT_MOST = {
  paint: { files: 1, bytes: 5_120, commits: 0, sheets: 1 },
  hover: { files: 3, bytes: 64_000, commits: 8, sheets: 4 },
  list: { files: 11, bytes: 138_000, commits: 16, sheets: 6 },
  close: { files: 11, bytes: 138_000, commits: 21, sheets: 7 },
  again: { files: 11, bytes: 138_000, commits: 27, sheets: 7 },
  closeAgain: { files: 11, bytes: 138_000, commits: 33, sheets: 7 },
  third: { files: 11, bytes: 138_000, commits: 39, sheets: 7 },
  closeThird: { files: 11, bytes: 138_000, commits: 45, sheets: 7 },
  connect: { files: 18, bytes: 158_000, commits: 65, sheets: 10 },
}

/** What the script tag hears before the visitor acts: a session that begins on another page. */
const BEFORE = { 'window pageshow': 1, 'window storage': 1 }

/**
 * What stays after the list for the life of the page, beside it: changes of tabs and of the page, where the pointer is, and wallets that
 * come late.
 */
const LISTENERS = {
  'document visibilitychange': 1,
  'window eip6963:announceProvider': 1,
  'window ethereum#initialized': 1,
  'window pageshow': 2,
  'window pointerdown': 1,
  'window pointermove': 1,
  'window storage': 2,
  'window wallet-standard:register-wallet': 1,
}

it('each step of a visit costs few files, bytes, renders and sheets, and a closed list leaves nothing behind', async () => {
  const opened = await shop.open({ evmWallets, body, initScripts: [count] })
  const { page, modal, button, requests, ledger } = opened
  const over: string[] = []
  const spent: string[] = []
  /** Holds what has been spent so far to the limits of a step. */
  const end = async (step: keyof typeof AT_MOST) => {
    await rest(page)
    const counts = await page.evaluate(
      () => (document as unknown as { counts: { commits: number; sheets: number } }).counts,
    )
    const paths = requests.flatMap((address) => address.split('/dist/')[1] ?? [])
    const bytes = paths.map((path) => gzipSync(shop.built.get(path) as Uint8Array, { level: 9 }).length)
    const now = { ...counts, files: paths.length, bytes: bytes.reduce((sum, one) => sum + one, 0) }
    spent.push(`${step} ${JSON.stringify(now)}`)
    for (const [name, most] of Object.entries(AT_MOST[step]))
      if (now[name as keyof typeof now] > most) over.push(`${step}: ${name}, at most ${most}`)
  }
  const openList = async () => {
    await button.click()
    await modal.locator('.foot button').waitFor()
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
  }
  const left = async () => {
    const { listeners, timeouts, intervals, frames, sockets, storageKeys } = await ledger()
    // React's own, as soon as it has drawn a dialog.
    delete listeners['document selectionchange']
    return { listeners, timeouts, intervals, frames, sockets, storageKeys }
  }

  await button.waitFor()
  await end('paint')
  expect((await left()).listeners).toEqual(BEFORE)
  await button.hover()
  await end('hover')
  await openList()
  await end('list')
  await close()
  await end('close')
  const nothing = {
    listeners: LISTENERS,
    timeouts: 0,
    intervals: 0,
    frames: 0,
    sockets: 0,
    storageKeys: [],
  }
  await expect.poll(left).toEqual(nothing)
  const cdp = await opened.context.newCDPSession(page)
  await cdp.send('Performance.enable')
  /** The listeners of the whole page, also of single elements. */
  const countListeners = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value
  }
  const useAgain = async (shown: keyof typeof AT_MOST, closed: keyof typeof AT_MOST) => {
    await openList()
    await end(shown)
    await close()
    await end(closed)
    await expect.poll(left).toEqual(nothing)
  }
  await useAgain('again', 'closeAgain')
  const listening = await countListeners()
  await useAgain('third', 'closeThird')
  await expect.poll(countListeners).toBe(listening)
  await button.click()
  await opened.row('Alpha').click()
  await untilStatus(page, 'connected')
  await end('connect')
  expect(over, spent.join('\n')).toEqual([])
})
