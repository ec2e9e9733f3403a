import { type Hex, recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WalletConnectButton } from '../../src/exports/index.js'
import type { TestPage } from '../counterparts/chromium.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { readCode } from '../counterparts/relay-camera.js'
import { type Phone, startPhone } from '../counterparts/relay-phone.js'
import { createEvmApp } from '../counterparts/relay-phone-evm.js'
import { type PhoneSignIn, signing } from '../counterparts/relay-phone-sign-in.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import { codeOn, createVisit, scan, untilStatus } from '../counterparts/relay-visitor.js'

const open = useChromium()
let site: RelaySite
let relay: Relay
const phones: Phone[] = []
const app = createEvmApp({ nodes: { 1: 'http://127.0.0.1:9', 10: 'http://127.0.0.1:9' } })
const [first] = app.addresses as [Hex]

beforeAll(async () => {
  ;[site, relay] = await Promise.all([startRelaySite(), startRelay()])
})
afterAll(async () => {
  for (const phone of phones) await phone.stop()
  await Promise.all([site?.stop(), relay?.stop()])
})

const visitShop = createVisit(open, () => site)
const visit = () =>
  visitShop({
    chains: 'eip155:1 eip155:10',
    'relay-url': relay.url,
    'sign-in': 'form',
    'sign-in-nonce': 'nOnePromptNonce1234567890',
  })

async function startApp(signIn?: PhoneSignIn): Promise<Phone> {
  const phone = await startPhone({ relayUrl: relay.url, ...app, ...(signIn && { signIn }) })
  phones.push(phone)
  return phone
}

/** Waits until the visitor has signed in, and checks what was signed. @returns the message */
async function checkSignedIn({ page }: TestPage): Promise<string> {
  await untilStatus(page, 'connected')
  const proof = await page.waitForFunction(() => (window as { signedIn?: unknown }).signedIn)
  const { message, signature } = (await proof.jsonValue()) as { message: string; signature: Hex }
  expect(await recoverMessageAddress({ message, signature })).toBe(first)
  return message
}
const hearSignIn = ({ page }: TestPage) =>
  page.evaluate(() => {
    const button = document.querySelector('wallet-connect-button') as WalletConnectButton
    button.addEventListener('wallet_signed_in', ({ detail }) => Object.assign(window, { signedIn: detail }))
  })

describe('a code that also asks for the sign-in', () => {
  it('connects and signs in with one prompt of the phone, under a strict policy (EW27)', async () => {
    const phone = await startApp(signing({ chains: ['eip155:1', 'eip155:10'] }))
    const shop = await visit()
    await hearSignIn(shop)
    const uri = await scan(shop)
    expect(uri).toContain('methods=wc_sessionAuthenticate')
    phone.pair(uri).catch(() => {})
    const message = await checkSignedIn(shop)
    expect(message).toContain('Nonce: nOnePromptNonce1234567890')
    expect(message).toContain(`URI: ${site.server.origin}`)
    expect(phone.requests).toEqual([])
    expect(shop.errors).toEqual([])
  })

  it('that a phone leaves without an answer is replaced by one tap, and two prompts follow (EW30)', async () => {
    const phone = await startApp(async () => {})
    const shop = await visit()
    await hearSignIn(shop)
    const uri = await scan(shop)
    phone.pair(uri).catch(() => {})
    const modal = shop.page.locator('wallet-connect-modal')
    const other = modal.getByRole('button', { name: 'Nothing in your wallet? Show another code' })
    expect(await other.count()).toBe(0)
    await other.waitFor()
    await other.click()
    await other.waitFor({ state: 'detached' })
    await expect.poll(() => readCode(shop.context, codeOn(shop.page))).not.toBe(uri)
    const next = await readCode(shop.context, codeOn(shop.page))
    expect(next).not.toContain('methods=')
    phone.pair(next).catch(() => {})
    expect(await checkSignedIn(shop)).not.toContain('urn:recap')
    expect(phone.requests.map(({ method }) => method)).toEqual(['personal_sign'])
    expect(shop.errors).toEqual([])
  })
})
