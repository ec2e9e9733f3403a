import { describe, expect, it, onTestFinished } from 'vitest'
import { createScriptedAccount } from '../../../src/testing/starknet/account.js'
import { startStarknetNode } from '../../counterparts/starknet-node.js'
import { findBuilt } from '../support/built.js'
import { begin, call, howEnded } from '../support/calls.js'
import { BUTTON, untilStatus, useShop } from '../support/shop.js'
import { installStarknetWallets } from '../support/starknet-wallets.js'
import { ACCOUNTS, walletCalled } from '../support/wallets.js'

const shop = useShop()
/** A wallet whose node signs whatever it gets. */
function createSigner(more: object = {}) {
  shop.server.route('/node', ({ body }) => {
    const { id } = JSON.parse(String(body))
    return { body: JSON.stringify({ jsonrpc: '2.0', id, result: `0x${'ab'.repeat(65)}` }) }
  })
  return [walletCalled('Alpha', { rpcUrls: { 31337: `${shop.server.origin}/node` }, ...more })]
}
const ALPHA = 'com.example.alpha'
const tag = (more: string) => BUTTON.replace('app-name', `${more} app-name`)
/** A server that nobody has a session with; `document.verified` counts what it was asked to check. */
const ADAPTER = `<script type="module">document.verified = 0; document.querySelector('#one').signInAdapter = {
  getNonce: () => 'freshNonce0123456789z', verify: () => { document.verified++; return true }, signOut() {}, getSession: () => null }</script>`

describe('a call with neverAsk', () => {
  it('asks for no signature either', async () => {
    const body = tag('sign-in="on-connect"') + ADAPTER
    const opened = await shop.open({ evmWallets: createSigner(), body })
    expect(await call(opened.page, 'connect', { walletId: ALPHA })).toBe('done')
    await opened.page.reload()
    expect(await call(opened.page, 'connect', { mode: 'neverAsk' })).toBe('done')
    expect(await opened.page.evaluate(() => window.evmWallets[0]?.prompts)).toEqual([])
  })
})

describe('a sign-in with a part that never comes', () => {
  it.each(['embed/api-adapter-', 'embed/sign-in-control-'])('can be cancelled: %s', async (part) => {
    const { page, row } = await shop.open({
      evmWallets: [walletCalled('Alpha'), walletCalled('Beta')],
      body: '<p></p>',
      expectsErrors: true,
    })
    await page.route(`**/${findBuilt(shop.built, part)}`, () => new Promise(() => {}))
    await page.goto(shop.write({ body: tag('sign-in="on-connect" api-url="/nowhere"') }))
    await begin(page, { mode: 'alwaysAsk' })
    await row('Alpha').click()
    await untilStatus(page, 'connected')
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => howEnded(page)).toBe('user_rejected')
    expect(
      await page.evaluate(() => document.querySelector('wallet-connect-button')?.state.auth.status),
    ).toBe('unknown')
    expect(await call(page, 'disconnect')).toBe('done')
  })
})

describe('a button that is removed while the wallet is asked for the signature', () => {
  it('ends its call as disposed, and a late signature signs nobody in (F02)', async () => {
    const { page, heard } = await shop.open({
      evmWallets: createSigner({ approve: 'manual' }),
      body: tag('sign-in="on-connect"') + ADAPTER,
      expectsErrors: true,
    })
    await begin(page, { walletId: ALPHA })
    await page.evaluate(async () => (await window.evmWallets[0]?.nextPrompt('connect'))?.approve())
    await page.evaluate(async () => {
      await window.evmWallets[0]?.nextPrompt('sign')
      document.querySelector('#one')?.remove()
    })
    await expect.poll(() => howEnded(page)).toBe('disposed')
    await page.evaluate(() => window.evmWallets[0]?.openPrompts[0]?.approve())
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.evaluate(() => (document as { verified?: number }).verified)).toBe(0)
    expect(await heard('signed_in')).toEqual([])
  })
})

describe('another wallet that is connected while the first is asked for the signature', () => {
  it.each(['com.example.beta', 'argentX'])(
    'signs in itself, and the first gives way: %s',
    async (walletId) => {
      const node = await startStarknetNode()
      onTestFinished(() => node.close())
      node.chain.deploy(createScriptedAccount('0x51a7e', 'argent'))
      const [alpha] = createSigner({ approve: 'manual' })
      const [beta] = createSigner()
      const { page, heard } = await shop.open({
        evmWallets: [
          alpha,
          { ...beta, name: 'Beta', rdns: 'com.example.beta', accounts: [ACCOUNTS[1]] },
        ] as never,
        initScripts: await installStarknetWallets({ privateKeys: ['0x51a7e'], nodes: { SN_MAIN: node.url } }),
        body: `<wallet-connect-button id="one" chains="eip155:31337 starknet:SN_MAIN" sign-in="on-connect"
        rpc="starknet:SN_MAIN=${node.url}"></wallet-connect-button>${ADAPTER}`,
        expectsErrors: true,
      })
      await begin(page, { walletId: ALPHA })
      await page.evaluate(async () => (await window.evmWallets[0]?.nextPrompt('connect'))?.approve())
      await page.evaluate(() => window.evmWallets[0]?.nextPrompt('sign'))
      expect(await call(page, 'connect', { walletId })).toBe('done')
      await expect.poll(() => howEnded(page)).toMatch(/busy|session_ended/)
      const told = (await heard('signed_in', 'document')).map(({ detail }) => detail.address)
      const account = await page.evaluate(() => document.querySelector('wallet-connect-button')?.account)
      expect(told).toEqual([account])
      expect(account).not.toBe(ACCOUNTS[0])
    },
  )
})

describe('a sign-in with the second wallet of a button', () => {
  it('ends that with the first, and the page hears so', async () => {
    const node = await startStarknetNode()
    onTestFinished(() => node.close())
    node.chain.deploy(createScriptedAccount('0x51a7e', 'argent'))
    const { page, heard } = await shop.open({
      evmWallets: createSigner(),
      initScripts: await installStarknetWallets({ privateKeys: ['0x51a7e'], nodes: { SN_MAIN: node.url } }),
      body: `<wallet-connect-button id="one" chains="eip155:31337 starknet:SN_MAIN" sign-in="on-connect"
        rpc="starknet:SN_MAIN=${node.url}"></wallet-connect-button>${ADAPTER}`,
    })
    expect(await call(page, 'connect', { walletId: ALPHA })).toBe('done')
    expect(await call(page, 'connect', { walletId: 'argentX' })).toBe('done')
    const told = (await heard(undefined, 'document')).filter(({ type }) => /^signed/.test(type))
    expect(told.map(({ type, detail }) => `${type} ${detail.namespace}`)).toEqual([
      'signed_in eip155',
      'signed_out eip155',
      'signed_in starknet',
    ])
  })
})
