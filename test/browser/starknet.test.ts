import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { typedData as oracle } from 'starknet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WalletConnectButton } from '../../src/element/button-api.js'
import { createScriptedAccount, isValidSignature } from '../../src/testing/starknet/account.js'
import type { ScriptedStarknetWalletOptions } from '../../src/testing/starknet/options.js'
import { STARKNET_PROFILES, type StarknetProfileName } from '../../src/testing/starknet/profiles.js'
import type { ScriptedStarknetWallet } from '../../src/testing/starknet/wallet.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { inPackage } from '../counterparts/package-root.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { ETH_TOKEN, type StarknetTestNode, startStarknetNode } from '../counterparts/starknet-node.js'
import { buildTestingScript } from '../counterparts/testing-script.js'
import { MAIL_0, NESTED_1 } from '../unit/testing/typed-data-cases.js'

type Injected = Omit<ScriptedStarknetWalletOptions, 'approve' | 'overrides'> & { after?: number }

declare global {
  interface Window {
    starknetWallets: Record<string, ScriptedStarknetWallet>
    heard: { type: string; detail: Record<string, unknown> }[]
  }
}

const KEYS = ['0x51a7e', '0x51a7f']
const PROFILES: StarknetProfileName[] = [
  'argentX',
  'argentX-legacy',
  'braavos',
  'keplr',
  'okxwallet',
  'standard',
]
const EVM = {
  name: 'EVM wallet',
  rdns: 'com.example.evm',
  accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  rpcUrls: { 1: 'http://127.0.0.1:1' },
}
const SEPOLIA = 'starknet:SN_SEPOLIA'

const open = useChromium()
let server: PageServer
let main: StarknetTestNode
let sepolia: StarknetTestNode
let url: string

beforeAll(async () => {
  main = await startStarknetNode()
  sepolia = await startStarknetNode({ chain: 'SN_SEPOLIA' })
  server = await startPageServer({ folders: { '/dist/': inPackage('dist') } })
  const networks = [
    { chainId: 'starknet:SN_MAIN', rpcUrls: [main.url] },
    { chainId: SEPOLIA, rpcUrls: [sepolia.url] },
  ]
  url = server.page(
    '/',
    `<!doctype html><meta charset="utf-8"><title>Shop</title>
<script>
  heard = []
  for (const type of ['connected', 'changed', 'disconnected', 'error', 'transaction'])
    document.addEventListener('wallet_' + type, ({ detail: { error, ...detail } }) => heard.push({ type, detail }))
  addEventListener('DOMContentLoaded', () => {
    document.querySelector('wallet-connect-button').networks = ${JSON.stringify(networks)}
  })
</script>
<script src="/dist/embed.js" defer></script>
<wallet-connect-button app-name="shop.example" mode="alwaysAsk"
  chains="eip155:1 starknet:SN_MAIN starknet:SN_SEPOLIA"></wallet-connect-button>`,
  )
})
afterAll(() => Promise.all([server?.stop(), main?.close(), sepolia?.close()]))

/** Runs on the page before its first script: injects the wallets, as extensions do. */
function install(wallets: Injected[]): void {
  const { createScriptedStarknetWallet } = (
    window as unknown as { wcbTesting: typeof import('../../src/exports/testing.js') }
  ).wcbTesting
  window.starknetWallets = {}
  for (const { after, ...options } of wallets) {
    const wallet = createScriptedStarknetWallet(options)
    window.starknetWallets[options.profile ?? 'argentX'] = wallet
    wallet.install(after === undefined ? {} : { after })
  }
}

async function openWith(wallets: Injected[], more: Parameters<typeof open>[0] = {}) {
  const nodes = { SN_MAIN: main.url, SN_SEPOLIA: sepolia.url }
  const full = wallets.map((wallet) => ({ privateKeys: KEYS, nodes, ...wallet }))
  for (const { profile = 'argentX' } of full) {
    for (const key of KEYS) {
      const account = createScriptedAccount(key, STARKNET_PROFILES[profile].layout)
      for (const { chain } of [main, sepolia]) chain.deploy(account)
    }
  }
  const script = `${await buildTestingScript()};(${install.toString()})(${JSON.stringify(full)})`
  return open({ url, initScripts: [script], ...more })
}

const element = (page: Page) => page.locator('wallet-connect-button')
const row = (page: Page, name: string) =>
  page.locator('wallet-connect-modal [part=wallet]', { has: page.getByText(name, { exact: true }) })
const heard = (page: Page, type: string) =>
  page.evaluate(
    (wanted) => window.heard.filter((one) => one.type === wanted).map(({ detail }) => detail),
    type,
  )

/** Opens the list with a click, and chooses a wallet. */
async function connect(page: Page, name: string): Promise<void> {
  const count = (await heard(page, 'connected')).length
  await element(page).getByRole('button').first().click()
  await row(page, name).click()
  await page.waitForFunction(
    (before) => window.heard.filter(({ type }) => type === 'connected').length > before,
    count,
  )
}

