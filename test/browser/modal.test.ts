import { describe, expect, it } from 'vitest'
import { coverPage } from '../counterparts/hostile.js'
import { begin, howEnded } from './support/calls.js'
import { BUTTON, type Shop, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
const NOTHING = { connector: null, wallet: null }

/** Calls `connect` with the focus on the button, and waits for the list. @returns the call's outcome */
async function ask({ page, button, row }: Shop): Promise<{ outcome: Promise<unknown> }> {
  await button.focus()
  const outcome = page.evaluate(() => document.querySelector('wallet-connect-button')?.connect())
  outcome.catch(() => {})
  await row('Alpha').waitFor()
  return { outcome }
}

const focused = ({ page }: Shop) => page.evaluate(() => document.activeElement?.id ?? '')
const dialogCount = ({ page }: Shop) => page.locator('dialog[open]').count()

describe('F21: a list that is closed without a choice', () => {
  const ways: [string, (opened: Shop) => Promise<unknown>][] = [
    ['by Escape', ({ page }) => page.keyboard.press('Escape')],
    ['by the close button', ({ modal }) => modal.getByRole('button', { name: 'Close' }).click()],
    ['by a click beside it', ({ page }) => page.mouse.click(40, 400)],
    [
      'by close()',
      ({ page }) => page.evaluate(() => document.querySelector('wallet-connect-button')?.close()),
    ],
  ]
  it.each(ways)('by %s gives nulls once, and the focus returns to the button', async (_, close) => {
    const opened = await shop.open({ evmWallets })
    const { outcome } = await ask(opened)
    await close(opened)
    expect(await outcome).toEqual(NOTHING)
    await expect.poll(() => dialogCount(opened)).toBe(0)
    expect(await opened.modal.count()).toBe(0)
    expect(await focused(opened)).toBe('one')
    expect(await opened.heard()).toMatchObject([
      { type: 'modal_opened' },
      { type: 'modal_closed', detail: { choice: null } },
    ])
    expect(await opened.button.getAttribute('aria-expanded')).toBe('false')
  })

  it('is not closed by a press inside that ends outside, nor by one outside that ends inside', async () => {
    const opened = await shop.open({ evmWallets })
    const { outcome } = await ask(opened)
    const { page } = opened
    const box = await opened.row('Alpha').boundingBox()
    const inside = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20] as const
    for (const [from, to] of [
      [inside, [40, 400]],
      [[40, 400], inside],
    ] as const) {
      await page.mouse.move(from[0], from[1])
      await page.mouse.down()
      await page.mouse.move(to[0] ?? 0, to[1] ?? 0)
      await page.mouse.up()
      expect(await dialogCount(opened)).toBe(1)
    }
    await page.keyboard.press('Escape')
    expect(await outcome).toEqual(NOTHING)
  })

  it('while a wallet is waiting ends the attempt, and the wallet’s answer is dropped', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { approve: 'manual' }), walletCalled('Beta')],
    })
    const { outcome } = await ask(opened)
    await opened.row('Alpha').click()
    await opened.modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    await opened.page.keyboard.press('Escape')
    expect(await outcome).toEqual(NOTHING)
    await opened.page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.approve())
    await expect.poll(() => opened.page.evaluate(() => window.evmWallets[0]?.listenerCount())).toBe(0)
    expect(await opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.status)).toBe(
      'idle',
    )
    expect((await opened.heard()).map(({ type }) => type)).toEqual([
      'modal_opened',
      'connecting',
      'modal_closed',
    ])
  })
})

