import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findBuilt } from './support/built.js'
import { holdRoute } from './support/hold-route.js'
import { BUTTON, type Shop, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

/** What a visitor costs and sees who has connected on an earlier page. */
const shop = useShop()
const evmWallets = [walletCalled('Alpha')]
const ACCOUNT = '0xf39F…2266'
/** Files and bytes of gzip until the account is shown. */
const MOST_FILES = 3
const MOST_BYTES = 58_500

/** What {@link filmButton} notes. */
type Film = { film: { frames: string[]; readShift(): number } }

/** Runs in the page before anything else: notes what the button says in each frame and how wide it is, and layout shifts. */
function filmButton(): void {
  const frames: string[] = []
  let shift = 0
  Object.defineProperty(document, 'film', { value: { frames, readShift: () => shift } })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const root = document.querySelector('wallet-connect-button')?.shadowRoot
    const button = root?.querySelector('button')
    const label = button?.querySelector('[part=label]')
    if (button) {
      const text = label?.checkVisibility({ visibilityProperty: true }) ? label.textContent : ''
      const frame = `${text} ${button.getBoundingClientRect().width.toFixed()}`
      if (frames.at(-1) !== frame) frames.push(frame)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** The width that the button's room is stored with, in em. */
const readRoom = ({ page }: Shop) => page.evaluate(() => localStorage.getItem('wcb.1:default:width'))

/** A visitor who has connected, and opens the page again. */
async function comeBack(options: Parameters<typeof shop.open>[0] = {}): Promise<Shop & { again: string[] }> {
  const opened = await shop.open({ evmWallets, initScripts: [filmButton], ...options })
  const { page, requests } = opened
  await opened.connect()
  await expect.poll(() => readRoom(opened)).toBeTruthy()
  const before = requests.length
  await page.reload()
  await untilStatus(page, 'connected')
  await page.waitForLoadState('networkidle')
  return { ...opened, again: requests.slice(before) }
}

describe('a visitor who is still connected', () => {
  it('sees the account for few bytes and without React, in the place that the button has kept (U46, U47)', async () => {
    const { page, again } = await comeBack()
    const { frames, shift } = await page.evaluate(() => {
      const { film } = document as never as Film
      return { frames: film.frames, shift: film.readShift() }
    })
    // One look without a word, then the account, in the same place.
    const width = frames[0]?.trim()
    expect(frames).toEqual([` ${width}`, `${ACCOUNT} ${width}`])
    expect(shift).toBe(0)
    const paths = again.flatMap((address) => address.split('/dist/')[1] ?? [])
    const bytes = paths.map((path) => gzipSync(shop.built.get(path) as Uint8Array, { level: 9 }).length)
    expect(paths.length).toBeLessThanOrEqual(MOST_FILES)
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MOST_BYTES)
    for (const part of ['renderer', 'list'])
      expect(paths).not.toContain(findBuilt(shop.built, `embed/${part}-`))
  })

  it('opens the menu by a click and by a key, also while React is late (U47)', async () => {
    const opened = await comeBack()
    const { page, button, item } = opened
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/renderer-*.js', async (route) => {
      await held
      await route.continue()
    })
    await button.click()
    await button.locator('[part=spinner]').waitFor()
    expect(await button.innerText()).toContain(ACCOUNT)
    release()
    await item('Copy address').waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await untilStatus(page, 'connected')
    await button.focus()
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent))
      .toContain('Disconnect')
  })

  it('keeps the account on screen when React cannot be loaded, and can try again (U47)', async () => {
    const opened = await comeBack({ expectsErrors: true })
    const { button, item, heard } = opened
    shop.replace(findBuilt(shop.built, 'embed/renderer-'), { status: 404, body: '' })
    await button.click()
    // The pointer may have failed to bring it before the click does.
    await expect
      .poll(async () => (await heard('error'))[0])
      .toMatchObject({ detail: { code: 'asset_integrity' } })
    await expect.poll(() => button.locator('[part=spinner]').count()).toBe(0)
    expect(await button.innerText()).toContain(ACCOUNT)
    shop.replace(findBuilt(shop.built, 'embed/renderer-'), null)
    await button.click()
    await item('Copy address').waitFor()
  })

  it('sees and hears a change of the account that comes before React (U10, U47)', async () => {
    const { page, button, element } = await comeBack()
    await page.evaluate(() => window.evmWallets[0]?.setChain(31338))
    await expect.poll(() => button.locator('.mark').getAttribute('aria-label')).toContain('31338')
    await expect.poll(() => element.getByRole('status').textContent()).toContain('31338')
  })
})

