import { createPublicClient, type Hex, http } from 'viem'
import { describe, expect, it } from 'vitest'
import { ADDRESS } from '../counterparts/coinbase-popup/account.js'
import { answer, useCoinbase, type Visit } from '../counterparts/coinbase-popup/bench.js'
import type { Dapp, Outcome } from '../counterparts/coinbase-popup/dapp-page.js'
import { buildTestingScript } from '../counterparts/testing-script.js'
import { ACCOUNTS } from './support/wallets.js'

const bench = useCoinbase()

const INJECTED = 'com.example.demo'

/** The two kinds of connector, and how a visitor answers them. */
const KINDS = [
  { kind: 'an injected wallet', walletId: INJECTED, account: ACCOUNTS[0] as Hex, inWindow: false },
  { kind: 'the coinbase-style wallet', walletId: 'coinbase', account: ADDRESS, inWindow: true },
]

/** The page's libraries, which a test has loaded beside it. */
type Run = (dapp: any) => unknown

/** Makes a request from a click, approves it if the wallet asks in a window, and returns the outcome. */
async function ask(visit: Visit, inWindow: boolean, method: string, run: Run): Promise<Outcome> {
  if (inWindow) {
    const popup = await visit.ask(run)
    await answer(popup, method)
    await expect.poll(() => popup.isClosed()).toBe(true)
  } else await visit.press(run)
  return visit.next()
}

async function open(config = {}): Promise<Visit> {
  const [first, second] = bench.chains
  return bench.open({
    config,
    evmWallets: [
      {
        name: 'Demo wallet',
        rdns: INJECTED,
        accounts: [ACCOUNTS[0]],
        rpcUrls: { 31337: first.url, 31338: second.url },
        approve: 'always',
      },
    ],
  })
}

async function connect(visit: Visit, { walletId, inWindow }: (typeof KINDS)[number]): Promise<void> {
  const run = `({ element }) => element.connect({ walletId: '${walletId}' })` as unknown as Run
  expect(await ask(visit, inWindow, 'eth_requestAccounts', run)).toMatchObject({
    value: { connector: { id: walletId } },
  })
}

const receiptOf = (hash: unknown, chain = 0) =>
  createPublicClient({ transport: http(bench.chains[chain as 0 | 1].url) }).waitForTransactionReceipt({
    hash: hash as Hex,
  })