describe('an open list', () => {
  it('keeps Tab, clicks and script focus from the page behind it, and its hotkeys quiet', async () => {
    const opened = await shop.open({
      evmWallets,
      body: `<button id="before">Before</button>${BUTTON}<button id="after">After</button>`,
    })
    const { page, modal } = opened
    await page.evaluate(() => {
      Object.defineProperty(document, 'keysHeard', { value: [] as string[] })
      document.addEventListener('keydown', ({ key }) =>
        (document as unknown as { keysHeard: string[] }).keysHeard.push(key),
      )
    })
    await ask(opened)
    const seen = new Set<string>()
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press('Tab')
      seen.add(await focused(opened))
    }
    await page.evaluate(() => document.querySelector<HTMLElement>('#before')?.focus())
    seen.add(await focused(opened))
    expect([...seen].filter((id) => id === 'before' || id === 'after' || id === 'one')).toEqual([])
    await opened.row('Alpha').focus()
    await page.keyboard.press('k')
    expect(await page.evaluate(() => (document as unknown as { keysHeard: string[] }).keysHeard)).toEqual([])
    expect(await modal.getByRole('dialog', { name: 'Connect to Shop' }).getAttribute('open')).toBe('')
  })

  it('G09: is above an overlay with the largest z-index, and keeps 9999 and 380 px', async () => {
    const opened = await shop.open({ evmWallets })
    await ask(opened)
    await opened.page.evaluate(coverPage)
    const { top, zIndex, width } = await opened.modal.evaluate((host) => {
      const root = host.shadowRoot as ShadowRoot
      const card = root.querySelector('[part=dialog]') as Element
      const { left, top: cardTop, width: cardWidth } = card.getBoundingClientRect()
      return {
        top: document.elementFromPoint(left + 30, cardTop + 60) === host,
        zIndex: getComputedStyle(root.querySelector('[part=overlay]') as Element).zIndex,
        width: cardWidth,
      }
    })
    expect({ top, zIndex, width }).toEqual({ top: true, zIndex: '9999', width: 380 })
    await opened.row('Beta').click()
    await untilStatus(opened.page, 'connected')
  })

  it('SD05: is 380 px wide, and in windows up to 480 px a sheet of the window’s width', async () => {
    const opened = await shop.open({ evmWallets })
    await ask(opened)
    const readWidth = () =>
      opened.modal.locator('[part=dialog]').evaluate((card) => card.getBoundingClientRect().width)
    for (const [window, width] of [
      [1280, 380],
      [481, 380],
      [480, 480],
      [390, 390],
    ] as const) {
      await opened.page.setViewportSize({ width: window, height: 800 })
      await expect.poll(readWidth).toBe(width)
    }
  })

  it('F14: is missing in print, and back on screen, before the other views have arrived too', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.context.route('**/views-*.js', (route) => route.abort())
    await ask(opened)
    const drawn = () => opened.modal.locator('[part=dialog]').evaluate((node) => node.getClientRects().length)
    await opened.page.emulateMedia({ media: 'print' })
    expect(await drawn()).toBe(0)
    await opened.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await opened.page.emulateMedia({ media: 'screen' })
    expect(await drawn()).toBe(1)
    expect(await opened.heard('modal_closed')).toEqual([])
  })

  it.each([
    'html,body{height:100%;margin:0}body{overflow-x:hidden}',
    'html,body{height:100%;margin:0}body{overflow-y:scroll}',
    'body{overflow-x:hidden}',
    'html{overflow-y:scroll}',
  ])('stops a page from scrolling that has a scroll rule of its own, and moves nothing: %s', async (css) => {
    const opened = await shop.open({
      evmWallets,
      head: `<style>${css} header{position:sticky;top:0}</style>`,
      body: `<header>Shop ${BUTTON}</header><main style="height:3000px">Long</main>`,
    })
    const { page } = opened
    await page.evaluate(() => scrollTo(0, 1_500))
    const read = () =>
      page.evaluate(() =>
        ['main', 'header'].map((tag) =>
          Math.round(document.querySelector(tag)?.getBoundingClientRect().top ?? Number.NaN),
        ),
      )
    const before = await read()
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    await page.mouse.wheel(0, 500)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await read()).toEqual(before)
    await page.keyboard.press('Escape')
    await opened.modal.waitFor({ state: 'detached' })
    expect(await read()).toEqual(before)
  })

  it.each([
    ['before the code has loaded', '', false],
    ['while the code for forms loads', 'name="wallet"', false],
    ['once the code has loaded', '', true],
  ])(
    'is not there after connect() and close() in one task, %s: the call ends with nulls',
    async (_, attribute, isLoaded) => {
      const { page, modal } = await shop.open({
        evmWallets,
        body: BUTTON.replace('app-name', `${attribute} app-name`),
      })
      const result = await page.evaluate(async (loaded) => {
        const one = document.querySelector('wallet-connect-button')
        if (loaded) await one?.open()
        if (loaded) await one?.close()
        const call = one?.connect()
        await one?.close()
        return call
      }, isLoaded)
      expect(result).toEqual(NOTHING)
      expect(await modal.count()).toBe(0)
    },
  )

  it('settles close() when the page opens the list again in the same task', async () => {
    const { page, modal } = await shop.open({ evmWallets })
    await page.evaluate(async () => {
      const button = document.querySelector('wallet-connect-button')
      await button?.open()
      const closing = button?.close()
      await Promise.all([closing, button?.open()])
    })
    await modal.locator('[part=wallet]').first().waitFor()
  })

  it('stops the page from scrolling without moving it', async () => {
    const opened = await shop.open({ evmWallets, body: `${BUTTON}<div style="height:3000px">Long</div>` })
    const before = await opened.element.boundingBox()
    await ask(opened)
    await opened.page.mouse.wheel(0, 500)
    await opened.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await opened.page.evaluate(() => scrollY)).toBe(0)
    expect(await opened.element.boundingBox()).toEqual(before)
    await opened.page.keyboard.press('Escape')
    await expect.poll(() => dialogCount(opened)).toBe(0)
    await opened.page.mouse.wheel(0, 500)
    await expect.poll(() => opened.page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })

  it('never freezes the page when the button disappears, by style or for good', async () => {
    const opened = await shop.open({
      evmWallets,
      body: `<div id="bar">${BUTTON}</div><button id="buy">Buy</button>`,
    })
    const { page, row, heard } = opened
    const { outcome } = await ask(opened)
    await page.evaluate(() => {
      ;(document.querySelector('#bar') as HTMLElement).style.display = 'none'
    })
    expect(await row('Alpha').isVisible()).toBe(true)
    await page.evaluate(() => document.querySelector('#bar')?.remove())
    await expect.poll(() => dialogCount(opened)).toBe(0)
    expect(await outcome.catch(({ message }) => String(message))).toMatch(/removed from the page/)
    await page.getByRole('button', { name: 'Buy' }).click()
    expect(await heard('modal_closed')).toHaveLength(1)
  })

  it.each(['insertBefore', 'moveBefore'])(
    'is closed when the page moves it by %s, and the page scrolls and opens it again',
    async (way) => {
      const opened = await shop.open({
        evmWallets,
        body: `${BUTTON}<div id="home" style="height:3000px"></div>`,
      })
      const { page, modal } = opened
      const { outcome } = await ask(opened)
      await page.evaluate((method) => {
        const list = document.querySelector('wallet-connect-modal')
        Reflect.apply(Reflect.get(document.body, method), document.querySelector('#home'), [list, null])
      }, way)
      expect(await outcome).toEqual(NOTHING)
      expect(await modal.count()).toBe(0)
      await page.mouse.move(300, 400)
      await page.mouse.wheel(0, 500)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
      await ask(opened)
    },
  )
})

