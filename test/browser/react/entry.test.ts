import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { WalletConnectButton as ButtonElement } from '../../../src/element/button-api.js'
import { startAnvil } from '../../counterparts/anvil.js'
import { inPackage } from '../../counterparts/package-root.js'
import { buildTestingScript } from '../../counterparts/testing-script.js'
import { type Shop, type ShopOptions, useShop } from '../support/shop.js'
import { ACCOUNTS, walletCalled } from '../support/wallets.js'
import { buildReactApp, REACT_VERSIONS, type ReactVersion } from './build-app.js'
import type { ShopApp } from './shop-app.js'

const shop = useShop()
const ALPHA = 'com.example.alpha'

beforeAll(async () => {
  // A node that signs every request.
  shop.server.route('/node', ({ body }) => {
    const { id } = JSON.parse(String(body))
    return { body: JSON.stringify({ jsonrpc: '2.0', id, result: `0x${'ab'.repeat(65)}` }) }
  })
  await Promise.all(
    REACT_VERSIONS.map(async (version) => {
      const body = await buildReactApp(version, { file: inPackage('test/browser/react/shop-app.tsx') })
      shop.server.route(`/app-${version}.js`, { body, headers: { 'content-type': 'text/javascript' } })
    }),
  )
})

const opened: Shop[] = []
afterEach(() => {
  for (const { console, errors } of opened.splice(0)) {
    expect(errors, 'SO1: errors on the page').toEqual([])
    expect(console.filter((line) => /^(?:error|warning)/.test(line))).toEqual([])
  }
})

async function openApp(version: ReactVersion, app: ShopApp = {}, more: ShopOptions = {}): Promise<Shop> {
  const rpcUrls = { 31337: `${shop.server.origin}/node`, 31338: `${shop.server.origin}/node` }
  const url = shop.write({
    script: '',
    body: `<div id="root"></div><script src="/app-${version}.js"></script>`,
    ...more,
  })
  const one = await shop.open({
    evmWallets: [walletCalled('Alpha', { rpcUrls }), walletCalled('Beta')],
    reducedMotion: 'reduce',
    // The app has its own globals.
    expectsErrors: true,
    ...more,
    url: `${url}#${encodeURIComponent(JSON.stringify(app))}`,
  })
  opened.push(one)
  return one
}

/** The output of a server process, which has no page. */
const renderOnServer = (code: string) =>
  execFileSync(process.execPath, ['-'], { input: code, encoding: 'utf8' }).trim()

const shown = (page: Page) => page.locator('#account').innerText()

/** Runs on the page before its first script: injects a Starknet wallet, as an extension does. */
const starknetWallet = async () =>
  `${await buildTestingScript()};wcbTesting.createScriptedStarknetWallet({ privateKeys: ['0x51a7e'] }).install()`

