import { build } from 'esbuild'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inPackage } from '../counterparts/package-root.js'
import { type Shop, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha', { approve: 'manual' }), walletCalled('Beta')]

/** A React 19 app in StrictMode, development build, which shows and hides a button and listens to it as React does. */
const APP = `
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
function Shop() {
  const [shown, setShown] = useState(true)
  const [account, setAccount] = useState('nobody')
  const [networks] = useState([{ chainId: 31337, name: 'Kitchen' }])
  return <main>
    <button id="toggle" onClick={() => setShown(!shown)}>Toggle</button>
    <p id="account">{account}</p>
    {shown && <wallet-connect-button id="one" app-name="Shop" chains="eip155:31337 eip155:31338" networks={networks}
      onwallet_connected={(event) => setAccount(event.detail.account)} />}
  </main>
}
createRoot(document.querySelector('#root')).render(<StrictMode><Shop /></StrictMode>)
`

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APP, loader: 'jsx', resolveDir: inPackage() },
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  })
  shop.server.route('/app.js', { body: outputFiles[0]?.text ?? '' })
})

const openApp = (): Promise<Shop> =>
  shop.open({ evmWallets, body: '<div id="root"></div><script src="/app.js"></script>' })
const opened: Shop[] = []
afterEach(() => {
  for (const { console } of opened.splice(0))
    expect(console.filter((line) => line.startsWith('error'))).toEqual([])
})

describe('F18: a React 19 app in StrictMode', () => {
  it('starts one attempt with one event, which also reaches a listener that React has set', async () => {
    const app = await openApp()
    opened.push(app)
    const { page } = app
    await page.evaluate(() => window.evmWallets[0]?.setApprove('always'))
    await app.connect('Alpha')
    await expect.poll(() => page.locator('#account').innerText()).toBe(ACCOUNTS[0])
    expect((await app.heard()).map(({ type }) => type)).toEqual([
      'modal_opened',
      'connecting',
      'connected',
      'modal_closed',
    ])
    expect(await page.evaluate(() => window.evmWallets[0]?.prompts.length)).toBe(1)
  })

  it('ends the attempt as disposed when it unmounts the button, and the next mount is ready', async () => {
    const app = await openApp()
    opened.push(app)
    const { page } = app
    const outcome = page.evaluate(() =>
      document
        .querySelector('wallet-connect-button')
        ?.connect({ walletId: 'com.example.alpha' })
        .then(
          () => 'connected',
          ({ code }) => code,
        ),
    )
    await page.waitForFunction(() => window.evmWallets[0]?.openPrompts.length === 1)
    await page.locator('#toggle').click()
    expect(await outcome).toBe('disposed')
    await page.locator('#toggle').click()
    await page.evaluate(() => window.evmWallets[0]?.setApprove('always'))
    await app.connect('Beta')
    await expect.poll(() => page.locator('#account').innerText()).toBe(ACCOUNTS[0])
    expect(await app.button.locator('.mark').getAttribute('aria-label')).toBe('Kitchen')
    await page.locator('#toggle').click()
    await page.locator('#toggle').click()
    await untilStatus(page, 'connected')
    await expect.poll(() => app.button.innerText()).toContain(ACCOUNTS[0].slice(0, 6))
  })
})
