import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { english as views } from '../../src/view/connect-modal/views-english.js'
import { texts as arabic } from '../../src/view/i18n/languages/ar.js'
import { texts as german } from '../../src/view/i18n/languages/de.js'
import { texts as japanese } from '../../src/view/i18n/languages/ja.js'
import { english as main, type Texts } from '../../src/view/i18n/texts.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { PROJECT_ID } from '../counterparts/relay-site.js'
import { BUTTON, type Shop, type ShopOptions, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, iconOf, walletCalled } from './support/wallets.js'

/** Every animation frame of what a visitor sees, on a slow machine and a slow line. */
const shop = useShop()
let anvil: Anvil
let relay: Relay
beforeAll(async () => {
  ;[anvil, relay] = await Promise.all([startAnvil(), startRelay()])
})
afterAll(() => Promise.all([anvil?.stop(), relay?.stop()]))

/** 1.6 Mbit/s with 150 ms, and a processor four times slower. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const THROTTLE = 4
/** No state of the card is shorter, in ms. */
const SHORTEST = 150

/** A frame of the page. */
interface Frame {
  at: number
  /** The visitor's or the wallet's last action. */
  action: string
  /** The heading of the view. */
  view: string
  width: number
  height: number
  lang: string
  dir: string
  texts: string[]
  button: string
  menu: [left: number, top: number, right: number, bottom: number] | null
  window: [width: number, height: number]
}
type Film = { film: { frames: Frame[]; action: string } }

/** Runs in the page before anything else: notes each frame. */
function film(): void {
  const notes: { frames: Frame[]; action: string } = { frames: [], action: 'load' }
  Object.defineProperty(document, 'film', { value: notes })
  const listTexts = (root: Element): string[] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text
      if (data.trim() && parentElement?.checkVisibility()) found.push(data.trim())
    }
    return found
  }
  const look = (at: number) => {
    requestAnimationFrame(look)
    const dialog = document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('dialog')
    const card = dialog?.open ? dialog.querySelector('.card') : null
    const root = document.querySelector('wallet-connect-button')?.shadowRoot
    const menu = root?.querySelector('.menu:popover-open')?.getBoundingClientRect()
    const box = card?.getBoundingClientRect()
    notes.frames.push({
      at,
      action: notes.action,
      view: card
        ? ((card.querySelector('h2:not(.quiet)') ?? card.querySelector('h1'))?.textContent ?? '')
        : '',
      width: Math.round(box?.width ?? 0),
      height: Math.round(box?.height ?? 0),
      lang: dialog?.lang ?? '',
      dir: dialog ? getComputedStyle(dialog).direction : '',
      texts: card ? listTexts(card) : [],
      button: root?.querySelector('[part=label]')?.textContent ?? '',
      menu: menu ? [menu.left, menu.top, menu.right, menu.bottom] : null,
      window: [innerWidth, innerHeight],
    })
  }
  requestAnimationFrame(look)
}

/** Opens a page as a visitor with a slow machine and a slow line gets it. */
async function openSlowly(options: ShopOptions): Promise<Shop> {
  const opened = await shop.open({ ...options, initScripts: [film], throttle: THROTTLE })
  const session = await opened.context.newCDPSession(opened.page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', LINE)
  await opened.page.reload()
  return opened
}
const act = (page: Page, action: string) =>
  page.evaluate((name) => {
    ;(document as unknown as Film).film.action = name
  }, action)
const readFrames = (page: Page) => page.evaluate(() => (document as unknown as Film).film.frames)
/** Waits until the card, or the menu, has not changed for half a second of frames. */
const untilStill = (page: Page) =>
  page.waitForFunction(() => {
    const { frames } = (document as unknown as Film).film
    const last = frames.at(-1)
    const of = (one: Frame | undefined) => [one?.view, one?.height, one?.width, one?.menu, one?.texts].join()
    const same = frames.filter((one) => last && one.at > last.at - 500)
    return (
      same.length > 2 &&
      same.every((one) => of(one) === of(last)) &&
      (frames[0]?.at ?? 0) < (last?.at ?? 0) - 500
    )
  })

const flatten = (texts: object): string[] =>
  Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : flatten(value)))