describe.each(REACT_VERSIONS)('an app with React %s in StrictMode', (version) => {
  it.each(['constant', 'inline'] as const)(
    'neither loops nor renders without need with options that are %s (X01)',
    async (options) => {
      const { page } = await openApp(version, { options })
      const renders = (step: string) =>
        page.evaluate(async (code) => {
          const before = window.renders
          await (new Function(`return (async () => { ${code} })()`)() as Promise<void>)
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          return window.renders - before
        }, step)
      expect(
        await renders('for (let n = 0; n < 50; n++) { await wallet.open(); await wallet.close() }'),
      ).toBeLessThan(20)
      const steps = [
        [`await wallet.connect({ walletId: '${ALPHA}' })`, { status: 'connected', chainId: 'eip155:31337' }],
        ['await wallet.switchChain({ chainId: 31338 })', { chainId: 'eip155:31338' }],
        ['await wallet.signIn()', { auth: 'signed-in' }],
        ['await wallet.disconnect()', { status: 'idle', account: null, auth: 'anonymous' }],
      ] as const
      for (const [step, outcome] of steps) {
        const count = await renders(step)
        expect(await page.evaluate(() => window.seen.at(-1)), step).toMatchObject(outcome)
        expect(count, step).toBeLessThan(20)
        expect(count, step).toBeGreaterThan(0)
      }
      expect(await page.evaluate(() => window.nonces)).toBe(1)
    },
  )

  it('follows the active connection when it changes, and an open request in it (X02)', async () => {
    const { page } = await openApp(version, {}, { initScripts: [await starknetWallet()] })
    await page.evaluate(async () => {
      await window.wallet.connect({ walletId: 'com.example.alpha' })
      await window.wallet.connect({ walletId: 'argentX' })
    })
    await expect.poll(() => shown(page)).toMatch(/^0x[\da-f]{64}$/)
    await page.evaluate(() => window.ref?.client?.activate('eip155'))
    await expect.poll(() => shown(page)).toBe(ACCOUNTS[0])
    expect(
      await page.evaluate(() => [window.wallet.namespace, window.wallet.provider === window.ref?.provider]),
    ).toEqual(['eip155', true])
    await page.evaluate(() => window.wallet.signMessage('Hello'))
    await expect.poll(() => page.evaluate(() => window.seen.at(-1)?.pending)).toBe(null)
    expect(await page.evaluate(() => window.seen.some(({ pending }) => pending === 'sign'))).toBe(true)
  })

  it('sends a batch by the hook, follows it, and reads what the wallet can do (EW12)', async () => {
    const node = await startAnvil({ chainId: 31337 })
    onTestFinished(() => node.stop())
    const wallet = walletCalled('Alpha', { rpcUrls: { 31337: node.url }, batches: 'atomic' })
    const { page, heard } = await openApp(version, {}, { evmWallets: [wallet] })
    const { capabilities, callsId, receipt } = await page.evaluate(async () => {
      await window.wallet.connect({ walletId: 'com.example.alpha' })
      const to = '0x5555555555555555555555555555555555555555'
      const sent = await window.wallet.execute([
        { to, value: '1' },
        { to, value: '2' },
      ])
      return {
        capabilities: await window.wallet.getCapabilities(),
        callsId: sent.callsId,
        receipt: await window.wallet.waitForTransaction(sent.callsId as string),
      }
    })
    expect(capabilities).toMatchObject({ atomic: { status: 'supported' } })
    expect(receipt).toMatchObject({
      callsId,
      status: 'accepted',
      transactionHash: expect.stringMatching(/^0x/),
    })
    const told = (await heard('transaction', 'document')).map(({ detail }) => [detail.callsId, detail.status])
    expect(told).toEqual([
      [callsId, 'sent'],
      [callsId, 'accepted'],
    ])
  })

  it('can remove the button and add it again while connected (X16)', async () => {
    const { page, button } = await openApp(version)
    await page.evaluate(() => window.wallet.connect({ walletId: 'com.example.alpha' }))
    await page.evaluate(() => window.setShown(false))
    await page.evaluate(() => window.setShown(true))
    await expect.poll(() => button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
    // The same for a button that changes its session.
    await page.evaluate(() => window.setProps({ store: 'other' }))
    await expect.poll(() => button.innerText()).toContain('Connect')
    await page.evaluate(() => window.setProps({}))
    await expect.poll(() => button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
    await button.click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await expect.poll(() => shown(page)).toBe('nobody')
    expect(await page.evaluate(() => window.told)).toEqual([`connected ${ACCOUNTS[0]}`, 'disconnected user'])
  })

  it('restores the session after a reload without a button, and can call its methods (X03)', async () => {
    const { page } = await openApp(version, { hidden: true })
    await page.evaluate(() => window.wallet.connect({ walletId: 'com.example.alpha' }))
    await page.reload()
    await expect.poll(() => shown(page)).toBe(ACCOUNTS[0])
    expect(await page.evaluate(() => window.wallet.chains)).toEqual(['eip155:1', 'starknet:SN_MAIN'])
    // A button that comes later brings its configuration.
    await page.evaluate(() => window.setShown(true))
    await expect.poll(() => page.evaluate(() => window.wallet.chains[0])).toBe('eip155:31337')
    await page.evaluate(() => window.setShown(false))
    await page.evaluate(() => window.wallet.switchChain({ chainId: 31338 }))
    await expect.poll(() => page.evaluate(() => window.wallet.chainId)).toBe('eip155:31338')
  })

  it('uses the configuration of a button in a shadow root (X03)', async () => {
    const { page } = await openApp(version, { hidden: true })
    await page.evaluate(() => {
      const host = document.body.appendChild(document.createElement('div'))
      const button = document.createElement('wallet-connect-button')
      button.chains = 'eip155:31338'
      host.attachShadow({ mode: 'open' }).append(button)
    })
    await page.evaluate(() => window.wallet.connect({ walletId: 'com.example.alpha' }))
    await expect.poll(() => page.evaluate(() => window.wallet.chains)).toEqual(['eip155:31338'])
  })

  it('sets and removes props as React does elsewhere (X05, X13)', async () => {
    const { page, element } = await openApp(version, {
      props: {
        className: 'wide',
        hidden: false,
        disabled: true,
        showBalance: true,
        lang: 'de',
        title: 'Wallet',
        'aria-hidden': false,
        optionalChains: ['eip155:1'],
        signIn: 'on-connect',
        style: { opacity: 0.5 },
        networks: [{ chainId: 1 }],
      },
    })
    const read = () =>
      element.evaluate((one: ButtonElement) => ({
        ...(Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])) as Record<
          string,
          unknown
        >),
        disabled: one.disabled,
        balance: one.showBalance,
        networks: one.networks,
        ref: one === window.ref,
        text: one.textContent,
      }))
    const always = { id: 'one', 'app-name': 'Shop', mode: 'alwaysAsk', ref: true, text: 'Wallet' }
    const chains = 'eip155:31337 eip155:31338 starknet:SN_MAIN'
    const { 'show-balance': balance, ...before } = (await read()) as Record<string, unknown>
    expect(balance).toBeDefined()
    expect(before).toEqual({
      ...always,
      chains,
      class: 'wide',
      disabled: true,
      balance: true,
      lang: 'de',
      title: 'Wallet',
      'aria-hidden': 'false',
      'optional-chains': 'eip155:1',
      'sign-in': 'on-connect',
      style: 'opacity: 0.5;',
      networks: [{ chainId: 1 }],
    })
    await page.evaluate(() => window.setProps({ chains: 'eip155:1' }))
    await expect.poll(read).toEqual({
      ...always,
      chains: 'eip155:1',
      disabled: false,
      balance: false,
      style: '',
    })
  })

  it('hydrates a page from the server without a warning (X04)', async () => {
    const app = "import { App } from './test/browser/react/server-app.js'"
    const contents = `${app}; import { hydrateRoot } from 'react-dom/client'
      hydrateRoot(document.querySelector('#root')!, <App />)`
    const html = renderOnServer(
      await buildReactApp(
        version,
        {
          contents: `${app}; import { renderToString } from 'react-dom/server'; console.log(renderToString(<App />))`,
        },
        'node',
      ),
    )
    expect(html).toContain('class="wide"')
    expect(html).not.toMatch(/hidden|disabled/)
    shop.server.route('/hydrate.js', { body: await buildReactApp(version, { contents }) })
    const body = `<div id="root">${html}</div><script src="/hydrate.js"></script>`
    const { page, connect } = await openApp(version, {}, { body })
    await connect('Alpha')
    await expect.poll(() => shown(page)).toBe(ACCOUNTS[0])
  })

  it('hears its handlers while a Suspense boundary hides the button', async () => {
    const contents = `
      import { StrictMode, Suspense } from 'react'
      import { createRoot } from 'react-dom/client'
      import { useWallet, WalletConnectButton } from 'wallet-connect-button/react'
      const told = []
      Object.assign(document, { told })
      const adapter = {
        getNonce: async () => 'nonceOfTheKitchen42',
        verify: async () => true,
        signOut: async () => {},
      }
      const loading = new Promise(() => {})
      function Header() {
        const { account } = useWallet()
        if (account) throw loading
        return <WalletConnectButton id="one" chains="eip155:31337" signIn="on-connect" signInAdapter={adapter}
          onWalletSignedIn={() => told.push('signed in')} />
      }
      const App = () => <Suspense fallback={<i>Loading</i>}><Header /></Suspense>
      createRoot(document.querySelector('#root')).render(<StrictMode><App /></StrictMode>)`
    shop.server.route('/suspense.js', { body: await buildReactApp(version, { contents }) })
    const body = '<div id="root"></div><script src="/suspense.js"></script>'
    const { page, element } = await openApp(version, {}, { body })
    await element.evaluate((node: ButtonElement) => node.connect({ walletId: 'com.example.alpha' }))
    const told = () => page.evaluate(() => Reflect.get(document, 'told'))
    await expect.poll(told).toEqual(['signed in'])
  })

  it('connects in the README’s example (T01)', async () => {
    const [, sample = ''] = /```tsx\n([\s\S]*?)```/.exec(readFileSync(inPackage('README.md'), 'utf8')) ?? []
    const contents = `${sample}
      import { StrictMode } from 'react'
      import { createRoot } from 'react-dom/client'
      createRoot(document.querySelector('#root')!).render(<StrictMode><Header /></StrictMode>)`
    shop.server.route('/readme.js', { body: await buildReactApp(version, { contents }) })
    const body = '<div id="root"></div><script src="/readme.js"></script>'
    const one = await openApp(
      version,
      {},
      { body, evmWallets: [walletCalled('Alpha', { chainId: 1, rpcUrls: { 1: 'http://127.0.0.1:1' } })] },
    )
    await one.button.click()
    await one.modal.getByRole('button', { name: /^Alpha/ }).click()
    await expect.poll(() => one.button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
  })
})
