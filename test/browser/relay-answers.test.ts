import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Eip1193Provider } from '../../src/connectors/evm/announcement.js'
import type { TestPage } from '../counterparts/chromium.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { readCode } from '../counterparts/relay-camera.js'
import { type Phone, type PhoneOptions, startPhone } from '../counterparts/relay-phone.js'
import { createEvmApp, PHONE_KEYS } from '../counterparts/relay-phone-evm.js'
import { createStarknetApp } from '../counterparts/relay-phone-starknet.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import { begin, codeOn, createVisit, heard, pair, read, untilStatus } from '../counterparts/relay-visitor.js'
import { STARKNET_ORDER } from '../counterparts/starknet-order.js'
import { holdRoute } from './support/hold-route.js'

/** What phones answer, settle and emit that is odd, and what is left of a session in storage. */
const open = useChromium()
let site: RelaySite
let relay: Relay
const phones: Phone[] = []
const NODE = 'http://127.0.0.1:1'
const [first, second] = createEvmApp({ nodes: {}, keys: PHONE_KEYS }).addresses as [Hex, Hex]

beforeAll(async () => {
  ;[site, relay] = await Promise.all([startRelaySite(), startRelay()])
})
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.stop()
})
afterAll(() => Promise.all([site?.stop(), relay?.stop()]))

const keep = async (starting: Promise<Phone>) => {
  const phone = await starting
  phones.push(phone)
  return phone
}
const startEvm = (options: Partial<PhoneOptions> = {}) => {
  const app = createEvmApp({ keys: PHONE_KEYS, nodes: { 1: NODE, 10: NODE, 137: NODE } })
  return keep(startPhone({ relayUrl: relay.url, answersAtOnce: true, ...app, ...options }))
}
const startStarknet = (options: Partial<PhoneOptions> = {}) => {
  const app = createStarknetApp({ nodes: { SN_MAIN: NODE, SN_SEPOLIA: NODE } })
  return keep(startPhone({ relayUrl: relay.url, answersAtOnce: true, ...app, ...options }))
}

const visitShop = createVisit(open, () => site)
const visit = (attributes: Record<string, string> = {}, options = {}) => {
  const chains = { chains: 'eip155:1 eip155:10', 'optional-chains': 'eip155:137' }
  return visitShop({ ...chains, 'relay-url': relay.url, ...attributes }, options)
}
const visitStarknet = () =>
  visit({ wallets: 'argentMobile', chains: 'starknet:SN_MAIN starknet:SN_SEPOLIA', 'optional-chains': '' })

/** Calls a method of the element that fails. @returns the code and the message of its error */
const failOf = ({ page }: TestPage, method: 'signMessage' | 'signTypedData' | 'execute', given: unknown) =>
  page.evaluate(
    ([name, value]) =>
      document
        .querySelector('wallet-connect-button')
        ?.[name](value as never)
        .then(
          () => null,
          ({ code, message }) => [code, message],
        ),
    [method, given] as const,
  )

/** Lets a phone answer every request with an error. */
function failWith(phone: Phone, code: number, message: string): void {
  const respond = phone.client.respond.bind(phone.client)
  phone.client.respond = ({ topic, response: { id } }) =>
    respond({ topic, response: { id, jsonrpc: '2.0', error: { code, message } } })
}

const storedKeys = ({ page }: TestPage) => page.evaluate(() => Object.keys(localStorage))
const SESSION = 'wc@2:client:0.3:wcb-evm//session'

