import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { holdRoute } from './support/hold-route.js'
import { BUTTON, useShop } from './support/shop.js'
import { untilIdle } from './support/until-idle.js'
import { iconOf, walletCalled } from './support/wallets.js'

/**
 * What a visit costs, in things that can be counted and are the same on every machine: requests, elements made, tasks, timers,
 * listeners. Times are for `npm run bench`.
 */
const shop = useShop()
const evmWallets = [walletCalled('Alpha')]
const DEFAULT = '<wallet-connect-button id="one"></wallet-connect-button>'
const ONE = BUTTON.replace('app-name', 'mode="alwaysAsk" app-name')

/** Counts the elements that scripts make, the listeners they add, and the tasks they start: timers, frames, messages, idle times. */
function count(): void {
  const counts = { elements: 0, listeners: 0, timers: 0, frames: 0, messages: 0, idleTimes: 0 }
  const wrap = (scope: object, name: string, key: keyof typeof counts) => {
    const native = (scope as Record<string, (...given: unknown[]) => unknown>)[name] as (
      ...given: unknown[]
    ) => unknown
    Object.defineProperty(scope, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...given: unknown[]) {
        counts[key]++
        return native.apply(this, given as never)
      },
    })
  }
  wrap(Document.prototype, 'createElement', 'elements')
  wrap(EventTarget.prototype, 'addEventListener', 'listeners')
  wrap(window, 'setTimeout', 'timers')
  wrap(window, 'requestAnimationFrame', 'frames')
  wrap(MessagePort.prototype, 'postMessage', 'messages')
  wrap(window, 'requestIdleCallback', 'idleTimes')
  Object.defineProperty(document, 'counts', { value: counts })
}

/** Waits until what has been begun is over: the page asks for nothing and has had its idle time. */
async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await untilIdle(page)
}

/** Clicks by script, and says what is there before any other task has run. */
const clickAndLook = (page: Page) =>
  page.evaluate(async () => {
    const { counts } = document as unknown as { counts: { elements: number } }
    const before = counts.elements
    document.querySelector('#one')?.shadowRoot?.querySelector('button')?.click()
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(0)
    })
    const made = counts.elements - before
    const modal = document.querySelector('wallet-connect-modal')?.shadowRoot
    const rows = [...(modal?.querySelectorAll('[part=wallet-name]') ?? [])].map((row) => row.textContent)
    return { made, isOpen: !!modal?.querySelector('dialog')?.open, rows }
  })

it.each([
  ['one wallet', ONE, 1],
  ['the page’s default', DEFAULT, 4],
] as const)(
  '%s: a pointer that rests has the list drawn out of sight, and a click only shows it',
  async (_, body, rows) => {
    const opened = await shop.open({ evmWallets, body, initScripts: [count] })
    const { page, requests } = opened
    expect(requests.filter((address) => address.includes('/embed/'))).toEqual([])
    await opened.button.hover()
    await rest(page)
    expect(await page.locator('wallet-connect-modal').count()).toBe(0)
    const before = requests.length
    const seen = await clickAndLook(page)
    expect(seen.rows.length).toBeGreaterThanOrEqual(rows)
    // Nothing of the list is made then; what follows the list has a link of its own.
    expect(seen).toMatchObject({ isOpen: true, made: 0 })
    expect(requests.slice(before)).toEqual([])
    await opened.modal.locator('.foot button').waitFor()
  },
)

/** Keeps the closed shadow roots that scripts make. */
function keepShadows(): void {
  const roots: ShadowRoot[] = []
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init)
    if (init.mode === 'closed') roots.push(root)
    return root
  }
  Object.defineProperty(document, 'closedRoots', { value: roots })
}

it('a copy of the list is laid out once before the click, unseen, and leaves nothing behind', async () => {
  const opened = await shop.open({ evmWallets, body: DEFAULT, initScripts: [keepShadows] })
  const { page, button } = opened
  const readCopies = () =>
    page.evaluate(() =>
      (document as unknown as { closedRoots: ShadowRoot[] }).closedRoots
        // The picture of a list that was closed is none of them.
        .filter((root) => root.querySelector('dialog'))
        .map((root) => ({
          rows: root.querySelectorAll('[part=wallet]').length > 0,
          isUnseen: root.querySelector('dialog.unseen')?.hasAttribute('open'),
          isLeft: root.host.isConnected,
        })),
    )
  const readChildren = () =>
    page.evaluate(() => document.querySelector('#one')?.shadowRoot?.childElementCount)
  const before = await readChildren()
  await button.hover()
  await expect.poll(readCopies).toEqual([{ rows: true, isUnseen: true, isLeft: false }])
  expect(await readChildren()).toBe(before)
  await button.click()
  await opened.row('Alpha').waitFor()
  await page.keyboard.press('Escape')
  await opened.modal.waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  await button.hover()
  await rest(page)
  await rest(page)
  expect(await readCopies()).toHaveLength(1)
})

