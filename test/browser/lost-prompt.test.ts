import { describe, expect, it } from 'vitest'
import { buildTestingScript } from '../counterparts/testing-script.js'
import { untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()

/** A wallet whose window the visitor closes by its X: the request stays open in the wallet, and nobody hears of it. */
const openWith = async (walletId: 'com.example.alpha' | 'argentX') => {
  const place = `${await buildTestingScript()};
    window.starknetWallet = window.wcbTesting.createScriptedStarknetWallet({ nodes: { SN_SEPOLIA: null } });
    window.starknetWallet.install()`
  const opened = await shop.open({
    evmWallets: [walletCalled('Alpha')],
    initScripts: [place],
    body: '<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337 starknet:SN_SEPOLIA"></wallet-connect-button>',
  })
  const { page } = opened
  await untilStatus(page, 'idle')
  await page.evaluate(
    (id) => document.querySelector('wallet-connect-button')?.connect({ walletId: id }),
    walletId,
  )
  await page.evaluate(() => {
    for (const wallet of [window.evmWallets[0], window.starknetWallet]) wallet?.setApprove('manual')
  })
  /** Asks for a signature. @returns what becomes of it */
  const sign = (text: string) =>
    page.evaluate(
      (message) =>
        document
          .querySelector('wallet-connect-button')
          ?.signMessage(message)
          .then(
            () => 'signed',
            (error: { code: string }) => error.code,
          ),
      text,
    )
  const untilPrompts = (count: number) =>
    page.waitForFunction(
      (wanted) =>
        [window.evmWallets[0], window.starknetWallet].some((one) => one?.openPrompts.length === wanted),
      count,
    )
  const approveAll = () =>
    page.evaluate(() => {
      for (const wallet of [window.evmWallets[0], window.starknetWallet])
        for (const prompt of [...(wallet?.openPrompts ?? [])]) prompt.approve()
    })
  return { ...opened, sign, untilPrompts, approveAll }
}

declare global {
  interface Window {
    starknetWallet: ReturnType<Window['wcbTesting']['createScriptedStarknetWallet']>
  }
}

describe.each([
  // This wallet signs by its node, which it does not have here.
  ['com.example.alpha', 'sign_failed'],
  ['argentX', 'signed'],
] as const)('a prompt that the visitor has lost in %s (SW02)', (id, answered) => {
  it('comes back with the next request, and both are answered', async () => {
    const { page, sign, untilPrompts, approveAll } = await openWith(id)
    const first = sign('one')
    await untilPrompts(1)
    // The window is closed, which gives the page the focus.
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    const second = sign('two')
    await untilPrompts(2)
    await approveAll()
    expect([await first, await second]).toEqual([answered, answered])
  })

  it('can be given up in the menu, which says what is open', async () => {
    const { button, element, item, sign, untilPrompts, approveAll } = await openWith(id)
    const first = sign('one')
    await untilPrompts(1)
    await button.click()
    await element.getByText(id === 'argentX' ? 'Continue in Argent X' : 'Continue in Alpha').waitFor()
    await item('Cancel').click()
    expect(await first).toBe('request_given_up')
    const second = sign('two')
    await untilPrompts(2)
    await approveAll()
    expect(await second).toBe(answered)
  })
})

describe('AX02: a prompt of a Starknet wallet that is lost holds up no later request', () => {
  it('of the same tab: each is asked at the click that brings it, also after Cancel', async () => {
    const { page, button, element, item, sign, untilPrompts, approveAll } = await openWith('argentX')
    await page.evaluate(() => {
      const ask = document.createElement('button')
      ask.textContent = 'Ask'
      ask.style.cssText = 'position: fixed; bottom: 0; inset-inline-start: 0'
      let count = 0
      const results: Promise<string>[] = []
      ask.onclick = () => {
        const signing = document.querySelector('wallet-connect-button')?.signMessage(`text ${count++}`)
        results.push(
          Promise.resolve(signing).then(
            () => 'signed',
            ({ code }: { code: string }) => code,
          ),
        )
      }
      document.body.append(ask)
      Object.assign(ask, { results })
    })
    const ask = page.getByRole('button', { name: 'Ask' })
    const first = sign('lost')
    await untilPrompts(1)
    for (const count of [2, 3, 4]) {
      // What the visitor does within a second belongs to the click before.
      await page.waitForTimeout(1_100)
      await ask.click()
      await untilPrompts(count)
    }
    await button.click()
    await element.getByText('Continue in Argent X').waitFor()
    await item('Cancel').click()
    await page.waitForTimeout(1_100)
    await ask.click()
    await untilPrompts(5)
    await approveAll()
    expect(await first).toBe('request_given_up')
    const results = await ask.evaluate((node) =>
      Promise.all((node as unknown as { results: string[] }).results),
    )
    expect(results).toEqual(['request_given_up', 'request_given_up', 'request_given_up', 'signed'])
  })
})