describe('a phone’s failure without a message', () => {
  it('has the text of the catalogue', async () => {
    const [evm, starknet] = await Promise.all([startEvm(), startStarknet()])
    for (const phone of [evm, starknet]) failWith(phone, -32000, '')
    const shop = await visit()
    await pair(shop, evm)
    expect(await failOf(shop, 'signMessage', 'hello')).toEqual(['sign_failed', 'Error while sign a message'])
    const failed = ['execute_failed', 'Error while execute a transaction']
    expect(await failOf(shop, 'execute', { to: second, value: '1' })).toEqual(failed)
    const other = await visitStarknet()
    await pair(other, starknet)
    expect(await failOf(other, 'signTypedData', STARKNET_ORDER)).toEqual([
      'sign_failed',
      'Error while sign a message',
    ])
    expect(await failOf(other, 'execute', { contractAddress: '0x1', entrypoint: 'go' })).toEqual(failed)
  })

  it.each([
    [3001, 4200],
    [10001, 4200],
    [1001, 4200],
    [5102, -32603],
    [3, 3],
  ])('a number of its own, %d, reaches the provider’s user as %d', async (sent, wanted) => {
    const phone = await startEvm()
    failWith(phone, sent, 'No.')
    const shop = await visit()
    await pair(shop, phone)
    const code = await shop.page.evaluate((account) => {
      const provider = document.querySelector('wallet-connect-button')?.provider as Eip1193Provider
      return provider.request({ method: 'personal_sign', params: ['0x68', account] }).then(
        () => null,
        (error) => error.code,
      )
    }, first)
    expect(code).toBe(wanted)
  })
})

it('app-url is what a phone shows, at the first pairing as at the second', async () => {
  const urls: string[] = []
  const phone = await startEvm({
    onProposal(proposal) {
      urls.push(proposal.proposer.metadata.url)
      return true
    },
  })
  const shop = await visit({ 'app-url': 'https://other.example/x' })
  for (let times = 0; times < 2; times += 1) {
    await pair(shop, phone)
    await shop.page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
  }
  expect(urls).toEqual(['https://other.example/x', 'https://other.example/x'])
})

describe('a settlement that cannot be used (C17)', () => {
  it.each<[string, (settlement: Settlement) => void]>([
    ['does not describe the wallet', ({ controller }) => void Object.assign(controller, { metadata: null })],
    ['has no methods', ({ namespaces }) => void delete namespaces.eip155?.methods],
    ['has no events', ({ namespaces }) => void delete namespaces.eip155?.events],
    ['is over already', (settlement) => void Object.assign(settlement, { expiry: 1 })],
  ])('ends the attempt, and leaves nothing: it %s', async (_, alter) => {
    const phone = await startEvm()
    const engine = phone.client.engine as unknown as { sendApproveSession(given: Sent): Promise<void> }
    const send = engine.sendApproveSession.bind(engine)
    engine.sendApproveSession = (given) => {
      const sessionSettleRequest = structuredClone(given.sessionSettleRequest)
      alter(sessionSettleRequest)
      return send({ ...given, sessionSettleRequest })
    }
    const shop = await visit()
    const code = shop.page.evaluate(() =>
      document
        .querySelector('wallet-connect-button')
        ?.connect({ walletId: 'walletConnect' })
        .then(
          () => 'none',
          (error) => error.code,
        ),
    )
    await codeOn(shop.page).waitFor()
    // The phone waits for the acknowledgement that it never gets.
    void phone.pair(await readCode(shop.context, codeOn(shop.page))).catch(() => {})
    expect(await code).toBe('session_incompatible')
    await expect.poll(() => storedKeys(shop)).toEqual([])
  })
})

interface Settlement {
  controller: { metadata: unknown }
  namespaces: Record<string, { methods?: unknown; events?: unknown }>
  expiry: number
}

interface Sent {
  sessionSettleRequest: Settlement
}

describe('a phone’s event', () => {
  it('that names an unknown Starknet network is an empty change, whatever chain it came on', async () => {
    const phone = await startStarknet()
    const shop = await visitStarknet()
    await pair(shop, phone)
    await phone.emit('chainChanged', 'foo', 'starknet:SNSEPOLIA')
    await expect
      .poll(async () => (await heard(shop.page)).at(-1))
      .toMatchObject(['changed', { namespace: 'starknet' }])
    const [, detail] = (await heard(shop.page)).at(-1) as [string, object]
    expect(detail).not.toHaveProperty('chainId')
  })
})

