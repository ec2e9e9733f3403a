import type { FrameLocator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'

/** Links to apps on a phone, where a frame or the app around the page refuses them. */
const launch = useChromium()
let site: RelaySite
let relay: Relay
beforeAll(async () => {
  ;[site, relay] = await Promise.all([startRelaySite(), startRelay()])
})
afterAll(() => Promise.all([site?.stop(), relay?.stop()]))

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
/** What a page in an app of iOS says. */
const IN_APP = SAFARI.replace(/ Version\S+| Safari\S+/g, '')
const ANDROID_IN_APP =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36'

/** Writes down what the page has opened, and what the browser said to it. */
function spyOnOpen(): void {
  const opened: unknown[] = []
  const open = window.open.bind(window)
  Object.assign(window, { opened })
  window.open = (...given) => {
    const answer = open(...given)
    opened.push([String(given[0]).split('?')[0], given[1], !!answer])
    return answer
  }
}

let pages = 0
const write = () => {
  pages += 1
  return site.page(`/app-${pages}`, { wallets: 'walletConnect', chains: 'eip155:1', 'relay-url': relay.url })
}

/** Opens the list of apps, in a frame or not, and taps one. */
async function tap(name: string, how: { sandbox?: string; userAgent?: string; telegram?: boolean }) {
  const inner = write()
  const outer = `/outer-${pages}`
  const { sandbox, userAgent = SAFARI, telegram } = how
  if (sandbox !== undefined)
    site.server.page(
      outer,
      `<!doctype html><iframe src="${inner}" sandbox="${sandbox}" width="390" height="700"></iframe>`,
    )
  const opened = await launch({
    url: sandbox === undefined ? inner : site.server.origin + outer,
    mobile: true,
    userAgent,
    width: 390,
    initScripts: [
      spyOnOpen,
      ...(telegram ? [() => void Object.assign(window, { TelegramWebviewProxy: { postEvent() {} } })] : []),
    ],
  })
  const place = (sandbox === undefined ? opened.page : opened.page.frameLocator('iframe')) as FrameLocator
  await place.locator('wallet-connect-button').locator('[part=button]').click()
  const row = place.locator(`[data-app=${name}]`)
  const list = place.locator('wallet-connect-modal [part~=wallet]').first()
  await list.or(row).first().waitFor()
  if (!(await row.isVisible())) await list.click()
  await row.waitFor()
  // The code is there when the list no longer says that it is fetched.
  await place.getByText('Waiting for your wallet').first().waitFor()
  await row.click()
  const read = () =>
    (opened.page.frames().at(-1) ?? opened.page.mainFrame()).evaluate(
      () => Reflect.get(window, 'opened') as [string, string, boolean][],
    )
  return { ...opened, place, read }
}

describe('PR13: a link to an app in a sandboxed frame', () => {
  it('goes into a tab by its https address, where only that is allowed', async () => {
    const { place, read } = await tap('trust', { sandbox: 'allow-scripts allow-same-origin allow-popups' })
    expect(await read()).toEqual([
      ['trust://wc', '_top', false],
      ['https://link.trustwallet.com/wc', '_blank', true],
    ])
    await place.getByRole('button', { name: 'Open Trust Wallet' }).waitFor()
  })

  it('gives way to the code, where the frame may open nothing', async () => {
    const { place, read } = await tap('trust', { sandbox: 'allow-scripts allow-same-origin' })
    expect((await read()).every(([, , isOpen]) => !isOpen)).toBe(true)
    await place.locator('[part~=qr]').waitFor()
    await place.getByRole('button', { name: 'Copy link' }).waitFor()
  })
})

describe('PR14: a link to an app in another app’s web view', () => {
  it.each([
    ['iOS', { userAgent: IN_APP }],
    ['Android', { userAgent: ANDROID_IN_APP }],
    ['Telegram', { telegram: true }],
  ])('is the https address, which does not replace the page: %s', async (_, how) => {
    const { read } = await tap('trust', how)
    expect(await read()).toEqual([['https://link.trustwallet.com/wc', '_blank', true]])
  })

  it('gives way to the code for an app without an https address', async () => {
    const { place, read } = await tap('ledger', { userAgent: IN_APP })
    expect(await read()).toEqual([])
    await place.locator('[part~=qr]').waitFor()
  })

  it('is the app’s own in a browser', async () => {
    const { read } = await tap('trust', {})
    expect((await read()).map(([href, target]) => [href, target])).toEqual([['trust://wc', '_self']])
  })
})
