import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { OpenOptions, TestPage } from '../../counterparts/chromium.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'
import { type PageServer, type Route, startPageServer } from '../../counterparts/servers.js'
import { readBuilt } from './built.js'
import { type HeardEvent, recordEvents } from './heard.js'

/** A button with what most tests need, only for the wallets on the page. */
export const BUTTON =
  '<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337 eip155:31338" wallets="injected"></wallet-connect-button>'

/** The script tag as a page on the same origin writes it. */
export const SCRIPT = '<script src="/dist/embed.js" defer></script>'

/** How a shop page is written and opened. */
export interface ShopOptions extends OpenOptions {
  /** The script tag, by default {@link SCRIPT}. */
  script?: string
  /** More content of the head, after the script tag. */
  head?: string
  /** The body; by default only {@link BUTTON}. */
  body?: string
  csp?: string
  headers?: Readonly<Record<string, string>>
  /** Errors on the page are part of the test: SO1 is not checked automatically. */
  expectsErrors?: boolean
}

/** A page with the button. */
export interface Shop extends TestPage {
  readonly url: string
  /** The first element. */
  readonly element: Locator
  /** The first element's own button. */
  readonly button: Locator
  readonly modal: Locator
  /** A wallet's row in the list. */
  row(name: string): Locator
  /** A row of the account menu. */
  item(name: string | RegExp): Locator
  /** The events so far, of one type or all, at one place or all. */
  heard(type?: string, at?: string): Promise<HeardEvent[]>
  /** Clicks the button and chooses a wallet if there is a list. */
  connect(name?: string): Promise<void>
}

/** What the tests of a file share. */
export interface ShopHooks {
  /** Opens a page for one test. Errors on it fail the test in the end (SO1), new globals too (SO7). */
  open(options?: ShopOptions): Promise<Shop>
  /** Writes a page. @returns its address */
  write(options: ShopOptions): string
  /** Replaces the answer of an address below /dist/ on both origins, until the test is over or `null` restores it. */
  replace(path: string, route: Route | null): void
  readonly server: PageServer
  /** Another origin that serves the script tag's files to everybody. */
  readonly cdn: PageServer
  /** The built files, as they are served. */
  readonly built: Map<string, Uint8Array>
}

/** Globals that may stay on a window (SO7): of the package, and of a test's clock. */
const OWN_GLOBALS = ['Symbol(wallet-connect-button.1)', '__pwClock']

/** Waits until an element reports a state. */
export const untilStatus = (page: Page, status: string, id = 'one'): Promise<unknown> =>
  page.waitForFunction(
    ([wanted, phase]) =>
      document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>(`#${wanted}`)?.status === phase,
    [id, status] as const,
  )

/** Goes back in the history, in a task after the answer: a page that leaves while it answers has no answer. */
export const goBack = (page: Page): Promise<unknown> => page.evaluate(() => setTimeout(() => history.back()))

function toShop(opened: TestPage, url: string): Shop {
  const { page } = opened
  const element = page.locator('wallet-connect-button').first()
  const button = element.locator('[part=button]')
  const modal = page.locator('wallet-connect-modal')
  const row = (name: string) => modal.getByRole('button', { name, exact: true })
  return {
    ...opened,
    url,
    element,
    button,
    modal,
    row,
    item: (name) => element.getByRole('menuitem', { name }).or(element.getByRole('menuitemradio', { name })),
    heard: (type, at) =>
      page.evaluate(
        ([name, index]) =>
          window.eventsHeard.filter((one) => (!name || one.type === name) && (!index || one.at === index)),
        [type, at] as const,
      ),
    async connect(name) {
      const before = await page.evaluate(
        () => window.eventsHeard.filter(({ type }) => type === 'connected').length,
      )
      await button.click()
      if (name) await row(name).click()
      await page.waitForFunction(
        (count) => window.eventsHeard.filter(({ type }) => type === 'connected').length > count,
        before,
      )
    },
  }
}

/** One Chromium, one server and one other origin for a file of tests; each test has its own pages. */
export function useShop(): ShopHooks {
  const launch = useChromium()
  let server: PageServer
  let cdn: PageServer
  let built: Map<string, Uint8Array>
  let count = 0
  const watched = new Set<Shop>()
  const replaced = new Set<string>()
  const replace: ShopHooks['replace'] = (path, route) => {
    replaced.add(path)
    for (const each of [server, cdn]) each.route(`/dist/${path}`, route)
  }

  beforeAll(async () => {
    // The files are read once, so that a build that runs meanwhile does not change them.
    built = await readBuilt()
    const folders = { '/dist/': async (path: string) => built.get(path) ?? null }
    ;[server, cdn] = await Promise.all([
      startPageServer({ folders }),
      startPageServer({ cors: true, folders }),
    ])
  })
  afterEach(async () => {
    const shops = [...watched]
    watched.clear()
    for (const path of replaced) replace(path, null)
    for (const { errors, page, ledger } of shops) {
      expect(errors, 'SO1: errors on the page').toEqual([])
      if (page.isClosed() || !(await page.evaluate(() => 'pageLedger' in window).catch(() => false))) continue
      const { globals, prototypes } = await ledger()
      expect(
        globals.filter((name) => !OWN_GLOBALS.includes(name)),
        'SO7: new globals',
      ).toEqual([])
      expect(prototypes, 'SO7: changed prototypes').toEqual([])
    }
  })
  afterAll(() => Promise.all([server?.stop(), cdn?.stop()]))

  const write = ({ script = SCRIPT, head = '', body = BUTTON, csp, headers }: ShopOptions): string =>
    server.page(
      `/shop-${++count}`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>${script}${head}</head><body>${body}</body></html>`,
      { ...(csp && { csp }), ...(headers && { headers }) },
    )

  return {
    write,
    replace,
    async open(options = {}) {
      const url = options.url ?? write(options)
      const initScripts = [recordEvents, ...(options.initScripts ?? [])]
      const shop = toShop(await launch({ ...options, url, initScripts }), url)
      if (!options.expectsErrors) watched.add(shop)
      return shop
    },
    get server() {
      return server
    },
    get cdn() {
      return cdn
    },
    get built() {
      return built
    },
  }
}