/** Runs in the page before anything else: a Starknet wallet that has allowed the page. */
function injectStarknetWallet(): void {
  const answers: Record<string, unknown> = {
    wallet_requestAccounts: ['0x51a7e'],
    wallet_requestChainId: '0x534e5f4d41494e',
    wallet_getPermissions: ['accounts'],
  }
  const nothing = () => {}
  const wallet = { id: 'delta', name: 'Delta', icon: '', version: '1.0.0', isConnected: false, provider: {} }
  const isPreauthorized = async () => true
  const request = async ({ type }: { type: string }) => answers[type]
  Object.assign(window, {
    starknet_delta: { ...wallet, request, enable: nothing, isPreauthorized, on: nothing, off: nothing },
  })
}

it.each(['my shop', 'tenant:42', 'café'])('a store called “%s” is restored as any other', async (name) => {
  const { page, connect } = await shop.open({
    evmWallets,
    body: BUTTON.replace('id=', `store="${name}" id=`),
  })
  await connect()
  await page.reload()
  await untilStatus(page, 'connected')
})

it('the room that a button keeps is measured in its own text, whatever the CSS zoom', async () => {
  const rooms: number[] = []
  for (const zoom of [1, 1.5]) {
    const opened = await shop.open({ evmWallets, head: `<style>html { zoom: ${zoom} }</style>` })
    await opened.connect()
    await expect.poll(() => readRoom(opened)).toBeTruthy()
    rooms.push(Number(await readRoom(opened)))
  }
  expect(rooms[1]).toBeCloseTo(rooms[0] as number, 0)
})

describe('a visitor whose wallet’s code comes late', () => {
  it('sees the room of the account until the code has come, and then the account (U46)', async () => {
    const body = BUTTON.replace('eip155:31337 eip155:31338', 'starknet:SN_MAIN').replace(
      '"injected"',
      '"starknet"',
    )
    const opened = await shop.open({ body, initScripts: [filmButton, injectStarknetWallet] })
    const { page, context } = opened
    await opened.connect()
    await expect.poll(() => readRoom(opened)).toBeTruthy()
    const send = await holdRoute(context, '**/embed/injected-connect-*.js')
    const asked = page.waitForRequest(/embed\/injected-connect-/)
    await page.clock.install()
    await page.reload()
    await asked
    await page.clock.runFor(3_000)
    send()
    await untilStatus(page, 'connected')
    const frames = await page.evaluate(() => (document as unknown as Film).film.frames)
    expect(frames.filter((frame) => frame.includes('Connect'))).toEqual([])
  })
})

describe('a visitor whose wallet no longer allows the page', () => {
  it('sees the idle button once the wallet has said so (U46)', async () => {
    const opened = await shop.open({ evmWallets, initScripts: [filmButton] })
    const { page, button } = opened
    await opened.connect()
    await page.evaluate(() => {
      const record = localStorage.getItem('wcb.1:default:reconnect') as string
      window.evmWallets[0]?.disconnect()
      localStorage.setItem('wcb.1:default:reconnect', record)
    })
    await page.reload()
    await expect.poll(() => button.innerText()).toBe('Connect wallet')
    // The film notes a frame when it is drawn.
    const labels = async () =>
      (await page.evaluate(() => (document as never as Film).film)).frames.map((frame) =>
        frame.replace(/ \d+$/, ''),
      )
    await expect.poll(labels).toEqual(['', 'Connect wallet'])
    expect(await button.getAttribute('aria-busy')).toBe(null)
  })
})

describe('a page that names store and storage when the button is already there', () => {
  const set = (script: string) =>
    `<script type="module">const one = document.querySelector('#one'); ${script}</script>`

  it('restores the session from a storage that the next script sets', async () => {
    const opened = await shop.open({ evmWallets, head: set('one.storage = sessionStorage') })
    await opened.connect()
    await opened.page.reload()
    await untilStatus(opened.page, 'connected')
    expect(await opened.page.evaluate(() => localStorage.getItem('wcb.1:default:reconnect'))).toBeNull()
  })

  it.each([
    ['at once', 'one.store = "b"'],
    ['once its code has loaded', 'one.open().then(() => one.close()).then(() => { one.store = "b" })'],
  ])('restores the session of a store that it names %s', async (_, script) => {
    const opened = await shop.open({ evmWallets, body: BUTTON.replace('id=', 'store="b" id=') })
    await opened.connect()
    await opened.page.goto(
      shop.write({ body: BUTTON, head: `<script src="/dist/embed.js" defer></script>${set(script)}` }),
    )
    await untilStatus(opened.page, 'connected')
  })
})

it('a request in the very task in which the element is defined waits for the session', async () => {
  const opened = await shop.open({ evmWallets })
  await opened.connect()
  const outcome = `<script type="module">document.outcome = customElements.whenDefined('wallet-connect-button').then(() =>
    document.querySelector('#one').getBalance()).then(() => 'done', ({ code }) => code)</script>`
  await opened.page.goto(shop.write({ body: BUTTON + outcome }))
  const ended = await opened.page.evaluate(() => (document as never as { outcome: Promise<string> }).outcome)
  // The scripted wallet's node is not there.
  expect(ended).toBe('balance_failed')
})
