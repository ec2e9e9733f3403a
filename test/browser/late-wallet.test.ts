import { describe, expect, it } from 'vitest'
import { SCRIPT, untilStatus, useShop } from './support/shop.js'

const shop = useShop()

/** Runs in the page before anything else: a wallet of each family, as late as the session storage says, in ms. */
function injectLate(): void {
  if (location.protocol !== 'http:') return
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const asked: string[] = []
  Object.defineProperty(document, 'asked', { value: asked })
  const provider = {
    on() {},
    removeListener() {},
    async request({ method }: { method: string }) {
      asked.push(method)
      if (method === 'eth_requestAccounts') localStorage.setItem('allowed', '1')
      if (/accounts/i.test(method)) return localStorage.getItem('allowed') ? [account] : []
      if (method === 'eth_chainId') return '0x1'
      throw Object.assign(new Error('no'), { code: -32601 })
    },
  }
  const info = Object.freeze({
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Alpha',
    rdns: 'com.example.alpha',
    icon: 'data:image/png;base64,AA==',
  })
  const delta = {
    id: 'delta',
    name: 'Delta',
    icon: '',
    version: '1.0.0',
    on() {},
    off() {},
    async request({ type }: { type: string }) {
      asked.push(type)
      if (type === 'wallet_getPermissions') return localStorage.getItem('allowed') ? ['accounts'] : []
      if (type === 'wallet_requestChainId') return '0x534e5f4d41494e'
      if (type === 'wallet_requestAccounts') {
        localStorage.setItem('allowed', '1')
        return ['0x51a7e']
      }
      throw new Error('no')
    },
  }
  const inject = () => {
    const say = () =>
      dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      )
    addEventListener('eip6963:requestProvider', say)
    say()
    Object.assign(window, { starknet_delta: delta })
  }
  const late = Number(sessionStorage.getItem('late'))
  if (late) setTimeout(inject, late)
  else inject()
}

describe.each([
  ['EVM', 'eip155:1', 'com.example.alpha'],
  ['Starknet', 'starknet:SN_MAIN', 'delta'],
])('PR09: a wallet of %s', (_, chains, walletId) => {
  it('that is injected 1.2 to 4 s after the load is restored when it comes, and at once when it is there again', async () => {
    const body = `<wallet-connect-button id="one" app-name="Shop" chains="${chains}"></wallet-connect-button>`
    const opened = await shop.open({ script: SCRIPT, body, initScripts: [injectLate] })
    const { page } = opened
    await page.evaluate(
      (id) => document.querySelector('wallet-connect-button')?.connect({ walletId: id }),
      walletId,
    )
    for (const late of [1_200, 4_000, 0]) {
      await page.evaluate((ms) => sessionStorage.setItem('late', String(ms)), late)
      await page.reload()
      await untilStatus(page, 'connected')
      expect(await opened.heard('connected')).toMatchObject([{ detail: { restored: true } }])
      const asked = await page.evaluate(() => (document as never as { asked: string[] }).asked)
      expect(asked).not.toContain('eth_requestAccounts')
    }
  })
})
