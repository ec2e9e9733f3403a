import { afterAll, beforeAll, expect, it } from 'vitest'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { buildBareApp, callBareApp } from '../counterparts/relay-bare.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import { createVisit } from '../counterparts/relay-visitor.js'
import { hold, report } from './figures.mjs'

const ROUNDS = 7
const LIMIT = 1.5

/** How long a visitor's pointer rests on a row before the click, in ms; nobody clicks in the frame in which a list appears. */
const RESTS = [250, 0]

const open = useChromium()
let site: RelaySite
let relay: Relay
beforeAll(async () => {
  ;[site, relay] = await Promise.all([startRelaySite(), startRelay()])
})
afterAll(() => Promise.all([site?.stop(), relay?.stop()]))

const visit = createVisit(open, () => site)
const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] as number

it('a code is on screen in at most 1.5 times the bare client’s time after a pointer has rested on the row', async () => {
  site.server.route('/bare.js', { body: await buildBareApp() })
  const bare: number[] = []
  const ours = new Map(RESTS.map((rest) => [rest, [] as number[]]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [rest, times] of ours) times.push(await measureOurs(rest))
    const other = await visit({ 'relay-url': relay.url })
    bare.push(
      await other.page.evaluate<number>(
        `(async (start) => (await ${callBareApp('connect', relay.url)}, performance.now() - start))(performance.now())`,
      ),
    )
    await other.close()
  }
  const ratios = [...ours].map(([rest, times]) => {
    const ratio = median(times) / median(bare)
    console.info(
      `code on screen, pointer rested ${rest} ms: ${ratio.toFixed(2)} of the bare client (${times.map(Math.round)} ms beside ${bare.map(Math.round)} ms)`,
    )
    return ratio
  })
  const [rested = 0] = ratios
  report('code', [
    hold(
      'from the click on a row until the QR code is on screen, pointer rested',
      'of the relay’s client alone',
      [rested],
      LIMIT,
    ),
  ])
  expect(rested).toBeLessThanOrEqual(LIMIT)
})

/** The time from the click on the phone's row to the code on screen, in ms. */
async function measureOurs(rest: number): Promise<number> {
  const shop = await visit({
    wallets: 'walletConnect argentMobile',
    chains: 'eip155:1 starknet:SN_MAIN',
    'relay-url': relay.url,
  })
  await shop.page.locator('wallet-connect-button').click()
  const row = shop.page.locator('wallet-connect-modal [part~=wallet]').first()
  await row.waitFor()
  if (rest) {
    await row.hover()
    await shop.page.waitForTimeout(rest)
  }
  const took = await shop.page.evaluate(async () => {
    const root = document.querySelector('wallet-connect-modal')?.shadowRoot as ShadowRoot
    const start = performance.now()
    root.querySelector<HTMLElement>('[part~=wallet]')?.click()
    while (!root.querySelector('[part~=qr] path')) await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
  await shop.close()
  return took
}
