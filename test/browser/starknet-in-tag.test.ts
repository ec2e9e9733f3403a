import { describe, expect, it } from 'vitest'
import type { ScriptedStarknetWallet } from '../../src/testing/starknet/wallet.js'
import { useShop } from './support/shop.js'
import { installStarknetWallets } from './support/starknet-wallets.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const starknetTag = (more = '') =>
  `<wallet-connect-button id="one" app-name="Shop" chains="starknet:SN_MAIN" wallets="starknet" ${more}></wallet-connect-button>`
const FORMERLY = { overrides: { name: 'Ready Wallet (formerly Argent)' } }

describe('a wallet that names itself with its former name', () => {
  it('is found by that name in the search', async () => {
    const opened = await shop.open({
      evmWallets: Array.from({ length: 8 }, (_, at) => walletCalled(`Wallet${at}`)),
      initScripts: await installStarknetWallets(FORMERLY),
      body: '<wallet-connect-button id="one" app-name="Shop"></wallet-connect-button>',
      expectsErrors: true,
    })
    await opened.button.click()
    await opened.modal.locator('input').fill('argent')
    await opened.modal.locator('[part=wallet]', { hasText: 'Ready' }).first().waitFor()
  })

  it.each(['de', 'ja', 'uk'])('does not push the verb out of the row that disconnects: %s', async (lang) => {
    const { element, button, connect } = await shop.open({
      initScripts: await installStarknetWallets(FORMERLY),
      body: starknetTag(`lang="${lang}"`),
      expectsErrors: true,
    })
    await connect()
    await button.click()
    const row = element.locator('[data-key^=leave] .words > *')
    await row.waitFor()
    expect(await row.innerText()).not.toContain('Argent')
    expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})

describe('an account of an unknown network', () => {
  it('is an empty change, as the network is', async () => {
    const { page, heard, connect } = await shop.open({
      initScripts: await installStarknetWallets({ nodes: { SN_MAIN: null, SN_ODD: null } }),
      body: starknetTag(),
      expectsErrors: true,
    })
    await connect()
    const change = (run: (wallet: ScriptedStarknetWallet) => void) =>
      page.evaluate(`(${run})(window.starknetWallets[0])`)
    const details = async () => (await heard('changed', 'document')).map(({ detail }) => detail)
    const [empty] = [expect.not.objectContaining({ account: expect.anything() })]
    await change((wallet) => wallet.setChain('SN_ODD'))
    await expect.poll(details).toEqual([empty])
    await change((wallet) => wallet.setAccount(1))
    await expect.poll(details).toEqual([empty, empty])
  })
})