describe('the place of the modal', () => {
  it('is in the page’s own dialog, and it does not use that dialog’s Escape and backdrop', async () => {
    const opened = await shop.open({
      evmWallets,
      body: `<dialog id="cart"><p>Cart</p>${BUTTON}</dialog><script>cart.showModal()</script>`,
    })
    const { outcome } = await ask(opened)
    expect(await opened.modal.evaluate((host) => host.parentElement?.id)).toBe('cart')
    await opened.page.keyboard.press('Escape')
    expect(await outcome).toEqual(NOTHING)
    expect(await opened.page.evaluate(() => document.querySelector<HTMLDialogElement>('#cart')?.open)).toBe(
      true,
    )
    await opened.page.keyboard.press('Escape')
    expect(await opened.page.evaluate(() => document.querySelector<HTMLDialogElement>('#cart')?.open)).toBe(
      false,
    )
  })

  it('is outside a drawer around the button that is closed and inert', async () => {
    const { page, modal } = await shop.open({
      evmWallets,
      body: `<button id="own" onclick="document.querySelector('#one').open()">Connect</button>
        <nav role="dialog" inert style="position:fixed;transform:translateX(-100%)">${BUTTON}</nav>`,
    })
    await page.locator('#own').click()
    await modal.locator('[part=close-button]').click()
    await modal.waitFor({ state: 'detached' })
  })

  it('is outside a link around the button, so that a choice does not navigate', async () => {
    const opened = await shop.open({ evmWallets, body: `<a href="/elsewhere">${BUTTON}</a>` })
    await opened.page.evaluate(() =>
      document.querySelector('a')?.addEventListener('click', (event) => event.preventDefault()),
    )
    await opened.connect('Alpha')
    expect(opened.page.url()).toBe(opened.url)
  })

  it('F20: exists even for a button without a box', async () => {
    const hidden = BUTTON.replace('id="one"', 'id="one" style="display:none"')
    const opened = await shop.open({ evmWallets, body: hidden })
    await opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    expect(await opened.row('Alpha').isVisible()).toBe(true)
    for (const style of ['width:0;height:0;overflow:hidden', 'content-visibility:hidden']) {
      await opened.page.evaluate((css) => {
        document.querySelector('wallet-connect-button')?.setAttribute('style', css)
        return document.querySelector('wallet-connect-button')?.close()
      }, style)
      await opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
      expect(await opened.row('Alpha').isVisible()).toBe(true)
    }
  })

  it('is unique in the page: another store’s modal replaces the first, which ends with nulls', async () => {
    const opened = await shop.open({
      evmWallets,
      body: `${BUTTON}<wallet-connect-button id="two" store="two" chains="eip155:31337"></wallet-connect-button>`,
    })
    const { outcome } = await ask(opened)
    await opened.page.evaluate(() =>
      document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#two')?.open(),
    )
    expect(await outcome).toEqual(NOTHING)
    await expect.poll(() => dialogCount(opened)).toBe(1)
  })

  it('leaves Escape to the page’s popover unless ours is on top', async () => {
    const opened = await shop.open({
      evmWallets,
      body: `<div id="sheet" popover>${BUTTON}</div><script>sheet.showPopover()</script>`,
    })
    const { outcome } = await ask(opened)
    await opened.page.keyboard.press('Escape')
    expect(await outcome).toEqual(NOTHING)
    expect(await opened.page.evaluate(() => document.querySelector('#sheet')?.matches(':popover-open'))).toBe(
      true,
    )
  })
})

