import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScriptedAccount } from '../../src/testing/starknet/account.js'
import { STARKNET_PROFILES } from '../../src/testing/starknet/profiles.js'
import { ACCOUNTS, walletCalled } from '../browser/support/wallets.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { inPackage } from '../counterparts/package-root.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { STRK_TOKEN, type StarknetTestNode, startStarknetNode } from '../counterparts/starknet-node.js'
import { buildTestingScript } from '../counterparts/testing-script.js'

const open = useChromium()
let server: PageServer
let anvil: Anvil
let base: Anvil
let starknet: StarknetTestNode
beforeAll(async () => {
  ;[server, anvil, base, starknet] = await Promise.all([
    startPageServer({ folders: { '/dist/': inPackage('dist') } }),
    startAnvil({ chainId: 1 }),
    startAnvil({ chainId: 8453 }),
    startStarknetNode(),
  ])
})
afterAll(() => Promise.all([server?.stop(), anvil?.stop(), base?.stop(), starknet?.close()]))

/** The code blocks of a document that are ours; those marked `before` show what a page had. */
const readBlocks = (file: string): { language: string; code: string }[] =>
  [...readFileSync(inPackage('docs', file), 'utf8').matchAll(/^```(\w+)( before)?\n(.*?)^```$/gms)]
    .filter(([, , before]) => !before)
    .map(([, language = '', , code = '']) => ({ language, code }))

/** The one block of a document that has a text in it. */
function findBlock(file: string, text: string): string {
  const found = readBlocks(file).filter(({ code }) => code.includes(text))
  expect(found, `${file} has one block with ${text}`).toHaveLength(1)
  return found[0]?.code ?? ''
}

/** Packages that an application would have, in what stands for them here. */
const ALIAS = { 'wagmi/connectors': '@wagmi/core' }

let pages = 0
/** A page whose script is the snippet, and code of the test that uses what it exports. */
async function serveModule(
  code: string,
  use: string,
  body: string,
  loader: 'ts' | 'tsx' = 'ts',
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: use, loader: 'tsx', resolveDir: inPackage() },
    plugins: [
      {
        name: 'snippet',
        setup(plugin) {
          plugin.onResolve({ filter: /^snippet$/ }, ({ path }) => ({ path, namespace: 'snippet' }))
          plugin.onLoad({ filter: /.*/, namespace: 'snippet' }, () => ({
            contents: code,
            loader,
            resolveDir: inPackage(),
          }))
        },
      },
    ],
    alias: ALIAS,
    bundle: true,
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    target: 'es2022',
    tsconfigRaw: '{}',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    outdir: '/out',
    logLevel: 'error',
  })
  pages += 1
  for (const { path, contents } of outputFiles)
    server.route(`/${pages}/${path.split('/').at(-1)}`, { body: contents })
  return server.page(
    `/${pages}/`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body>${body}<main></main><script type="module" src="stdin.js"></script>`,
  )
}

const EMBED = '<script src="/dist/embed.js" defer></script>'
const serveHtml = (code: string): string => {
  pages += 1
  return server.page(
    `/${pages}/`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body>${EMBED}${code}`,
  )
}

/** Puts a Starknet wallet on the page, as an extension does. */
async function installStarknet(): Promise<string> {
  const key = '0x51a7e'
  const account = createScriptedAccount(key, STARKNET_PROFILES.argentX.layout)
  starknet.chain.deploy(account)
  starknet.chain.setBalance(STRK_TOKEN, account.address, 5n * 10n ** 18n)
  const options = JSON.stringify({ privateKeys: [key], nodes: { SN_MAIN: starknet.url } })
  return `${await buildTestingScript()};wcbTesting.createScriptedStarknetWallet(${options}).install()`
}

async function visit(url: string) {
  const wallet = walletCalled('Alpha', {
    approve: 'always',
    accounts: [ACCOUNTS[0], ACCOUNTS[1]],
    rpcUrls: { 1: anvil.url, 8453: base.url },
  })
  return open({ url, evmWallets: [wallet, walletCalled('Beta')], initScripts: [await installStarknet()] })
}

/** Picks a wallet from the list, which is open or opens with a click on the button. */
async function pick(page: Page, name: RegExp, click = true): Promise<void> {
  if (click) await page.locator('wallet-connect-button [part=button]').first().click()
  await page.locator('wallet-connect-modal').getByRole('button', { name }).first().click()
}
const untilConnected = (page: Page) =>
  page.waitForFunction(() => document.querySelector('wallet-connect-button')?.status === 'connected')

/** Calls what the test has put on the window, and answers the list that the call opens. */
async function run<T>(page: Page, wallet: RegExp, ...input: unknown[]): Promise<T> {
  await page.waitForFunction(() => 'run' in window && customElements.get('wallet-connect-button'))
  const [answer] = await Promise.all([
    page.evaluate((given) => (window as any).run(...given), input) as Promise<T>,
    pick(page, wallet, false),
  ])
  return answer
}
const TAG = '<wallet-connect-button chains="eip155:1 eip155:8453 starknet:SN_MAIN"></wallet-connect-button>'

