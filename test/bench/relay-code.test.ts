import { afterAll, beforeAll, expect, it } from 'vitest'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { buildBareApp, callBareApp } from '../counterparts/relay-bare.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import { createVisit } from '../counterparts/relay-visitor.js'

const ROUNDS = 7
const LIMIT = 1.5

const open = useChromium()
let site: RelaySite
let relay: Relay
beforeAll(async () => {
  ;[site, relay] = await Promise.all([startRelaySite(), startRelay()])
})
afterAll(() => Promise.all([site?.stop(), relay?.stop()]))

const visit = createVisit(open, () => site)
const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] as number

it('a code is on screen in at most 1.5 times the bare client’s time', async () => {
  site.server.route('/bare.js', { body: await buildBareApp() })
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const shop = await visit({
      wallets: 'walletConnect argentMobile',
      chains: 'eip155:1 starknet:SN_MAIN',
      'relay-url': relay.url,
    })
    await shop.page.locator('wallet-connect-button').click()
    await shop.page.getByText('WalletConnect').waitFor()
    ours.push(
      await shop.page.evaluate(async () => {
        const root = document.querySelector('wallet-connect-modal')?.shadowRoot as ShadowRoot
        const start = performance.now()
        root.querySelector<HTMLElement>('[part~=wallet]')?.click()
        while (!root.querySelector('[part~=qr] path')) await new Promise(requestAnimationFrame)
        return performance.now() - start
      }),
    )
    await shop.close()
    const other = await visit({ 'relay-url': relay.url })
    bare.push(
      await other.page.evaluate<number>(
        `(async (start) => (await ${callBareApp('connect', relay.url)}, performance.now() - start))(performance.now())`,
      ),
    )
    await other.close()
  }
  const ratio = median(ours) / median(bare)
  console.info(
    `code on screen: ${ratio.toFixed(2)} of the bare client (${ours.map(Math.round)} ms beside ${bare.map(Math.round)} ms)`,
  )
  expect(ratio).toBeLessThanOrEqual(LIMIT)
})