describe.each(KINDS)('the provider of $kind', (wallet) => {
  const { account, inWindow } = wallet

  it('serves viem: signs, sends mined transactions, reads, switches, reports the switch', async () => {
    const visit = await open()
    await connect(visit, wallet)
    await visit.page.evaluate(() => {
      const { viem, element } = window.dapp
      const transport = viem.custom(element.provider as never)
      const chain = viem.defineChain({
        id: 31337,
        name: 'A',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      })
      const told: unknown[] = []
      ;(element.provider as { on(event: string, listener: (payload: unknown) => void): void }).on(
        'chainChanged',
        (payload) => told.push(payload),
      )
      Object.assign(window.dapp, {
        told,
        wallet: viem.createWalletClient({ account: element.account as `0x${string}`, chain, transport }),
        reader: viem.createPublicClient({ chain, transport }),
      })
    })
    const signed = await ask(visit, inWindow, 'personal_sign', ({ wallet: viemWallet }: any) =>
      (viemWallet as { signMessage(args: object): unknown }).signMessage({ message: 'Hello' }),
    )
    expect(
      await createPublicClient({ transport: http(bench.chains[0].url) }).verifyMessage({
        address: account,
        message: 'Hello',
        signature: signed.value as Hex,
      }),
    ).toBe(true)
    const sent = await ask(visit, inWindow, 'eth_sendTransaction', ({ wallet: viemWallet }: any) =>
      (viemWallet as { sendTransaction(args: object): unknown }).sendTransaction({
        to: '0x000000000000000000000000000000000000dEaD',
        value: 7n,
      }),
    )
    expect(await receiptOf(sent.value)).toMatchObject({ status: 'success', from: account.toLowerCase() })
    await visit.press(async ({ reader, element }: any) => {
      const balance = await (reader as { getBalance(args: object): Promise<bigint> }).getBalance({
        address: (element as { account: string }).account,
      })
      return balance > 0n
    })
    expect(await visit.next()).toMatchObject({ value: true })
    await visit.press(({ wallet: viemWallet }: any) =>
      (viemWallet as { switchChain(args: object): unknown }).switchChain({ id: 31338 }),
    )
    expect((await visit.next()).code).toBe(undefined)
    await visit.page.waitForFunction(() => window.dapp.element.chainId === 'eip155:31338')
    expect(await visit.page.evaluate(() => (window.dapp as unknown as { told: unknown[] }).told)).toEqual([
      '0x7a6a',
    ])
    expect((await visit.heard()).at(-1)).toMatchObject({
      type: 'changed',
      detail: { chainId: 'eip155:31338' },
    })
    expect(await visit.page.evaluate(() => window.dapp.element.state.connections[0]?.switchedNetwork)).toBe(
      true,
    )
  })

  it('serves ethers: signs, sends mined transactions, switches, and names a refusal', async () => {
    const visit = await open()
    await connect(visit, wallet)
    await visit.page.evaluate(() => {
      const { ethers, element } = window.dapp
      Object.assign(window.dapp, { browser: new ethers.BrowserProvider(element.provider as never, 'any') })
    })
    const signed = await ask(visit, inWindow, 'personal_sign', async ({ browser }: any) => {
      const signer = await (
        browser as { getSigner(): Promise<{ signMessage(text: string): unknown }> }
      ).getSigner()
      return signer.signMessage('Hello')
    })
    expect(
      await visit.page.evaluate(
        (signature) => window.dapp.ethers.verifyMessage('Hello', signature),
        signed.value as string,
      ),
    ).toBe(account)
    await visit.press(({ element }) => element.switchChain({ chainId: 31338 }))
    expect((await visit.next()).code).toBe(undefined)
    const sent = await ask(visit, inWindow, 'eth_sendTransaction', async ({ browser }: any) => {
      const signer = await (
        browser as { getSigner(): Promise<{ sendTransaction(args: object): Promise<{ hash: string }> }> }
      ).getSigner()
      return (await signer.sendTransaction({ to: '0x000000000000000000000000000000000000dEaD', value: 9n }))
        .hash
    })
    expect(await receiptOf(sent.value, 1)).toMatchObject({ status: 'success' })
    if (!inWindow) return
    const popup = await visit.ask(async ({ browser }: any) => {
      const signer = await (
        browser as { getSigner(): Promise<{ signMessage(text: string): unknown }> }
      ).getSigner()
      return signer.signMessage('Hello')
    })
    await answer(popup, 'personal_sign', 'reject')
    expect(await visit.next()).toMatchObject({ code: 'ACTION_REJECTED' })
  })

  it('serves wagmi’s injected connector: signs, sends mined transactions, switches, reports the switch, disconnects', async () => {
    const visit = await open()
    await connect(visit, wallet)
    await visit.page.evaluate(() => {
      const { wagmi, viem, element } = window.dapp
      const defineChain = (id: number, name: string) =>
        viem.defineChain({
          id,
          name,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        })
      const connector = wagmi.injected({
        target: { id: 'button', name: 'Button', provider: element.provider as never },
      })
      const transport = viem.custom(element.provider as never)
      const config = wagmi.createConfig({
        chains: [defineChain(31337, 'A'), defineChain(31338, 'B')],
        connectors: [connector],
        transports: { 31337: transport, 31338: transport },
        multiInjectedProviderDiscovery: false,
        storage: null,
      })
      const told: unknown[] = []
      wagmi.watchConnection(config, {
        onChange: ({ address, chainId, status }) => told.push([status, address, chainId]),
      })
      Object.assign(window.dapp, { told, config })
    })
    await visit.press(({ wagmi, config }: any) => wagmi.connect(config, { connector: config.connectors[0] }))
    expect(await visit.next()).toMatchObject({ value: { accounts: [account], chainId: 31337 } })
    const signed = await ask(visit, inWindow, 'personal_sign', ({ wagmi, config }: any) =>
      wagmi.signMessage(config, { message: 'Hello' }),
    )
    const reader = createPublicClient({ transport: http(bench.chains[0].url) })
    expect(
      await reader.verifyMessage({ address: account, message: 'Hello', signature: signed.value as Hex }),
    ).toBe(true)
    const sent = await ask(visit, inWindow, 'eth_sendTransaction', ({ wagmi, config }: any) =>
      wagmi.sendTransaction(config, { to: '0x000000000000000000000000000000000000dEaD', value: 7n }),
    )
    expect(await receiptOf(sent.value)).toMatchObject({ status: 'success', from: account.toLowerCase() })
    await visit.press(({ wagmi, config }: any) => wagmi.switchChain(config, { chainId: 31338 }))
    expect(await visit.next()).toMatchObject({ value: { id: 31338 } })
    await visit.page.waitForFunction(() => window.dapp.element.chainId === 'eip155:31338')
    await visit.press(({ wagmi, config }: any) => wagmi.disconnect(config))
    expect((await visit.next()).code).toBeUndefined()
    const told = await visit.page.evaluate(() => (window.dapp as unknown as { told: unknown[][] }).told)
    const seen = told.map(([status, , chainId]) => `${status} ${chainId ?? ''}`.trim())
    expect(seen.filter((one, index) => one !== seen[index - 1])).toEqual([
      'connecting',
      'connected 31337',
      'connected 31338',
      'disconnected',
    ])
    expect(visit.console).toEqual([])
  })

  it('reads the balance of its current chain', async () => {
    const visit = await open()
    await connect(visit, wallet)
    await visit.press(({ element }) =>
      element.getBalance().then(({ formatted, symbol }) => [formatted, symbol]),
    )
    const { value } = await visit.next()
    expect(value).toEqual([expect.stringMatching(/^\d+\.\d{6}$/), 'ETH'])
  })
})