/** Calls a method of the element. @returns the answer, or the code of the error */
const call = (
  page: Page,
  method: 'signTypedData' | 'execute' | 'waitForTransaction' | 'switchChain',
  input: unknown,
) =>
  element(page).evaluate(
    async (button: WalletConnectButton, [name, argument]) => {
      try {
        return await (button[name] as (input: unknown) => Promise<unknown>)(argument)
      } catch (error) {
        return (error as { code: string }).code
      }
    },
    [method, input] as const,
  )

const tell = (page: Page, profile: string, run: string) =>
  page.evaluate(
    ([name, code]) => new Function('wallet', `return wallet.${code}`)(window.starknetWallets[name as string]),
    [profile, run] as const,
  )

describe('a page with every Starknet wallet', () => {
  it('lists each of them once, late wallets too, and offers those that are not installed', async () => {
    // Later than the second in which the page is scanned by itself.
    const late = { profile: 'keplr', after: 2_500 } as const
    const { page, errors } = await openWith([
      { profile: 'argentX' },
      { profile: 'okxwallet' },
      { profile: 'standard' },
      late,
    ])
    await element(page).getByRole('button').first().click()
    for (const name of ['Argent X', 'OKX Wallet', 'Standard Wallet']) await row(page, name).waitFor()
    await row(page, 'Keplr').waitFor()
    for (const name of ['Argent X', 'OKX Wallet', 'Standard Wallet', 'Keplr'])
      expect(await row(page, name).count()).toBe(1)
    // When wallets are installed, those that are not are in a separate view.
    await page.getByRole('button', { name: 'Get a wallet' }).click()
    const link = page.getByRole('link', { name: /Braavos/ })
    expect(await link.getAttribute('href')).toContain('chromewebstore.google.com')
    expect(await page.getByText('Install Ready').count()).toBe(0)
    expect(errors).toEqual([])
  })
})

describe('a visit up to a connected Starknet wallet', () => {
  it('takes no more bytes than the README says, and no starknet.js', async () => {
    const { page } = await openWith([{ profile: 'argentX' }])
    await element(page).evaluate((button) => button.setAttribute('chains', 'starknet:SN_MAIN'))
    await page.evaluate(() =>
      document.addEventListener('wallet_connected', () => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
        Object.assign(window, { scripts: [...new Set(loaded)].filter((path) => path.endsWith('.js')) })
      }),
    )
    await connect(page, 'Argent X')
    const paths = await page.evaluate(() => (window as unknown as { scripts: string[] }).scripts)
    const files = paths.map((path) => readFileSync(inPackage(path)))
    const bytes = files.reduce((total, file) => total + gzipSync(file, { level: 9 }).length, 0)
    const promised = /Starknet wallet is connected: \*\*([\d.]+) kB\*\*/.exec(
      readFileSync(inPackage('README.md'), 'utf8'),
    )
    expect(bytes).toBeLessThanOrEqual(Number(promised?.[1]) * 1_000)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect(file.includes('RpcProvider')).toBe(false)
  })

  it('costs a returning visitor at most 77.5 kB before the account is shown, without the list and without EVM wallets (U47)', async () => {
    const { page, requests } = await openWith([{ memory: 'local' }])
    await connect(page, 'Argent X')
    const before = requests.length
    await page.reload()
    await page.waitForFunction(() => window.heard.some(({ type }) => type === 'connected'))
    await page.waitForLoadState('networkidle')
    const paths = requests.slice(before).flatMap((address) => address.split('/dist/')[1] ?? [])
    const bytes = paths.map((path) => gzipSync(readFileSync(inPackage(`dist/${path}`)), { level: 9 }).length)
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(77_500)
    expect(paths.filter((path) => /\/(?:list|renderer)-|relay/.test(path))).toEqual([])
  })
})