/** The English texts without a name in them, which are others in a language. */
const englishBut = (texts: Texts) => {
  const own = new Set(flatten(texts))
  return [...flatten(main), ...flatten(views)].filter((text) => !text.includes('{0}') && !own.has(text))
}

/** Each view of the card, with its first and last frame. */
function listViews(
  frames: readonly Frame[],
): { view: string; first: number; last: number; frames: Frame[] }[] {
  const runs: { view: string; first: number; last: number; frames: Frame[] }[] = []
  for (const frame of frames) {
    const run = runs.at(-1)
    if (run?.view === frame.view) run.frames.push(frame)
    else runs.push({ view: frame.view, first: frame.at, last: frame.at, frames: [frame] })
    const now = runs.at(-1)
    if (now) now.last = frame.at
  }
  return runs.filter(({ view }) => view)
}

describe('each frame on a slow machine and a slow line', () => {
  const body = (more: string) =>
    BUTTON.replace('wallets="injected"', `wallets="injected walletConnect" ${more}`)

  it.each([
    ['ar', 'rtl', arabic],
    ['ja', 'ltr', japanese],
    ['de', 'ltr', german],
  ] as const)(
    'of the list and the views after it is in the page’s language: %s (UI01)',
    async (lang, dir, texts) => {
      const opened = await openSlowly({
        evmWallets: [walletCalled('Alpha', { approve: 'manual' }), walletCalled('Beta')],
        body: body(`lang="${lang}"`),
      })
      const { page, modal } = opened
      await opened.button.click()
      await opened.row('Alpha').waitFor()
      await untilStill(page)
      await opened.row('Alpha').click()
      await untilStatus(page, 'connecting')
      await modal.locator('h2:not(.quiet)').waitFor()
      await untilStill(page)
      await page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.reject())
      await modal.getByText(texts.tryAgain as string).waitFor()
      await untilStill(page)
      const frames = (await readFrames(page)).filter(({ view }) => view)
      expect(frames.length).toBeGreaterThan(10)
      expect(new Set(frames.map((one) => `${one.lang} ${one.dir}`))).toEqual(new Set([`${lang} ${dir}`]))
      const english = new Set(englishBut(texts))
      expect(english.size).toBeGreaterThan(30)
      expect(frames.flatMap((one) => one.texts.filter((text) => english.has(text)))).toEqual([])
    },
  )

  it.each([
    ['en', 1280],
    ['ar', 1280],
    ['en', 390],
  ])(
    'changes the card’s size once for each action, without a detour, and shows each view for a while: %s, %i px wide (UI03, UI11)',
    async (lang, width) => {
      const opened = await openSlowly({
        evmWallets: [walletCalled('Alpha', { approve: 'manual' }), walletCalled('Beta')],
        body: body(`lang="${lang}" project-id="${PROJECT_ID}" relay-url="${relay.url}"`),
        width,
      })
      const { page, modal } = opened
      await opened.button.click()
      await opened.row('Alpha').waitFor()
      await untilStill(page)
      const refuse = () => page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.reject())
      const back = modal.locator('.tool.back').first()
      await act(page, 'choose')
      await opened.row('Alpha').click()
      await untilStatus(page, 'connecting')
      await modal.locator('h2:not(.quiet)').waitFor()
      await untilStill(page)
      await act(page, 'refuse')
      await refuse()
      await page.waitForFunction(
        () => document.querySelector('wallet-connect-button')?.state.phase === 'failed',
      )
      await untilStill(page)
      await act(page, 'back')
      await back.click()
      await opened.row('Beta').waitFor()
      await untilStill(page)
      await act(page, 'code')
      await modal.locator('[data-row=walletConnect] [part=wallet]').click()
      await modal.locator('[part~=qr] svg, [part~=qr]').first().waitFor()
      await untilStill(page)
      await act(page, 'list')
      await back.click()
      await opened.row('Alpha').waitFor()
      await untilStill(page)
      // A wallet that refuses at once.
      await page.evaluate(() => window.evmWallets[0]?.setApprove('never'))
      await act(page, 'choose again')
      await opened.row('Alpha').click()
      await page.waitForFunction(
        () => document.querySelector('wallet-connect-button')?.state.phase === 'failed',
      )
      await untilStill(page)
      const frames = (await readFrames(page)).filter(({ view }) => view)
      expect(new Set(frames.map((one) => one.width)).size).toBe(1)
      for (const action of new Set(frames.map((one) => one.action))) {
        const heights = frames.filter((one) => one.action === action).map(({ height }) => height)
        const before = frames.filter((one, at) => frames[at + 1]?.action === action && one.action !== action)
        const steps = [...before.map(({ height }) => height), ...heights]
        const changes = steps.slice(1).map((height, at) => height - (steps[at] as number))
        const ways = new Set(changes.filter((change) => Math.abs(change) > 1).map(Math.sign))
        expect(ways.size, `${action}: ${[...new Set(steps)]}`).toBeLessThanOrEqual(1)
      }
      const seen = listViews(frames)
      expect(seen.length).toBeGreaterThanOrEqual(6)
      // Until the next view's first frame: on a busy machine a frame may last longer than a view has to.
      for (const [at, { view, first }] of seen.slice(0, -1).entries())
        expect((seen[at + 1]?.first ?? 0) - first, view).toBeGreaterThanOrEqual(SHORTEST - 1000 / 60)
    },
  )

  it.each(['ltr', 'rtl'])(
    'keeps the menu inside the window, 4 px from its edges, when balance, name and picture come late: %s (UI02)',
    async (dir) => {
      await anvil.request('anvil_setBalance', [ACCOUNTS[2], '0x112210f47de98115'])
      const opened = await openSlowly({
        evmWallets: [
          walletCalled('Alpha', { rpcUrls: { 31337: anvil.url }, accounts: [ACCOUNTS[2]] }),
          walletCalled('Beta'),
        ],
        width: 600,
        body: `<div dir="${dir}" style="display:flex;justify-content:end">${BUTTON.replace('app-name', 'show-balance names app-name')}</div>`,
      })
      const { page, element, button } = opened
      await page.evaluate(() => {
        const one = document.querySelector('wallet-connect-button')
        const name = new Promise((resolve) => {
          Object.assign(document, { tell: resolve })
        })
        if (one) one.resolveName = () => name as Promise<object>
      })
      await opened.connect('Alpha')
      await button.click()
      await opened.item('Copy address').waitFor()
      await element.locator('.menu').first().getByText('1.234567').waitFor()
      await untilStill(page)
      await page.evaluate((picture) => {
        const { tell } = document as unknown as { tell(name: object): void }
        tell({ name: 'a-rather-long-name-of-an-account.example.eth', picture })
      }, iconOf('teal'))
      await element.locator('.menu').first().getByText('a-rather-long-name').first().waitFor()
      await untilStill(page)
      const frames = (await readFrames(page)).filter(({ menu }) => menu)
      expect(frames.length).toBeGreaterThan(10)
      const wrong = frames.filter(({ menu, window: [width, height] }) => {
        const [left, top, right, bottom] = menu as [number, number, number, number]
        return left < 4 || top < 4 || right > width - 4 || bottom > height - 4
      })
      expect([...new Set(wrong.map(({ menu }) => `${menu}`))]).toEqual([])
      const widths = new Set(frames.map(({ menu }) => menu && Math.round(menu[2] - menu[0])))
      expect([...widths]).toHaveLength(1)
    },
  )
})