describe('the provider of the coinbase-style wallet', () => {
  it('shows nothing before the visitor has agreed, then capabilities and batches of calls (EIP-5792)', async () => {
    const visit = await open()
    expect(await visit.page.evaluate(() => window.dapp.element.provider)).toBe(null)
    await connect(visit, KINDS[1] as (typeof KINDS)[number])
    await visit.press(({ element }) =>
      (element.provider as { request(args: object): unknown }).request({
        method: 'wallet_getCapabilities',
        params: [element.account, ['0x7a69']],
      }),
    )
    expect((await visit.next()).value).toEqual({ '0x7a69': { atomic: { status: 'supported' } } })
    const sent = await ask(visit, true, 'wallet_sendCalls', ({ element }) =>
      (element.provider as { request(args: object): unknown }).request({
        method: 'wallet_sendCalls',
        params: [
          {
            version: '2.0.0',
            chainId: '0x7a69',
            atomicRequired: false,
            calls: [{ to: '0x000000000000000000000000000000000000dEaD', value: '0x1' }],
          },
        ],
      }),
    )
    expect(await receiptOf((sent.value as { id: Hex }).id)).toMatchObject({ status: 'success' })
  })

  it('rejects with the numbers of EIP-1193, and more details in its data', async () => {
    const visit = await open()
    await connect(visit, KINDS[1] as (typeof KINDS)[number])
    await visit.page.evaluate(() => Object.assign(window, { kept: window.dapp.element.provider }))
    const sign = ({ element }: Dapp) =>
      (element.provider as { request(args: object): Promise<unknown> }).request({
        method: 'personal_sign',
        params: ['0x68', element.account],
      })
    await answer(await visit.ask(sign), 'personal_sign', 'reject')
    expect(await visit.next()).toMatchObject({ code: 4001 })
    const popup = await visit.ask(sign)
    await popup.locator('#method', { hasText: 'personal_sign' }).waitFor()
    await popup.close()
    expect(await visit.next()).toMatchObject({ code: 4001, message: expect.stringContaining('closed') })
    const refused = (method: string) =>
      visit.page.evaluate(
        (unheard) =>
          (window as unknown as { kept: { request(args: object): Promise<unknown> } }).kept
            .request({ method: unheard, params: [] })
            .catch(({ code, data }) => [code, data]),
        method,
      )
    expect(await refused('eth_sign')).toEqual([4200, { code: 'not_implemented' }])
    await visit.page.evaluate(() => window.dapp.element.disconnect())
    expect(await refused('eth_accounts')).toEqual([4900, { code: 'session_ended' }])
    expect(await visit.page.evaluate(() => window.dapp.element.provider)).toBe(null)
  })

  it('adds an unknown chain, and a read confirms the switch (A23)', async () => {
    const { url } = bench.chains[1]
    const visit = await bench.open({ query: '?only=31337&stay' })
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    await answer(popup, 'eth_requestAccounts')
    await visit.next()
    await visit.press(({ element }) => element.switchChain({ chainId: 31338 }))
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
      await answer(popup, method)
    expect((await visit.next()).code).toBe(undefined)
    expect(await visit.page.evaluate(() => window.dapp.element.chainId)).toBe('eip155:31338')
    expect(visit.requests.some((request) => request.startsWith(url))).toBe(false)
    await visit.press(({ element }) => element.getBalance())
    expect((await visit.next()).code).toBe(undefined)
    expect(visit.requests.some((request) => request.startsWith(url))).toBe(true)
  })
})