describe('a page whose `remove()` needs a parent, as Prototype.js defines it', () => {
  it('gets its answer each time the list is closed', async () => {
    const opened = await shop.open({
      evmWallets,
      head: '<script>HTMLElement.prototype.remove = function () { this.parentNode.removeChild(this); return this }</script>',
    })
    for (let times = 0; times < 2; times += 1) {
      const { outcome } = await ask(opened)
      await opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.close())
      expect(await outcome).toEqual(NOTHING)
    }
    await opened.page.evaluate(() => Reflect.deleteProperty(HTMLElement.prototype, 'remove'))
  })
})

describe('K04: a list that is opened and closed 1,000 times', () => {
  it('leaves no node, listener, timer or sheet, and the focus where it was', async () => {
    const opened = await shop.open({ evmWallets })
    const { page, ledger } = opened
    const cycle = (times: number) =>
      page.evaluate(async (rounds) => {
        const button = document.querySelector('wallet-connect-button')
        for (let count = 0; count < rounds; count += 1) {
          await button?.open()
          await button?.close()
        }
        return [document.querySelectorAll('*').length, document.adoptedStyleSheets.length]
      }, times)
    await opened.button.focus()
    // The part after the list is fetched once, with its own links.
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    await opened.modal.locator('.foot button').waitFor()
    await page.waitForLoadState('networkidle')
    // React's renderer comes with the pointer. It adds one listener to the document and never removes it.
    await opened.modal.locator('.close').hover()
    await expect.poll(async () => (await ledger()).listeners['document selectionchange']).toBe(1)
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.close())
    const first = await cycle(3)
    // The search for wallets has its own timers at first.
    await expect.poll(async () => (await ledger()).timeouts).toBe(0)
    const before = await ledger()
    expect(await cycle(1_000)).toEqual(first)
    await expect.poll(ledger).toEqual(before)
    expect(await focused(opened)).toBe('one')
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    await opened.row('Alpha').click()
    await untilStatus(page, 'connected')
  })
})

describe('the event wallet_modal_closed', () => {
  it('names the chosen wallet, also one that is connected already', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.connect('Alpha')
    // A list that appears under the pointer takes no click at first.
    await opened.page.mouse.move(0, 0)
    await begin(opened.page, { mode: 'alwaysAsk' })
    await opened.row('Alpha').click()
    await expect.poll(() => howEnded(opened.page)).toBe('done')
    await expect.poll(() => opened.heard('modal_closed', 'document')).toHaveLength(2)
    const choices = (await opened.heard('modal_closed', 'document')).map(({ detail }) => detail.choice)
    expect(choices).toEqual(['com.example.alpha', 'com.example.alpha'])
  })
})