it('the list that nobody has seen takes late wallets in where their names belong', async () => {
  const opened = await shop.open({ evmWallets, body: ONE, initScripts: [count] })
  const { page } = opened
  await opened.button.hover()
  await rest(page)
  await page.evaluate((icon) => {
    const info = { uuid: crypto.randomUUID(), name: 'Aardvark', rdns: 'com.example.late', icon }
    window.wcbTesting.announceProvider({ info, provider: { request: async () => [] } })
  }, iconOf('red'))
  // It has never been seen, so the late wallet stands where its name belongs.
  expect(await clickAndLook(page)).toMatchObject({ isOpen: true, rows: ['Aardvark', 'Alpha'] })
})

it.each([
  ['two files', DEFAULT, 2],
  ['three files, where the language is another', DEFAULT.replace('id=', 'lang="de" id='), 3],
])(
  'a click out of the blue needs %s before the list is on screen, and eight at most after it',
  async (_, body, most) => {
    const opened = await shop.open({ evmWallets, body, initScripts: [count] })
    const { page, requests } = opened
    // What follows the list may be asked for while a language is on its way; nothing waits for it.
    const sendTable = await holdRoute(opened.context, /dist\/embed\/parts-/)
    const fetched = await page.evaluate(async () => {
      document.querySelector('#one')?.shadowRoot?.querySelector('button')?.click()
      const list = () =>
        document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('[part=wallet]')
      while (!list()) await new Promise((resolve) => setTimeout(resolve))
      return performance.getEntriesByType('resource').filter(({ name }) => name.includes('/embed/')).length
    })
    expect(fetched).toBe(most)
    const services = page.waitForRequest(/services-/)
    sendTable()
    await services
    await rest(page)
    const all = requests.filter((address) => address.includes('/embed/')).length
    expect(all - fetched).toBeLessThanOrEqual(8)
  },
)

it.each([
  ['one wallet', ONE, 9],
  ['the page’s default', DEFAULT, 12],
] as const)('%s: a click out of the blue starts few tasks before the list is open', async (_, body, most) => {
  const { page } = await shop.open({ evmWallets, body, initScripts: [count] })
  await rest(page)
  const started = await page.evaluate(async () => {
    const counts = (document as unknown as { counts: Record<string, number> }).counts
    const before = { ...counts }
    const isOpen = () =>
      document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('dialog')?.open
    const opened = new Promise<typeof before>((resolve) => {
      new MutationObserver(() => isOpen() && resolve({ ...counts })).observe(document, {
        childList: true,
        subtree: true,
      })
    })
    document.querySelector('#one')?.shadowRoot?.querySelector('button')?.click()
    const after = await opened
    return ['timers', 'frames', 'messages', 'idleTimes'].map(
      (kind) => (after[kind] ?? 0) - (before[kind] ?? 0),
    )
  })
  expect(started.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(most)
  // A message starts a task that the browser may run before the paint.
  expect(started.slice(2)).toEqual([0, 0])
})

it('a click on a row whose wallet’s code has run asks the wallet in the task of the click', async () => {
  const opened = await shop.open({ evmWallets, body: ONE })
  const { page } = opened
  await opened.connect('Alpha')
  await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
  await opened.button.click()
  await opened.modal.locator('.foot button').waitFor()
  const asked = await page.evaluate(async () => {
    const row = document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('[part=wallet]')
    const before = window.evmWallets[0]?.requests.length
    ;(row as HTMLElement).click()
    // Microtasks alone: no other task of the page can run between them.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    return window.evmWallets[0]?.requests.slice(before).map(({ method }) => method)
  })
  expect(asked?.[0]).toBe('eth_requestAccounts')
})

it('a finger begins when it touches the button, before the click', async () => {
  const opened = await shop.open({ evmWallets, mobile: true, width: 390 })
  const { page, context, requests } = opened
  const box = await opened.button.boundingBox()
  const session = await context.newCDPSession(page)
  const touchPoints = [{ x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect.poll(() => requests.some((address) => address.includes('/embed/app-'))).toBe(true)
  await session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
  expect(await page.locator('wallet-connect-modal').count()).toBe(0)
})

it('a hundred buttons wait for no frame and no timer, and add four listeners each', async () => {
  const { page } = await shop.open({ body: '<main></main>', initScripts: [count] })
  const cost = await page.evaluate((tag) => {
    const { counts } = document as unknown as {
      counts: { timers: number; frames: number; listeners: number }
    }
    const before = { ...counts }
    const main = document.querySelector('main') as HTMLElement
    for (let index = 0; index < 100; index += 1) {
      const element = document.createElement(tag)
      element.setAttribute('chains', 'eip155:1')
      element.setAttribute('wallets', 'injected')
      main.append(element)
    }
    return {
      timers: counts.timers - before.timers,
      frames: counts.frames - before.frames,
      listeners: counts.listeners - before.listeners,
    }
  }, 'wallet-connect-button')
  expect(cost).toEqual({ timers: 0, frames: 0, listeners: 400 })
})