describe('a session of an earlier page load', () => {
  it('is restored when the wallet has left it one of the optional chains', async () => {
    const phone = await startEvm()
    const shop = await visit()
    await pair(shop, phone)
    const [methods, events] = [['personal_sign'], ['chainChanged', 'accountsChanged']]
    const accounts = [`eip155:137:${second}`]
    await phone.update({ eip155: { chains: ['eip155:137'], accounts, methods, events } })
    await expect.poll(async () => (await read(shop.page)).chainId).toBe('eip155:137')
    await shop.page.reload()
    await untilStatus(shop.page, 'connected')
    expect(await read(shop.page)).toMatchObject({ account: second, chainId: 'eip155:137' })
  })

  it.each(['"x"', '5', '[null]', '[{}]', '{}', '[{"topic":"ab'])(
    'leaves no key when its record is damaged (C15): %s',
    async (damaged) => {
      const phone = await startEvm()
      const shop = await visit()
      await pair(shop, phone)
      await shop.page.evaluate(
        ([key, value]) => localStorage.setItem(key as string, value as string),
        [SESSION, damaged],
      )
      await shop.page.reload()
      await untilStatus(shop.page, 'idle')
      await expect.poll(() => storedKeys(shop)).toEqual([])
    },
  )
})

/** Notes the addresses that a page opens, and whether it does so in a tap. */
const spyOnOpen = () => {
  const opened: [url: string, inTap: boolean][] = []
  Object.assign(window, { opened })
  window.open = (url) => {
    opened.push([String(url), navigator.userActivation.isActive])
    return null
  }
}

it('SD02: on a phone, a call that names a wallet leads into that wallet’s app, as its row does', async () => {
  const phone = await startEvm()
  const { page } = await visit(
    {},
    { mobile: true, userAgent: 'iPhone', width: 390, initScripts: [spyOnOpen] },
  )
  const connecting = page.evaluate(async () => {
    const result = await document.querySelector('wallet-connect-button')?.connect({ walletId: 'io.metamask' })
    return result?.wallet?.account
  })
  await page.getByText('Continue in MetaMask').waitFor()
  await page.getByRole('button', { name: 'Open MetaMask' }).click()
  const [link = ''] =
    (await page.evaluate(() => Reflect.get(window, 'opened') as [string, boolean][]))[0] ?? []
  await phone.pair(decodeURIComponent(link.slice('metamask://wc?uri='.length)))
  expect(await connecting).toBe(first)
})

it('on a phone, the app opens in the tap that asks for a typed signature, however late its code', async () => {
  const readOpened = () =>
    shop.page.evaluate(() => Reflect.get(window, 'opened') as [url: string, inTap: boolean][])
  const phone = await startEvm()
  const shop = await visit({}, { mobile: true, userAgent: 'iPhone', width: 390, initScripts: [spyOnOpen] })
  await begin(shop.page)
  await shop.page.getByRole('button', { name: 'MetaMask' }).click()
  const [link = ''] = (await readOpened())[0] ?? []
  await phone.pair(decodeURIComponent(link.slice('metamask://wc?uri='.length)))
  await untilStatus(shop.page, 'connected')
  await shop.page.waitForLoadState('networkidle')
  const send = await holdRoute(shop.context, /request-code/)
  const before = (await readOpened()).length
  await shop.page.evaluate(() => {
    const typedData = {
      domain: { name: 'Shop', chainId: 1 },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item: 'tea' },
    }
    const button = document.createElement('button')
    button.id = 'go'
    button.textContent = 'Go'
    button.onclick = () =>
      void document
        .querySelector('wallet-connect-button')
        ?.signTypedData(typedData)
        .catch(() => {})
    document.body.prepend(button)
  })
  await shop.page.click('#go')
  await expect.poll(async () => (await readOpened()).length).toBe(before + 1)
  expect((await readOpened()).at(-1)?.[1]).toBe(true)
  send()
})
