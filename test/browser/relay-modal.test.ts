import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { type Phone, startPhone } from '../counterparts/relay-phone.js'
import { createEvmApp } from '../counterparts/relay-phone-evm.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import { begin, createVisit, heard, read, untilStatus } from '../counterparts/relay-visitor.js'

const open = useChromium()
let site: RelaySite
let relay: Relay
let phone: Phone

beforeAll(async () => {
  ;[site, relay] = await Promise.all([startRelaySite(), startRelay()])
  phone = await startPhone({ relayUrl: relay.url, ...createEvmApp({ nodes: { 1: 'http://127.0.0.1:1' } }) })
})
afterAll(async () => {
  await phone?.stop()
  await Promise.all([site?.stop(), relay?.stop()])
})

const visitShop = createVisit(open, () => site)
const visit = (attributes: Record<string, string> = {}, options = {}) =>
  visitShop(
    { chains: 'eip155:1', 'relay-url': relay.url, 'qr-modal': 'walletconnect', ...attributes },
    { policy: null, ...options },
  )

describe('the modal of @walletconnect/modal, when a page asks for it', () => {
  it('shows the code above ours, contacts no third party, and closes once the wallet has approved', async () => {
    const { page, requests, errors } = await visit({
      wallets: 'walletConnect argentMobile',
      chains: 'eip155:1 starknet:SN_MAIN',
    })
    await page.locator('wallet-connect-button').click()
    await page.getByText('WalletConnect').click()
    const foreign = page.locator('wcm-modal')
    await foreign.locator('wcm-qrcode').waitFor()
    const uri = await foreign
      .locator('wcm-qrcode')
      .evaluate((node) => (node as HTMLElement & { uri: string }).uri)
    await phone.pair(uri)
    await untilStatus(page, 'connected')
    await expect.poll(() => foreign.count()).toBe(0)
    expect(requests.filter((url) => !/127\.0\.0\.1/.test(url))).toEqual([])
    expect(errors).toEqual([])
  })

  it('cancels the attempt when the visitor closes it', async () => {
    const { page } = await visit()
    await begin(page)
    const foreign = page.locator('wcm-modal')
    await foreign.locator('wcm-qrcode').waitFor()
    await foreign.locator('wcm-modal-backcard button').last().click()
    await untilStatus(page, 'idle')
    expect((await heard(page)).at(-1)?.[1]).toMatchObject({ code: 'user_rejected' })
    expect((await read(page)).status).toBe('idle')
    await expect.poll(() => foreign.count()).toBe(0)
  })

  it('reports within a few seconds that it cannot be created, as under a strict policy', async () => {
    const { page } = await visit({}, { policy: undefined })
    await begin(page)
    await page
      .locator('wallet-connect-modal')
      .locator('#text')
      .getByText('This page is not set up correctly.')
      .waitFor()
    expect((await heard(page)).find(([name]) => name === 'error')?.[1]).toMatchObject({
      code: 'qr_modal_failed',
    })
  })
})
