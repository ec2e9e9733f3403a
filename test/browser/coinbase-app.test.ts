import { createPublicClient, type Hex, http, verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { ADDRESS } from '../counterparts/coinbase-popup/account.js'
import { useCoinbase, type Visit } from '../counterparts/coinbase-popup/bench.js'
import { type Phone, startPhone } from '../counterparts/coinbase-popup/phone.js'

const bench = useCoinbase()

/** Chooses the app on the wallet's page, and scans its code. */
async function link(): Promise<[Visit, Phone]> {
  const visit = await bench.open({ query: '?kind=app' })
  const { chainId, url } = bench.chains[0]
  const phone = await startPhone(visit.context, chainId, url)
  const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
  await popup.locator('#method', { hasText: 'scan the code' }).waitFor()
  await popup.locator('#detail', { hasText: 'secret' }).waitFor()
  await expect.poll(() => phone.sockets).toBe(1)
  phone.link(JSON.parse(await popup.locator('#detail').innerText()))
  expect(await visit.next()).toMatchObject({ value: { wallet: { account: ADDRESS } } })
  return [visit, phone]
}

const foreignKeys = (visit: Visit) =>
  visit.page.evaluate(() => Object.keys(localStorage).filter((name) => !name.startsWith('wcb.1:')))

describe('the coinbase app, linked by a code', () => {
  it('connects, signs valid signatures, sends mined transactions, is restored after a reload, and leaves nothing', async () => {
    const [visit, phone] = await link()
    const { page } = visit
    await visit.press(({ element }) => element.signMessage('Hello, phone'))
    const signed = await visit.next()
    expect(signed.code).toBe(undefined)
    const signature = signed.value as Hex
    expect(await verifyMessage({ address: ADDRESS, message: 'Hello, phone', signature })).toBe(true)

    await visit.press(({ element }) =>
      element.signTypedData({
        domain: { name: 'Shop' },
        types: {
          EIP712Domain: [{ name: 'name', type: 'string' }],
          Order: [{ name: 'tea', type: 'uint256' }],
        },
        primaryType: 'Order',
        message: { tea: '2' },
      }),
    )
    const typed = (await visit.next()).value as Hex
    expect(
      await verifyTypedData({
        address: ADDRESS,
        domain: { name: 'Shop' },
        types: { Order: [{ name: 'tea', type: 'uint256' }] },
        primaryType: 'Order',
        message: { tea: 2n },
        signature: typed,
      }),
    ).toBe(true)

    await page.reload()
    await page.waitForFunction(() => window.dapp?.element.status === 'connected')
    expect(await page.evaluate(() => [window.dapp.element.account, window.dapp.element.chainId])).toEqual([
      ADDRESS,
      'eip155:31337',
    ])
    const hash = await page.evaluate(() =>
      (window.dapp.element.provider as { request(args: object): Promise<Hex> }).request({
        method: 'eth_sendTransaction',
        params: [
          {
            from: window.dapp.element.account,
            to: '0x000000000000000000000000000000000000dEaD',
            value: '0x5',
          },
        ],
      }),
    )
    const reader = createPublicClient({ transport: http(bench.chains[0].url) })
    expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })

    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.evaluate(() => window.dapp.element.disconnect())
    await expect.poll(() => phone.sockets).toBe(0)
    expect(phone.destroyed).toBe(true)
    expect(await foreignKeys(visit)).toEqual([])
    // The SDK would have reloaded the page.
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  it('draws nothing over the page during a request to the phone', async () => {
    const [visit] = await link()
    await visit.press(({ element }) => element.signMessage('Hello'))
    expect((await visit.next()).code).toBe(undefined)
    expect(await visit.page.evaluate(() => document.querySelectorAll('[class*=cbwsdk], style').length)).toBe(
      0,
    )
    expect(
      await visit.page.evaluate(() => [...document.documentElement.children].map((one) => one.localName)),
    ).toEqual(['head', 'body'])
  })

  it('is disconnected when the phone ends it, without reloading the page', async () => {
    const [visit, phone] = await link()
    await visit.page.evaluate(() => Object.assign(window, { sameDocument: true }))
    phone.unlink()
    await visit.page.waitForFunction(() => window.dapp.element.status === 'idle')
    expect((await visit.heard()).at(-1)).toMatchObject({ type: 'disconnected', detail: { reason: 'wallet' } })
    expect(await visit.page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  it('stores nothing about a code that was not scanned', async () => {
    const visit = await bench.open({ query: '?kind=app' })
    const { chainId, url } = bench.chains[0]
    const phone = await startPhone(visit.context, chainId, url)
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    await popup.locator('#detail', { hasText: 'secret' }).waitFor()
    await popup.close()
    expect(await visit.next()).toMatchObject({ code: 'popup_closed' })
    await expect.poll(() => foreignKeys(visit)).toEqual([])
    await expect.poll(() => phone.sockets).toBe(0)
  })
})