describe.each(PROFILES)('the wallet %s on a page', (profile) => {
  const { name, id, layout } = STARKNET_PROFILES[profile]
  const [first, second] = KEYS.map((key) => createScriptedAccount(key, layout)) as [
    ReturnType<typeof createScriptedAccount>,
    ReturnType<typeof createScriptedAccount>,
  ]

  it('connects, signs both revisions, executes two calls, and follows account and network', async () => {
    const { page, errors, requests } = await openWith([{ profile }])
    await connect(page, name)
    expect(await heard(page, 'connected')).toEqual([
      {
        walletId: id,
        namespace: 'starknet',
        account: first.address,
        chainId: 'starknet:SN_MAIN',
        restored: false,
      },
    ])

    for (const typedData of [MAIL_0, { ...NESTED_1, domain: { ...NESTED_1.domain, chainId: 'SN_MAIN' } }]) {
      const signature = (await call(page, 'signTypedData', typedData)) as string[]
      const hash = BigInt(oracle.getMessageHash(typedData as never, first.address))
      expect(isValidSignature(first, hash, signature)).toBe(true)
    }

    main.chain.setBalance(ETH_TOKEN, first.address, 100n)
    const before = main.chain.getBalance(ETH_TOKEN, '0x77')
    const transfer = { contractAddress: ETH_TOKEN, entrypoint: 'transfer', calldata: ['0x77', '20', 0] }
    const { transactionHash } = (await call(page, 'execute', [transfer, transfer])) as {
      transactionHash: string
    }
    expect(await call(page, 'waitForTransaction', transactionHash)).toMatchObject({ status: 'accepted' })
    expect(main.chain.getBalance(ETH_TOKEN, '0x77') - before).toBe(40n)

    await tell(page, profile, 'setAccount(1)')
    await page.waitForFunction(() => window.heard.some(({ type }) => type === 'changed'))
    await tell(page, profile, 'setChain("SN_SEPOLIA")')
    await page.waitForFunction(
      (chain) => window.heard.some(({ detail }) => detail.chainId === chain),
      SEPOLIA,
    )
    const changes = await heard(page, 'changed')
    expect(changes).toMatchObject([
      { account: second.address, chainId: 'starknet:SN_MAIN' },
      { account: second.address, chainId: SEPOLIA },
    ])
    expect(errors).toEqual([])
    expect(
      requests.filter((one) => !one.startsWith('http://127.0.0.1:') && !one.startsWith('data:')),
    ).toEqual([])
  })

  it('may refuse, be locked, go, and return', async () => {
    const { page, errors } = await openWith([{ profile, memory: 'session' }])
    await tell(page, profile, 'setApprove("never")')
    await element(page).getByRole('button').first().click()
    await row(page, name).click()
    await page.waitForFunction(() => window.heard.some(({ type }) => type === 'error'))
    expect((await heard(page, 'error')).at(-1)).toMatchObject({ code: 'user_rejected' })
    await page.keyboard.press('Escape')

    await tell(page, profile, 'setApprove("always")')
    await connect(page, name)
    await tell(page, profile, 'setApprove("never")')
    expect(await call(page, 'signTypedData', MAIL_0)).toBe('user_rejected')
    await tell(page, profile, 'lock()')
    expect(await call(page, 'signTypedData', MAIL_0)).toBe('wallet_locked')
    await tell(page, profile, 'unlock()')
    await tell(page, profile, 'setApprove("always")')
    expect(await call(page, 'signTypedData', MAIL_0)).toHaveLength(first.sign(1n).length)

    await page.reload()
    await page.waitForFunction(() => window.heard.some(({ type }) => type === 'connected'))
    expect(await heard(page, 'connected')).toMatchObject([
      { walletId: id, restored: true, account: first.address },
    ])
    expect(await tell(page, profile, 'prompts.length')).toBe(0)

    await tell(page, profile, 'uninstall()')
    expect(await call(page, 'signTypedData', MAIL_0)).toBe('wallet_unavailable')
    await page.waitForFunction(() => window.heard.some(({ type }) => type === 'disconnected'))
    expect(await heard(page, 'disconnected')).toMatchObject([{ walletId: id, reason: 'wallet' }])
    expect(await page.evaluate(() => localStorage.getItem('starknetLastConnectedWallet'))).toBe(null)

    await tell(page, profile, 'install()')
    await connect(page, name)
    expect(errors).toEqual([])
  })
})

describe('two namespaces on one page', () => {
  it('are connected at once, and disconnecting one leaves the other', async () => {
    const { page, errors } = await openWith([{ profile: 'argentX' }], { evmWallets: [EVM] })
    await connect(page, 'Argent X')
    await element(page).evaluate((button: WalletConnectButton) =>
      button.connect({ walletId: 'com.example.evm' }),
    )
    const namespaces = () =>
      element(page).evaluate((button: WalletConnectButton) =>
        button.state.connections.map(({ namespace }) => namespace).sort(),
      )
    expect(await namespaces()).toEqual(['eip155', 'starknet'])
    await element(page).evaluate((button: WalletConnectButton) => button.disconnect({ namespace: 'eip155' }))
    expect(await namespaces()).toEqual(['starknet'])
    expect(await call(page, 'signTypedData', MAIL_0)).toHaveLength(5)
    expect(await heard(page, 'disconnected')).toMatchObject([{ namespace: 'eip155', reason: 'user' }])
    expect(errors).toEqual([])
  })
})

describe('a page while it loads', () => {
  it('sends no request to any wallet or host before the visitor acts (B20, C26)', async () => {
    const { page, requests } = await openWith(
      PROFILES.filter((one) => one !== 'argentX-legacy').map((profile) => ({ profile })),
    )
    await element(page).getByRole('button').first().waitFor()
    await element(page).hover()
    await page.waitForFunction(() => customElements.get('wallet-connect-button') !== undefined)
    const asked = await page.evaluate(() =>
      Object.values(window.starknetWallets).flatMap(({ requests: all }) => all),
    )
    expect(asked).toEqual([])
    expect(requests.filter((one) => !one.startsWith(server.origin))).toEqual([])
  })
})
