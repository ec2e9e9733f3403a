import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { holdRoute } from './support/hold-route.js'
import { BUTTON, type Shop, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const manual = [walletCalled('Alpha', { approve: 'manual' }), walletCalled('Beta', { approve: 'manual' })]
const RELAY =
  '<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337" project-id="0123456789abcdef0123456789abcdef" relay-url="ws://127.0.0.1:9"></wallet-connect-button>'

/** Opens the list, with the parts that follow it loaded. */
async function openList({ page, button, modal }: Shop): Promise<void> {
  await button.click()
  await modal.locator('.foot').waitFor()
  await page.waitForLoadState('networkidle')
}

/** Records what the modal's status region says from now on. */
const record = (modal: Locator) =>
  modal.evaluate((host) => {
    const region = host.shadowRoot?.querySelector('[role=status]') as Element
    const said: string[] = []
    Object.assign(document, { said, region })
    new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
const said = ({ page }: Shop) => page.evaluate(() => (document as unknown as { said: string[] }).said)

describe('a view after the list', () => {
  it('shows the marks of wallets, also when it arrives after the visitor has asked for it (UI06)', async () => {
    const opened = await shop.open({ evmWallets: manual })
    const { modal, button, context } = opened
    const send = await holdRoute(context, '**/embed/views-*.js')
    await button.click()
    await modal.getByRole('button', { name: 'Get a wallet' }).click()
    // The list is drawn again, as it was.
    await opened.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    send()
    await modal.getByRole('heading', { name: 'What is a wallet?' }).waitFor()
    await modal.locator('.offers img').first().waitFor()
  })

  it('has a header that says what the visitor connects to, the way back to the list, and close (U15)', async () => {
    const opened = await shop.open({ evmWallets: manual })
    const { modal, row, page } = opened
    await openList(opened)
    await row('Alpha').click()
    await modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    // The heading names the wallet, once.
    expect(await modal.locator('[part=title]').innerText()).toBe('Connect to Shop')
    expect(await modal.getByRole('dialog', { name: 'Connect to Shop' }).count()).toBe(1)
    await modal.getByRole('button', { name: 'Back' }).click()
    await row('Beta').waitFor()
    expect(await modal.locator('[part=title]').innerText()).toBe('Connect to Shop')
    // Without a list there is no way back, and Cancel closes.
    await page.keyboard.press('Escape')
    const outcome = page.evaluate(() =>
      document
        .querySelector('wallet-connect-button')
        ?.connect({ walletId: 'com.example.beta' })
        .catch(() => 'over'),
    )
    await page.waitForFunction(() => document.querySelector('wallet-connect-button')?.status === 'connecting')
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    await modal.getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await modal.getByRole('button', { name: 'Back' }).count()).toBe(0)
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await modal.locator('dialog').waitFor({ state: 'detached' })
    await outcome
  })

  it('is announced once, in one region that stays (U10)', async () => {
    const opened = await shop.open({ evmWallets: manual })
    const { modal, row, page } = opened
    await openList(opened)
    await record(modal)
    await row('Alpha').click()
    await modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
    await page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.reject())
    await modal.getByRole('heading', { name: 'You declined in Alpha.' }).waitFor()
    const sentences = await said(opened)
    expect(sentences[0]).toBe('Approve the request in your wallet to connect.')
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(
      await modal.evaluate((host) => [
        host.shadowRoot?.querySelectorAll('[role=status]').length,
        host.shadowRoot?.querySelector('[role=status]') ===
          (document as unknown as { region: Element }).region,
      ]),
    ).toEqual([1, true])
  })

  it('receives the icon from the chosen row, and the button its tick, and nothing waits for them (UI11)', async () => {
    const opened = await shop.open({ evmWallets: manual })
    const { page, modal, row } = opened
    await openList(opened)
    const toCentre = (box: DOMRect) => [box.x + box.width / 2, box.y + box.height / 2]
    // The card has come to rest.
    await row('Beta').click({ trial: true })
    // A pressed row is drawn smaller: its icon sets out from where the finger sees it.
    const pressed = await row('Beta').evaluateHandle((node) => ({
      icon: new Promise<DOMRect>((resolve) => {
        const read = () => resolve((node.querySelector('.icon') as Element).getBoundingClientRect())
        node.getRootNode().addEventListener('click', read, { capture: true, once: true })
      }),
    }))
    // The first frame of each motion stays, and what is left of the list can be looked into.
    await page.evaluate(() => {
      const { attachShadow } = Element.prototype
      Element.prototype.attachShadow = function (given) {
        return attachShadow.call(this, { ...given, mode: 'open' })
      }
      const { animate } = Element.prototype
      Element.prototype.animate = function (...given) {
        const motion = animate.apply(this, given)
        motion.pause()
        return motion
      }
    })
    await row('Beta').click({ delay: 200 })
    const icon = modal.locator('.halo > .icon')
    await icon.waitFor()
    const first = toCentre(await icon.evaluate((node) => node.getBoundingClientRect()))
    const start = toCentre(await pressed.evaluate((held) => held.icon))
    for (const [axis, place] of start.entries())
      expect(Math.abs(place - (first[axis] as number))).toBeLessThanOrEqual(1)
    await page.evaluate(() => window.evmWallets[1]?.openPrompts[0]?.approve())
    await untilStatus(page, 'connected')
    await modal.waitFor({ state: 'detached' })
    const tick = page.locator('[inert] .done > .good')
    const readMotion = () =>
      tick.evaluate((node) => {
        const motion = node.getAnimations()[0]
        const { duration } = motion?.effect?.getComputedTiming() ?? {}
        motion?.finish()
        const box = node.getBoundingClientRect()
        return { duration, end: [box.x + box.width / 2, box.y + box.height / 2].map(Math.round) }
      })
    const { duration, end } = await readMotion()
    expect(duration).toBeLessThanOrEqual(250)
    const { x = 0, y = 0, width = 0, height = 0 } = (await opened.button.boundingBox()) ?? {}
    expect(end[0]).toBeGreaterThan(x)
    expect(end[0]).toBeLessThan(x + width)
    expect(end[1]).toBeGreaterThan(y)
    expect(end[1]).toBeLessThan(y + height)
    // What is left of the list is in nobody's way.
    await opened.button.click()
    await opened.item('Copy address').waitFor()
  })

  it('begins at its top, with the focused heading visible, also on a phone held sideways (U11)', async () => {
    const wallets = Array.from({ length: 12 }, (_, at) => walletCalled(`Wallet${at}`, { approve: 'manual' }))
    const opened = await shop.open({ evmWallets: wallets, width: 568, height: 320, reducedMotion: 'reduce' })
    const { modal, row } = opened
    await openList(opened)
    await modal.locator('.body').evaluate((body) => body.scrollTo(0, 1e4))
    await row('Wallet9').click()
    const heading = modal.getByRole('heading', { name: 'Continue in Wallet9' })
    await heading.waitFor()
    const { y = -1, height = 0 } = (await heading.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(320)
    expect(await modal.locator('.body').evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(60)
  })

  it('has a frame for its code at once, and the frame is visible at 400 % zoom (U11, U13)', async () => {
    const opened = await shop.open({
      body: RELAY,
      width: 320,
      height: 256,
      reducedMotion: 'reduce',
      expectsErrors: true,
    })
    const { modal } = opened
    await openList(opened)
    await modal.getByRole('button', { name: 'WalletConnect' }).click()
    const frame = modal.locator('.code')
    await frame.waitFor()
    expect(await modal.getByRole('status').innerText()).toBe('Getting a code')
    expect(await modal.getByText('Approve the request').count()).toBe(0)
    const { y = -1, height = 999 } = (await frame.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(256)
  })

  it('offers a reload and a way to get a wallet when nothing is installed, whatever the page names (U17)', async () => {
    const opened = await shop.open({
      body: BUTTON.replace('wallets="injected"', 'wallets="injected" mode="alwaysAsk"'),
    })
    const { modal } = opened
    await openList(opened)
    await modal.getByRole('button', { name: 'Reload' }).waitFor()
    await modal.getByRole('button', { name: 'What is a wallet?' }).click()
    await modal.getByRole('heading', { name: 'What is a wallet?' }).waitFor()
    expect(await modal.getByRole('link', { name: /^MetaMask/ }).getAttribute('href')).toContain(
      'chromewebstore',
    )
    await modal.getByRole('button', { name: 'On your phone' }).click()
    await modal.locator('[part=qr] svg').waitFor()
    await modal.getByRole('button', { name: 'Back' }).click()
    await modal.getByRole('button', { name: 'Back' }).click()
    const reloaded = opened.page.waitForEvent('load')
    await modal.getByRole('button', { name: 'Reload' }).click()
    await reloaded
  })
})

describe('the list view', () => {
  it('is navigated by arrows, Home, End and letters, and searched (U22)', async () => {
    const names = ['Apple', 'Banana', 'Cherry', 'Date', 'Elder', 'Fig', 'Grape', 'Hazel', 'Iris']
    const opened = await shop.open({ evmWallets: names.map((name) => walletCalled(name)) })
    const { page, modal } = opened
    await openList(opened)
    const focused = () =>
      modal.evaluate(
        (host) => host.shadowRoot?.activeElement?.querySelector('[part=wallet-name]')?.textContent,
      )
    const seen: unknown[] = [await focused()]
    for (const key of ['ArrowDown', 'End', 'ArrowUp', 'Home', 'c']) {
      await page.keyboard.press(key)
      seen.push(await focused())
    }
    expect(seen).toEqual(['Apple', 'Banana', 'Iris', 'Hazel', 'Apple', 'Cherry'])
    await modal.getByRole('searchbox', { name: 'Search wallets' }).fill('gr')
    expect(await modal.locator('[part=wallet-name]').allInnerTexts()).toEqual(['Grape'])
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Grape')
    await modal.getByRole('searchbox').fill('zzz')
    await expect.poll(() => modal.getByRole('status').innerText()).toBe('No wallets found')
  })

  it('grows with the browser’s own font size, and its ✕ is 44 px (U22)', async () => {
    const opened = await shop.open({ evmWallets: manual })
    const { page, modal, context, row } = opened
    await openList(opened)
    expect(await modal.locator('[part=close-button]').boundingBox()).toMatchObject({ width: 44, height: 44 })
    const size = () =>
      row('Beta')
        .locator('[part=wallet-name]')
        .evaluate((node) => getComputedStyle(node).fontSize)
    expect(await size()).toBe('16px')
    const session = await context.newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await expect.poll(size).toBe('32px')
  })

  it('fades for 120 ms when the visitor closes it, and not at all with reduced motion (U21)', async () => {
    const opened = await shop.open({ evmWallets: manual })
    const { page, modal, row } = opened
    const pictures = () => page.locator('[inert]').count()
    const countPictures = () =>
      page.evaluate(() => {
        const seen = { count: 0 }
        Object.assign(document, { seen })
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes) if ((node as HTMLElement).inert) seen.count += 1
        }).observe(document.body, { childList: true })
      })
    const seen = () => page.evaluate(() => (document as unknown as { seen: { count: number } }).seen.count)
    await openList(opened)
    // The views, and with them the fade, come after the list.
    await row('Alpha').click()
    await modal.getByRole('button', { name: 'Back' }).click()
    await row('Alpha').waitFor()
    await countPictures()
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    await expect.poll(seen).toBe(1)
    await expect.poll(pictures).toBe(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openList(opened)
    await modal.getByRole('button', { name: 'Close' }).click()
    await modal.waitFor({ state: 'detached' })
    expect(await seen()).toBe(1)
  })

  it('links the page’s terms below the list, only on https or its own origin', async () => {
    const links = (urls: string) => BUTTON.replace('app-name', `${urls} app-name`)
    const opened = await shop.open({
      evmWallets: manual,
      body: links('terms-url="/terms" privacy-url="javascript:alert(1)"'),
    })
    await openList(opened)
    expect(await opened.modal.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe(
      `${shop.server.origin}/terms`,
    )
    expect(await opened.modal.getByRole('link', { name: 'Privacy' }).count()).toBe(0)
  })
})

describe('the list on a phone', () => {
  const BOTH = RELAY.replace('eip155:31337', 'eip155:31337 starknet:SN_SEPOLIA')
  const PHONE = { mobile: true, userAgent: 'iPhone', width: 390, height: 780, body: BOTH } as const

  /** The places of the apps' tiles, as column and line. */
  const readTiles = (modal: Locator) =>
    modal.evaluate((host) => {
      const boxes = [...(host.shadowRoot?.querySelectorAll('.tiles .wallet') ?? [])].map((tile) =>
        tile.getBoundingClientRect(),
      )
      const places = (side: 'x' | 'y') => [...new Set(boxes.map((box) => Math.round(box[side])))]
      return boxes.map(({ x, y }) => [places('x').indexOf(Math.round(x)), places('y').indexOf(Math.round(y))])
    })

  it('shows ten apps as two lines of four tiles without a search, and the last tile leads to all of them (UI13)', async () => {
    const opened = await shop.open({ ...PHONE, reducedMotion: 'reduce' })
    const { modal } = opened
    await openList(opened)
    expect(await readTiles(modal)).toEqual([0, 1].flatMap((y) => [0, 1, 2, 3].map((x) => [x, y])))
    const last = modal.getByRole('group', { name: 'On your phone' }).getByRole('button').last()
    expect(await last.innerText()).toBe('⋯\nOther wallet')
    expect(await modal.locator('.search').count()).toBe(0)
    await last.tap()
    await modal.locator('.search').waitFor()
    expect(await modal.getByRole('button', { name: 'Ledger Live' }).count()).toBe(1)
    await modal.getByRole('button', { name: 'Back' }).tap()
    await expect.poll(() => readTiles(modal)).toHaveLength(8)
  })

  it('is a sheet that follows the finger, and that closes when it is let go far below its place (UI13)', async () => {
    const opened = await shop.open(PHONE)
    const { page, modal, context } = opened
    await openList(opened)
    const top = () =>
      modal.locator('[part=dialog]').evaluate((card) => Math.round(card.getBoundingClientRect().top))
    const still = () =>
      page.waitForFunction(
        () =>
          !document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('.card')?.getAnimations()
            .length,
      )
    await still()
    const place = await top()
    const session = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: 195, y: place + 24 + y }],
      })
    await touch('touchStart')
    await touch('touchMove', 10)
    await expect.poll(top).toBe(place + 10)
    await touch('touchEnd')
    await still()
    expect(await top()).toBe(place)
    await touch('touchStart')
    await touch('touchMove', 150)
    await expect.poll(top).toBe(place + 150)
    await touch('touchEnd')
    await modal.waitFor({ state: 'detached' })
    await expect.poll(() => opened.heard('modal_closed')).toHaveLength(1)
  })
})