describe('a page with two wallets', () => {
  it('connects two EVM wallets of different kinds in turn, and the later one replaces the earlier', async () => {
    const visit = await open()
    const [injected, coinbase] = KINDS as [(typeof KINDS)[number], (typeof KINDS)[number]]
    for (const wallet of [injected, coinbase, injected]) await connect(visit, wallet)
    expect((await visit.heard()).map(({ type, detail }) => [type, detail.walletId, detail.reason])).toEqual([
      ['connecting', INJECTED, undefined],
      ['connected', INJECTED, undefined],
      ['connecting', 'coinbase', undefined],
      ['disconnected', INJECTED, 'replaced'],
      ['connected', 'coinbase', undefined],
      ['connecting', INJECTED, undefined],
      ['disconnected', 'coinbase', 'replaced'],
      ['connected', INJECTED, undefined],
    ])
  })

  it.each(KINDS)('connects $kind beside a Starknet wallet', async (wallet) => {
    const visit = await open({ chains: 'eip155:31337 eip155:31338 starknet:SN_SEPOLIA' })
    await visit.page.evaluate(
      `${await buildTestingScript()};wcbTesting.createScriptedStarknetWallet({ nodes: { SN_SEPOLIA: null } }).install()`,
    )
    await visit.press(({ element }) => element.connect({ walletId: 'argentX' }))
    expect((await visit.next()).code).toBe(undefined)
    await connect(visit, wallet)
    const standing = () =>
      visit.page.evaluate(() =>
        window.dapp.element.state.connections.map(({ walletId, chainId }) => [walletId, chainId]),
      )
    expect(await standing()).toEqual([
      ['argentX', 'starknet:SN_SEPOLIA'],
      [wallet.walletId, 'eip155:31337'],
    ])
    await visit.page.evaluate(() => window.dapp.element.disconnect({ namespace: 'eip155' }))
    expect(await standing()).toEqual([['argentX', 'starknet:SN_SEPOLIA']])
  })
})
