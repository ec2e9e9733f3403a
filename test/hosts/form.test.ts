import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACCOUNTS, walletCalled } from '../browser/support/wallets.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { makeFolder, packProject } from './pack.js'

const open = useChromium()
let anvil: Anvil
let server: ChildProcess
let url: string

/** Starts the example as its first lines say. */
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 })
  const folder = makeFolder('form')
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  cpSync('demo/server-examples/form-express.mjs', join(folder, 'form-express.mjs'))
  const args = ['install', '--no-audit', '--no-fund', packProject(), 'express']
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  // The message names host and port: the port has to be known before it starts.
  const port = 20_000 + (process.pid % 20_000)
  const env = {
    ...process.env,
    PORT: String(port),
    DOMAIN: `localhost:${port}`,
  }
  server = spawn(process.execPath, ['form-express.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error('The example has ended')))
    server.stdout?.on('data', (text) => String(text).includes('listening') && resolve())
  })
  url = `http://localhost:${port}/`
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await anvil?.stop()
})

it('the Express example, begun as its first lines say, signs a visitor in by a form, keeps them signed in, and takes a proof once (HO10)', async () => {
  const wallet = walletCalled('Alpha', { approve: 'always', rpcUrls: { 1: anvil.url } })
  const { page, errors, console: lines } = await open({ evmWallets: [wallet, walletCalled('Beta')] })
  await page.goto(url)
  await page.locator('wallet-connect-button [part=button]').click()
  await page.locator('wallet-connect-modal').getByRole('button', { name: 'Alpha', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('form')?.checkValidity() === true)
  const proof = await page.evaluate(() =>
    new URLSearchParams(new FormData(document.querySelector('form') as HTMLFormElement) as never).toString(),
  )
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await page.getByText(`Signed in as ${ACCOUNTS[0]}`).waitFor()
  await page.reload()
  await page.getByText(`Signed in as ${ACCOUNTS[0]}`).waitFor()
  expect([...errors, ...lines]).toEqual([])

  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const [again, elsewhere, empty] = await Promise.all([
    page.request.post(`${url}enter`, { headers: { ...headers, origin: url.slice(0, -1) }, data: proof }),
    page.request.post(`${url}enter`, {
      headers: { ...headers, origin: 'https://evil.example' },
      data: proof,
    }),
    page.request.post(`${url}enter`, { headers: { ...headers, origin: url.slice(0, -1) }, data: 'wallet=x' }),
  ])
  expect(await again.text()).toMatch(/not signed in \(nonce_(?:used|unknown)\)/)
  expect(await elsewhere.text()).toContain('not signed in (origin_refused)')
  expect(empty.status()).toBe(403)
})

it('the Express example signs in from a page under Helmet’s Referrer-Policy: no-referrer (HO06)', async () => {
  const wallet = walletCalled('Alpha', { approve: 'always', rpcUrls: { 1: anvil.url } })
  const { page } = await open({ evmWallets: [wallet, walletCalled('Beta')] })
  await page.route(url, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'referrer-policy': 'no-referrer' } })
  })
  await page.goto(url)
  await page.locator('wallet-connect-button [part=button]').click()
  await page.locator('wallet-connect-modal').getByRole('button', { name: 'Alpha', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('form')?.checkValidity() === true)
  const sent = page.waitForRequest(`${url}enter`)
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  expect((await (await sent).allHeaders()).origin).toBe('null')
  await page.getByText(`Signed in as ${ACCOUNTS[0]}`).waitFor()
})
