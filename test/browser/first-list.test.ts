import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { translatePage } from '../counterparts/hostile.js'
import type { Route } from '../counterparts/servers.js'
import { findBuilt } from './support/built.js'
import { holdRoute } from './support/hold-route.js'
import { BUTTON, type Shop, type ShopOptions, untilStatus, useShop } from './support/shop.js'
import { untilIdle } from './support/until-idle.js'
import { walletCalled } from './support/wallets.js'

/**
 * The script tag's first list is drawn before React's renderer has loaded (src/embed/drawn-root.tsx). Nobody may be able to
 * tell the difference, whenever the renderer comes, and if it never comes.
 */
const shop = useShop()
const RENDERER = /\/dist\/embed\/renderer-/
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta'), walletCalled('Gamma')]
const many = 'ABCDEFGHIJ'.split('').map((letter) => walletCalled(`${letter} Wallet`))

/** Runs in a page: writes the list's nodes and attributes, in an order that no renderer decides. */
function writeList(): string {
  const write = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? ''
    const attributes = [...node.attributes]
      .map(({ name, value }) => `${name}=${value}`)
      // The browser's own marks of a dialog that was opened.
      .filter((attribute) => !/^(?:autofocus|open)=/.test(attribute))
    return `<${[node.localName, ...attributes.sort()].join(' ')}>${[...node.childNodes].map(write).join('')}</>`
  }
  const root = document.querySelector('wallet-connect-modal')?.shadowRoot
  return [...(root?.childNodes ?? [])].map(write).join('')
}

/** Whether React holds the list. */
const isReactThere = (page: Page): Promise<boolean> =>
  page
    .locator('wallet-connect-modal')
    .evaluate((host) =>
      Object.keys(host.shadowRoot?.querySelector('dialog') ?? {}).some((key) => key.startsWith('__react')),
    )

/** Clicks by script, and waits for the list without a frame in between. */
const clickAtOnce = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    document.querySelector('#one')?.shadowRoot?.querySelector('button')?.click()
    while (!document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('dialog')?.open)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(0)
      })
  })

/** Runs in a page: a wallet announces itself when the list is on screen. */
function announceLate(name: string): void {
  const info = {
    uuid: crypto.randomUUID(),
    name,
    rdns: `com.example.${name.toLowerCase()}`,
    icon: 'data:image/png,',
  }
  window.wcbTesting.announceProvider({ info, provider: { request: async () => [] } })
}

/** Whether the list has said its sentence, if it has one. Runs in the page. */
function hasSpoken(): boolean {
  const root = document.querySelector('wallet-connect-modal')?.shadowRoot
  const sentence = root?.querySelector<HTMLElement>('[data-say]')?.dataset.say ?? ''
  return root?.querySelector('[role=status]')?.textContent === sentence
}

/** Moves the pointer to a control of the list, and waits until React has taken the list over. */
async function callReact({ page, modal }: Shop): Promise<void> {
  await modal.locator('.close').hover()
  await expect.poll(() => isReactThere(page)).toBe(true)
}

async function closeList({ page, modal }: Shop): Promise<void> {
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'detached' })
}

const withAttributes = (attributes: string) => BUTTON.replace('app-name', `${attributes} app-name`)