describe('the recipes', () => {
  it('show a section while a wallet is connected, and no longer', async () => {
    const { page, errors } = await visit(serveHtml(findBlock('recipes.md', 'id="members"')))
    const section = page.locator('#members')
    expect(await section.isVisible()).toBe(false)
    await pick(page, /Alpha/)
    await section.waitFor()
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    await section.waitFor({ state: 'hidden' })
    expect(errors).toEqual([])
  })

  it('pay with viem: the money arrives', async () => {
    const url = await serveModule(
      findBlock('recipes.md', 'parseEther'),
      "import 'wallet-connect-button'; import { pay } from 'snippet'; window.run = pay",
      TAG,
    )
    const { page, errors } = await visit(url)
    const to = '0x000000000000000000000000000000000000dEaD'
    const before = BigInt((await anvil.request('eth_getBalance', [to, 'latest'])) as string)
    expect(await run(page, /Alpha/, to)).toMatch(/^0x[0-9a-f]{64}$/)
    const balance = async () =>
      BigInt((await anvil.request('eth_getBalance', [to, 'latest'])) as string) - before
    await expect.poll(balance).toBe(10n ** 16n)
    expect(errors).toEqual([])
  })

  it('execute on Starknet: the call is accepted', async () => {
    const networks = [{ chainId: 'starknet:SN_MAIN', rpcUrls: [starknet.url] }]
    const url = await serveModule(
      findBlock('recipes.md', 'transfer'),
      `import 'wallet-connect-button'; import { give } from 'snippet'
      const button = document.querySelector('wallet-connect-button')
      button.networks = ${JSON.stringify(networks)}
      window.run = async (to) => { await button.connect(); return give(to) }`,
      TAG,
    )
    const { page, errors } = await visit(url)
    expect(await run(page, /Argent X|Ready/, '0x1234')).toBe('accepted')
    expect(errors).toEqual([])
  })

  it('hold two wallets, one of each family', async () => {
    const { page, console: lines } = await visit(serveHtml(findBlock('recipes.md', 'id="bridge"')))
    await pick(page, /Alpha/)
    await untilConnected(page)
    const [, starknetAccount] = await Promise.all([
      pick(page, /Argent X|Ready/, false),
      page
        .evaluate(() => document.querySelector('wallet-connect-button')?.connect({ mode: 'alwaysAsk' }))
        .then(() => page.evaluate(() => document.querySelector('wallet-connect-button')?.account)),
    ])
    await expect.poll(() => lines).toContain(`log: from ${ACCOUNTS[0]} to ${starknetAccount}`)
  })

  it('tell a tag manager, without the address', async () => {
    const { page } = await visit(serveHtml(`${TAG}${findBlock('recipes.md', 'dataLayer')}`))
    await pick(page, /Alpha/)
    await expect
      .poll(() => page.evaluate(() => (window as any).dataLayer))
      .toEqual([{ event: 'wallet_connected', wallet: 'com.example.alpha', code: undefined }])
  })
})

describe('the code for those who move here', () => {
  const mount = (name: string) =>
    `import { createRoot } from 'react-dom/client'; import { ${name} } from 'snippet'
    createRoot(document.querySelector('main')).render(<${name} />)`

  it('from AppKit: shows the account, and leaves it', async () => {
    const url = await serveModule(
      findBlock('migration/appkit.md', 'disconnect()'),
      mount('Account'),
      '',
      'tsx',
    )
    const { page, errors } = await visit(url)
    await pick(page, /Alpha/)
    await page.getByRole('button', { name: `Leave ${ACCOUNTS[0]} on eip155:1` }).click()
    await page.waitForFunction(() => document.querySelector('wallet-connect-button')?.status === 'idle')
    expect(errors).toEqual([])
  })

  it('from ConnectKit: hears of the account', async () => {
    const url = await serveModule(
      findBlock('migration/connectkit.md', 'Connect ='),
      mount('Connect'),
      '',
      'tsx',
    )
    const { page, errors, console: lines } = await visit(url)
    await pick(page, /Alpha/)
    await expect.poll(() => lines).toContain(`log: ${ACCOUNTS[0]}`)
    expect(errors).toEqual([])
  })

  it('from RainbowKit: wagmi takes the wallet of the button', async () => {
    const url = await serveModule(
      findBlock('migration/rainbowkit.md', 'fromButton'),
      `import 'wallet-connect-button'; import { fromButton } from 'snippet'
      import { connect, createConfig, http } from '@wagmi/core'; import { mainnet } from 'viem/chains'
      const config = createConfig({ chains: [mainnet], connectors: [fromButton], transports: { 1: http() }, multiInjectedProviderDiscovery: false })
      window.run = async () => {
        await document.querySelector('wallet-connect-button').connect()
        return (await connect(config, { connector: config.connectors[0] })).accounts
      }`,
      TAG,
    )
    const { page, errors } = await visit(url)
    expect(await run<string[]>(page, /Alpha/)).toContain(ACCOUNTS[0])
    expect(errors).toEqual([])
  })

  it('from web3-onboard: ethers signs by the provider of the button', async () => {
    const url = await serveModule(
      findBlock('migration/web3-onboard.md', 'BrowserProvider'),
      "import 'wallet-connect-button'; import { sign } from 'snippet'; window.run = sign",
      TAG,
    )
    const { page, errors } = await visit(url)
    expect(await run(page, /Alpha/, 'Hello')).toMatch(/^0x[0-9a-f]{130}$/)
    expect(errors).toEqual([])
  })

  it('from starknetkit: connects, and approves', async () => {
    const url = await serveModule(
      findBlock('migration/starknetkit.md', "entrypoint: 'approve'"),
      `import 'wallet-connect-button'; import { approve } from 'snippet'
      window.run = (...input) => approve(...input).catch((error) => error.message)`,
      TAG,
    )
    const { page, errors } = await visit(url)
    const token = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d'
    // The local token knows `transfer` alone, and says so: the call has come through to it.
    const answer = await run(page, /Argent X|Ready/, token, '0x1234')
    expect(typeof answer === 'string' ? answer : JSON.stringify(answer)).toMatch(
      /transactionHash|ENTRYPOINT|0x/,
    )
    expect(errors).toEqual([])
  })
})
