import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ETH_TOKEN, type StarknetTestNode, startStarknetNode } from '../counterparts/starknet-node.js'
import { type DappServer, launchBlocking, startDappServer, type Visit, visitDapp } from '../counterparts/web-wallet-host/dapp.js'
import { startWebWalletHost, type WebWalletHost } from '../counterparts/web-wallet-host/start.js'

let browser: Browser
let node: StarknetTestNode
let host: WebWalletHost
let dapps: DappServer
let visit: Visit

beforeAll(async () => {
  ;[browser, node, dapps] = await Promise.all([
    launchBlocking(),
    startStarknetNode({ chain: 'SN_SEPOLIA' }),
    startDappServer(),
  ])
})
beforeEach(async () => {
  host = await startWebWalletHost(node)
})
afterEach(async () => {
  await visit?.context.close()
  await host.stop()
})
afterAll(async () => {
  await browser?.close()
  await dapps?.stop()
  await node?.close()
})

const SEPOLIA = 'starknet:SN_SEPOLIA'
const config = (more: object = {}) => ({
  chains: SEPOLIA,
  webWalletUrl: host.origin,
  networks: [{ chainId: SEPOLIA, rpcUrls: [node.url] }],
  ...more,
})
const open = async (more: object = {}) => {
  visit = await visitDapp(browser, dapps.page(config(more), { token: ETH_TOKEN }))
  return visit
}
async function logIn(wallet: Page, email = 'ada@example.com') {
  await wallet.getByLabel('E-mail').fill(email)
  await wallet.getByRole('button', { name: 'Continue' }).click()
}

describe('popup', () => {
  it('logs in', async () => {
    const { open: click, next } = await open()
    const popup = await click('connect')
    console.log(popup.url())
    await logIn(popup)
    console.log(await next())
    const p2 = await click('sign')
    await p2.getByRole('button', { name: 'Sign' }).click()
    console.log(await next())
    console.log(visit.errors, visit.console, await visit.events())
  })
})