describe('the first list, without React’s renderer', () => {
  it.each<[string, ShopOptions]>([
    ['with three wallets', { evmWallets }],
    ['with ten wallets and a search', { evmWallets: many }],
    ['without a wallet', { body: withAttributes('mode="alwaysAsk"') }],
    ['on a phone', { evmWallets, mobile: true, width: 390 }],
    [
      'dark, with the page’s terms',
      { evmWallets, body: withAttributes('theme="dark" terms-url="/terms" privacy-url="/p"') },
    ],
    ['in Arabic', { evmWallets, body: withAttributes('lang="ar"') }],
    [
      'of the page’s default, with three wallets',
      { evmWallets, body: '<wallet-connect-button id="one"></wallet-connect-button>' },
    ],
  ])('has the same nodes as the list that React draws: %s', async (_, options) => {
    const opened = await shop.open(options)
    const { page, button } = opened
    // What the list shows has loaded, as after a rest of the pointer; the page has not been left to wait.
    await button.hover()
    await page.waitForLoadState('networkidle')
    await untilIdle(page)
    await clickAtOnce(page)
    // The sentence of a view is spoken after its paint.
    await expect.poll(() => page.evaluate(hasSpoken)).toBe(true)
    const first = await page.evaluate(writeList)
    if (!options.mobile) expect(await isReactThere(page)).toBe(false)
    await callReact(opened)
    expect(await page.evaluate(writeList)).toBe(first)
    await closeList(opened)
    await button.click()
    await opened.modal.locator('[part=title]').waitFor()
    expect(await isReactThere(page)).toBe(true)
    await expect.poll(() => page.evaluate(writeList)).toBe(first)
  })

  it('keeps its nodes, the focus and the open dialog when React comes, and tells the page of one list', async () => {
    const opened = await shop.open({ evmWallets })
    const { page, modal, row } = opened
    await opened.button.click()
    await row('Alpha').waitFor()
    await page.keyboard.press('ArrowDown')
    const kept = await modal.evaluateHandle((host) => [...(host.shadowRoot?.querySelectorAll('*') ?? [])])
    await callReact(opened)
    expect(
      await modal.evaluate(
        (host, before) => before.every((node, at) => host.shadowRoot?.querySelectorAll('*')[at] === node),
        kept,
      ),
    ).toBe(true)
    expect(await row('Beta').evaluate((node) => node.matches(':focus'))).toBe(true)
    await closeList(opened)
    expect((await opened.heard()).map(({ type }) => type)).toEqual(['modal_opened', 'modal_closed'])
    expect(await opened.button.evaluate((node) => node.matches(':focus'))).toBe(true)
  })

  it('asks the wallet of a clicked row, and connects, before React’s renderer is there', async () => {
    const opened = await shop.open({ evmWallets })
    const { page } = opened
    const send = await holdRoute(opened.context, RENDERER)
    await opened.button.click()
    await opened.row('Beta').click()
    await untilStatus(page, 'connected')
    await opened.modal.waitFor({ state: 'detached' })
    send()
    await opened.element.getByText('0xf39F').waitFor()
    await expect.poll(() => opened.element.getByRole('status').innerText()).toBe('Beta is connected')
  })

  it.each<[string, Route | null]>([
    ['is lost', { status: 404, body: '' }],
    ['is refused', { status: 403, body: '' }],
    ['has a wrong hash', { body: 'window.hostileRan = 1; export const takeOver = () => {}' }],
    ['is late', null],
  ])(
    'goes on with an attempt whose wallet was asked when the renderer %s: the button shows the account, and the menu comes with the renderer (BR09)',
    async (_, reply) => {
      const renderer = findBuilt(shop.built, 'embed/renderer-')
      const opened = await shop.open({
        expectsErrors: true,
        evmWallets: [walletCalled('Alpha', { approve: 'manual' }), ...evmWallets.slice(1)],
      })
      const { page, button, row, item, heard } = opened
      const send = reply ? () => shop.replace(renderer, null) : await holdRoute(opened.context, RENDERER)
      if (reply) shop.replace(renderer, reply)
      await button.click()
      await row('Alpha').click()
      await untilStatus(page, 'connecting')
      await opened.modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
      await page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.approve())
      await untilStatus(page, 'connected')
      await expect.poll(() => button.innerText()).toContain('0xf39F')
      expect((await heard('error')).map(({ detail }) => detail.code)).not.toContain('view_failed')
      if (!reply) {
        await button.click()
        await button.locator('[part=spinner]').waitFor()
        expect(await button.innerText()).toContain('0xf39F')
      }
      send()
      if (reply) await button.click()
      await item(/^Disconnect/).click()
      await untilStatus(page, 'idle')
      expect(await page.evaluate(() => window.hostileRan)).toBe(undefined)
    },
  )

  it('begins further down when it is short, and stays there when late wallets make it longer (UI10)', async () => {
    const readTop = ({ modal }: Shop) =>
      modal.locator('.card').evaluate((card) => (card as HTMLElement).offsetTop)
    const short = await shop.open({ evmWallets })
    await short.button.click()
    const top = await readTop(short)
    expect(top).toBeGreaterThan(90)
    const late = Array.from({ length: 9 }, (_, at) => `Late${at}`)
    for (const name of late) await short.page.evaluate(announceLate, name)
    await short.row('Late8').waitFor({ state: 'attached' })
    expect(await readTop(short)).toBe(top)
    const long = await shop.open({ evmWallets: ['Alpha', ...late].map((name) => walletCalled(name)) })
    await long.button.click()
    await long.row('Alpha').waitFor()
    expect(await readTop(long)).toBeLessThan(60)
  })

  it('keeps its size while the next view is on its way, and then goes to the middle of the window in one step (UI03, UI11)', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { approve: 'manual' }), ...evmWallets.slice(1)],
    })
    const send = await holdRoute(opened.context, '**/embed/views-*.js')
    await opened.button.click()
    await opened.row('Alpha').hover()
    await opened.page.evaluate(() => {
      const frames: (readonly [height: number, top: number])[] = []
      Object.assign(document, { frames })
      const root = document.querySelector('wallet-connect-modal')?.shadowRoot
      const note = () => {
        const card = root?.querySelector<HTMLElement>('.card')
        if (card) frames.push([card.offsetHeight, card.offsetTop])
        requestAnimationFrame(note)
      }
      note()
    })
    await opened.row('Alpha').click()
    await untilStatus(opened.page, 'connecting')
    // The row shows the progress for longer than a quick wallet needs.
    await opened.row('Alpha').locator('.spinner').waitFor()
    await opened.page.waitForFunction(() => Reflect.get(document, 'frames').length > 60)
    send()
    await opened.modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    await expect
      .poll(() => opened.modal.locator('.card').evaluate((card) => card.getAnimations().length))
      .toBe(0)
    const frames: [height: number, top: number][] = await opened.page.evaluate(() =>
      Reflect.get(document, 'frames'),
    )
    for (const side of [0, 1] as const) {
      const values = frames.map((frame) => frame[side])
      const ends = [values[0] as number, values.at(-1) as number]
      expect(Math.min(...values)).toBeGreaterThanOrEqual(Math.min(...ends))
      expect(Math.max(...values)).toBeLessThanOrEqual(Math.max(...ends))
    }
    const [height, top] = frames.at(-1) as [number, number]
    const middle = await opened.page.evaluate(() => innerHeight / 2)
    expect(Math.abs(top + height / 2 - middle)).toBeLessThanOrEqual(1)
  })

  it('shows the view of the attempt before the renderer comes, and goes back to the list', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { approve: 'manual' }), ...evmWallets.slice(1)],
    })
    const send = await holdRoute(opened.context, RENDERER)
    await opened.button.click()
    await opened.row('Alpha').click()
    await untilStatus(opened.page, 'connecting')
    await opened.modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    await opened.modal.getByRole('button', { name: 'Back' }).click()
    await opened.row('Beta').waitFor()
    send()
    await expect.poll(() => isReactThere(opened.page)).toBe(true)
    await opened.row('Beta').click()
    await untilStatus(opened.page, 'connected')
  })

  it('has twelve rows of fifteen wallets, and the others after its first frame, with no renderer (K03)', async () => {
    const crowd = 'ABCDEFGHIJKLMNO'.split('').map((letter) => walletCalled(`${letter} Wallet`))
    const opened = await shop.open({ evmWallets: crowd })
    await holdRoute(opened.context, RENDERER)
    await opened.button.hover()
    await opened.page.waitForLoadState('networkidle')
    await clickAtOnce(opened.page)
    const rows = opened.modal.locator('[part=wallet]')
    const first = await rows.first().elementHandle()
    await expect.poll(() => rows.count()).toBe(15)
    // The rows that were there have stayed.
    expect(await first?.evaluate((row) => row.isConnected)).toBe(true)
    await opened.row('O Wallet').click()
    await untilStatus(opened.page, 'connected')
  })

  it.each([
    ['', () => {}],
    [', also when the page was translated before (G20)', translatePage],
  ])(
    'keeps what is typed into the search, and filters by it, when the renderer comes%s',
    async (_, change) => {
      const opened = await shop.open({ evmWallets: many })
      const send = await holdRoute(opened.context, RENDERER)
      await opened.button.click()
      await opened.modal.locator('.search').waitFor()
      await opened.page.evaluate(change)
      await opened.modal.locator('.search').focus()
      await opened.page.keyboard.type('h wal')
      expect(await opened.modal.locator('[part=wallet]').count()).toBe(1)
      send()
      await expect.poll(() => isReactThere(opened.page)).toBe(true)
      expect(await opened.modal.locator('[part=wallet]').count()).toBe(1)
      expect(await opened.modal.locator('.search').inputValue()).toBe('h wal')
      expect(await opened.modal.locator('.search').evaluate((node) => node.matches(':focus'))).toBe(true)
    },
  )

  it.each(['a caret in the middle of a word', 'a composition'])(
    'leaves what is typed to the browser when the renderer comes: %s (BR10)',
    async (what) => {
      const opened = await shop.open({ evmWallets: many })
      const send = await holdRoute(opened.context, RENDERER)
      await opened.button.click()
      const search = opened.modal.locator('.search')
      await search.focus()
      const keys = await opened.context.newCDPSession(opened.page)
      // A letter that is still being composed, as an input method does it.
      const compose = (text: string) =>
        keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      const isComposed = what === 'a composition'
      if (isComposed) await compose('わ')
      else {
        await opened.page.keyboard.type('Wlet')
        for (let step = 0; step < 3; step += 1) await opened.page.keyboard.press('ArrowLeft')
        await opened.page.keyboard.type('a')
      }
      send()
      await expect.poll(() => isReactThere(opened.page)).toBe(true)
      if (isComposed) await compose('わら')
      else await opened.page.keyboard.type('l')
      expect(await search.inputValue()).toBe(isComposed ? 'わら' : 'Wallet')
      await search.fill('c w')
      await expect.poll(() => opened.modal.locator('[part=wallet]').count()).toBe(1)
    },
  )

  it('opens what was clicked in its foot, and shows wallets that come late, before the renderer comes', async () => {
    const opened = await shop.open({ evmWallets })
    const { page, modal } = opened
    const send = await holdRoute(opened.context, RENDERER)
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    await page.evaluate(announceLate, 'Late')
    await modal.getByRole('button', { name: /^Late/ }).waitFor()
    await modal.locator('.foot button').click()
    await modal.getByRole('button', { name: 'Back' }).click()
    send()
    await expect.poll(() => isReactThere(page)).toBe(true)
    await modal.getByRole('button', { name: /^Late/ }).waitFor()
  })

  it('gets its own nodes back, and stays open, when the page was translated before (G20)', async () => {
    const opened = await shop.open({ evmWallets })
    const { modal } = opened
    await opened.button.click()
    await modal.evaluate((host) => {
      for (const node of host.shadowRoot?.querySelectorAll('[part=wallet-name] bdi') ?? []) {
        const font = document.createElement('font')
        font.append(...node.childNodes)
        node.append(font, document.createElement('hr'))
      }
    })
    await callReact(opened)
    expect(await modal.locator('font, hr').count()).toBe(0)
    expect(await modal.evaluate((host) => host.shadowRoot?.querySelectorAll('dialog[open]').length)).toBe(1)
    expect(await modal.evaluate((host) => host.shadowRoot?.querySelectorAll('dialog').length)).toBe(1)
    expect(await opened.row('Alpha').evaluate((node) => node.matches(':focus'))).toBe(true)
    expect(await opened.heard('modal_opened')).toHaveLength(1)
    await opened.row('Alpha').click()
    await untilStatus(opened.page, 'connected')
    await expect.poll(() => opened.modal.count()).toBe(0)
    expect(
      await opened.page.evaluate(
        () => document.documentElement.scrollHeight > 0 && document.adoptedStyleSheets.length,
      ),
    ).toBe(0)
  })

  it.each(['the mouse', 'the space bar', 'a finger'])(
    'takes a press by %s that the renderer comes in the middle of, when the page was translated before (G20)',
    async (by) => {
      const opened = await shop.open({ evmWallets, ...(by === 'a finger' && { mobile: true, width: 390 }) })
      const { page } = opened
      const send = await holdRoute(opened.context, RENDERER)
      await clickAtOnce(page)
      await page.evaluate(translatePage)
      const beta = opened.modal.locator('[part=wallet]').nth(1)
      await beta.focus()
      const finger = await opened.context.newCDPSession(page)
      if (by === 'the mouse') {
        // What is pressed is the translation's own node.
        await beta.locator('font').first().hover()
        await page.mouse.down()
      } else if (by === 'a finger') {
        // The sheet must have come to rest.
        await expect
          .poll(() => opened.modal.locator('.card').evaluate((card) => card.getAnimations().length))
          .toBe(0)
        const { x = 0, y = 0 } = (await beta.boundingBox()) ?? {}
        await finger.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [{ x: x + 9, y: y + 9 }],
        })
      } else await page.keyboard.down('Space')
      await page.evaluate(announceLate, 'Late')
      const loaded = page.waitForEvent('requestfinished', (request) => RENDERER.test(request.url()))
      send()
      await loaded
      await untilIdle(page)
      if (by === 'the mouse') await page.mouse.up()
      else if (by === 'a finger')
        // Its answer may not come when what was touched has gone.
        void finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }).catch(() => {})
      else await page.keyboard.up('Space')
      await untilStatus(page, 'connected')
      expect((await opened.heard('connected')).map(({ detail }) => detail.walletId)).toEqual([
        'com.example.beta',
      ])
      await opened.modal.waitFor({ state: 'detached' })
    },
  )

  it('goes on without the renderer where it cannot be had, and takes it when it can (G13)', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { approve: 'manual' }), ...evmWallets.slice(1)],
      expectsErrors: true,
    })
    const { page, context, modal } = opened
    await context.route(RENDERER, (route) => route.abort())
    await opened.button.click()
    await opened.row('Alpha').hover()
    await page.waitForLoadState('networkidle')
    await opened.row('Alpha').click()
    await modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await context.unroute(RENDERER)
    // The pointer may be at one of them already.
    for (const name of ['Beta', 'Gamma']) await opened.row(name).hover()
    await expect.poll(() => isReactThere(page)).toBe(true)
    await opened.row('Beta').click()
    await untilStatus(page, 'connected')
  })
})
