import { readFileSync, writeFileSync } from 'node:fs'
import {
  BrowserProvider,
  verifyMessage as recoverByEthers,
  verifyTypedData as recoverTypedByEthers,
} from 'ethers'
import {
  type Account,
  type Chain,
  createWalletClient as createViemClient,
  custom,
  defineChain,
  recoverMessageAddress,
  recoverTypedDataAddress,
  type Transport,
  type WalletClient as ViemClient,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Eip1193Provider } from '../../../src/connectors/connector.js'
import { createCoinbaseProvider } from '../../../src/connectors/evm/coinbase/provider.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { createScriptedEvmWallet } from '../../../src/testing/evm/create-scripted-evm-wallet.js'
import type { ScriptedEvmWallet } from '../../../src/testing/evm/wallet.js'
import { useRelay } from './bench.js'

const bench = useRelay()

/** The first account of the node, whose key the scripted wallet uses. */
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const RECEIVER = '0x5555555555555555555555555555555555555555'

const METHODS = [
  ...['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_addEthereumChain'],
  ...['wallet_sendCalls', 'wallet_getCapabilities', 'wallet_getCallsStatus', 'wallet_showCallsStatus'],
]

const TYPED = {
  domain: { name: 'Shop', chainId: 31337 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail' as const,
  message: { text: 'Hello' },
}

const toChain = (id: number, url: string) =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

/** A page's provider, the wallet behind it, and the end of the connection. */
interface Way {
  provider: Eip1193Provider
  wallet: ScriptedEvmWallet
  end(): Promise<unknown>
}

async function createWallet(): Promise<ScriptedEvmWallet> {
  const wallet = createScriptedEvmWallet({
    rpcUrls: { 31337: bench.node.url, 10: bench.node.url },
    chainId: 31337,
    accounts: [ACCOUNT],
    batches: 'atomic',
    target: new EventTarget(),
  })
  await wallet.connect()
  return wallet
}

/** The three ways to a wallet. The window of Coinbase's page itself is tested in a browser (evm-clients.test.ts). */
const WAYS: Record<string, () => Promise<Way>> = {
  async injected() {
    const wallet = await createWallet()
    return { wallet, provider: wallet.provider as Eip1193Provider, end: async () => wallet.goOffline() }
  },
  async phone() {
    const wallet = await createWallet()
    const chains = ['eip155:31337', 'eip155:10']
    const phone = await bench.startApp({
      change: () => ({
        eip155: {
          chains,
          methods: METHODS,
          events: ['chainChanged', 'accountsChanged'],
          accounts: chains.map((chain) => `${chain}:${ACCOUNT}`),
        },
      }),
      answer: ({ method, params }) => wallet.provider.request({ method, params }),
    })
    const networks = [{ chainId: 31337, name: 'Local', rpcUrls: [bench.node.url] }]
    const page = await bench.connectTo(phone, { networks })
    return {
      wallet,
      provider: page.client.getProvider() as Eip1193Provider,
      end: () => page.client.disconnect(),
    }
  },
  async coinbase() {
    const wallet = await createWallet()
    let isOver = false
    const { outer } = createCoinbaseProvider(async (args) => {
      if (isOver) throw new WalletError('session_ended')
      return wallet.provider.request(args)
    })
    return {
      wallet,
      provider: outer,
      end: async () => {
        isOver = true
      },
    }
  },
}

/** What a page does with a library. An error is told as the name that the library gives it. */
interface Library {
  connect(): Promise<unknown>
  sign(): Promise<unknown>
  signTyped(): Promise<unknown>
  send(): Promise<unknown>
  switchTo(id: number): Promise<unknown>
  add(id: number): Promise<unknown>
  batch(): Promise<unknown>
  ask(method: string): Promise<unknown>
  /** The library's own words for a refusal, a method that is missing, and a connection that has ended. */
  words: Record<'refused' | 'unknown' | 'ended', RegExp>
}

const readBalance = async () =>
  BigInt((await bench.node.request('eth_getBalance', [RECEIVER, 'latest'])) as string)

const ADD = (id: number) => ({
  chainId: `0x${id.toString(16)}`,
  chainName: `Chain ${id}`,
  rpcUrls: [bench.node.url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})

const LIBRARIES: Record<string, (provider: Eip1193Provider) => Library> = {
  viem(provider) {
    const chain = toChain(31337, bench.node.url)
    const client = createViemClient({
      account: ACCOUNT,
      chain,
      transport: custom(provider, { retryCount: 0 }),
    }) as ViemClient<Transport, Chain, Account>
    return {
      connect: () => client.getAddresses(),
      async sign() {
        const signature = await client.signMessage({ message: 'Hello' })
        return recoverMessageAddress({ message: 'Hello', signature })
      },
      async signTyped() {
        const signature = await client.signTypedData(TYPED)
        return recoverTypedDataAddress({ ...TYPED, signature })
      },
      send: () => client.sendTransaction({ to: RECEIVER, value: 3n }),
      switchTo: (id) => client.switchChain({ id }),
      add: (id) => client.addChain({ chain: toChain(id, bench.node.url) }),
      async batch() {
        const { id } = await client.sendCalls({
          calls: [
            { to: RECEIVER, value: 1n },
            { to: RECEIVER, value: 2n },
          ],
          forceAtomic: true,
        })
        return (await client.waitForCallsStatus({ id })).status
      },
      ask: (method) => client.request({ method, params: [] } as never),
      words: {
        refused: /^UserRejectedRequestError$/,
        unknown: /^(?:UnsupportedProviderMethodError|MethodNotFoundRpcError)$/,
        ended: /^(?:UnauthorizedProviderError|ProviderDisconnectedError)$/,
      },
    }
  },
  ethers(provider) {
    const browser = new BrowserProvider(provider, 'any')
    const signer = () => browser.getSigner(ACCOUNT)
    return {
      connect: () => browser.send('eth_requestAccounts', []),
      sign: async () => recoverByEthers('Hello', await (await signer()).signMessage('Hello')),
      async signTyped() {
        const { domain, types, message } = TYPED
        const signature = await (await signer()).signTypedData(domain, types, message)
        return recoverTypedByEthers(domain, types, message, signature)
      },
      send: async () => (await signer()).sendUncheckedTransaction({ to: RECEIVER, value: 3n }),
      switchTo: (id) => browser.send('wallet_switchEthereumChain', [{ chainId: ADD(id).chainId }]),
      add: (id) => browser.send('wallet_addEthereumChain', [ADD(id)]),
      async batch() {
        const calls = [
          { to: RECEIVER, value: '0x1' },
          { to: RECEIVER, value: '0x2' },
        ]
        const call = { version: '2.0.0', from: ACCOUNT, chainId: '0x7a69', atomicRequired: true, calls }
        const { id } = await browser.send('wallet_sendCalls', [call])
        let status = 100
        while (status === 100) ({ status } = await browser.send('wallet_getCallsStatus', [id]))
        return status === 200 ? 'success' : status
      },
      ask: (method) => browser.send(method, []),
      words: {
        refused: /^ACTION_REJECTED$/,
        unknown: /^(?:4200|-32601|UNSUPPORTED_OPERATION)$/,
        ended: /^(?:4100|4900)$/,
      },
    }
  },
}

/** How a library names an error: viem by its class, ethers by its code, or by the number within. */
async function nameOf(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (caught) => caught,
  )
  const names: string[] = []
  for (let one = error; one; one = one.cause) names.push(one.name)
  const known = names.find((name) =>
    /(?:Rejected|Unsupported|NotFound|Unauthorized|Disconnected)\w*Error$/.test(name),
  )
  if (known) return known
  const inner = error.error?.code ?? error.info?.error?.code
  return String(error.code === 'UNKNOWN_ERROR' && inner !== undefined ? inner : error.code)
}

const CASES: Record<string, (library: Library, way: Way) => Promise<void>> = {
  async connect(library) {
    expect(String(await library.connect()).toLowerCase()).toBe(ACCOUNT.toLowerCase())
  },
  async sign(library) {
    expect(await library.sign()).toBe(ACCOUNT)
  },
  async 'typed data'(library) {
    expect(await library.signTyped()).toBe(ACCOUNT)
  },
  async send(library) {
    const before = await readBalance()
    expect(await library.send()).toMatch(/^0x[0-9a-f]{64}$/)
    await expect.poll(readBalance).toBe(before + 3n)
  },
  async batch(library) {
    const before = await readBalance()
    expect(await library.batch()).toBe('success')
    expect(await readBalance()).toBe(before + 3n)
  },
  async refuse(library, { wallet }) {
    wallet.setApprove('never')
    expect(await nameOf(library.sign())).toMatch(library.words.refused)
    expect(await nameOf(library.send())).toMatch(library.words.refused)
  },
  async 'unknown method'(library) {
    expect(await nameOf(library.ask('wallet_somethingElse'))).toMatch(library.words.unknown)
  },
  async add(library) {
    await library.add(10)
  },
  async switch(library, { provider }) {
    await library.switchTo(10)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
  },
  async 'not connected'(library, { end }) {
    await end()
    expect(await nameOf(library.send())).toMatch(library.words.ended)
  },
}

const passed = new Set<string>()

describe.each(Object.keys(LIBRARIES))('%s', (library) => {
  describe.each(Object.keys(WAYS))('with the provider of an account: %s (EW02)', (way) => {
    test.each(Object.keys(CASES))('%s', async (name) => {
      const opened = await (WAYS[way] as () => Promise<Way>)()
      const own = (LIBRARIES[library] as (provider: Eip1193Provider) => Library)(opened.provider)
      await (CASES[name] as (library: Library, way: Way) => Promise<void>)(own, opened)
      passed.add(`${library} ${way} ${name}`)
    })
  })
})

const VERSIONS: Record<string, string> = { viem: 'viem 2.57', ethers: 'ethers 6' }

/** The table of docs/provider.md: what each library could do with each way to a wallet. */
function writeTable(): string {
  const ways = Object.keys(WAYS)
  const names = Object.keys(LIBRARIES)
  const head = names.flatMap((library) => ways.map((way) => `${VERSIONS[library]}, ${way}`))
  const rows = Object.keys(CASES).map((name) => [
    name,
    ...names.flatMap((library) =>
      ways.map((way) => (passed.has(`${library} ${way} ${name}`) ? 'yes' : 'no')),
    ),
  ])
  const lines = [['', ...head], ['', ...head].map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`.replace('|  |', '| |')).join('')
}

test('docs/provider.md has the table of this suite; `PROVIDERS=write` writes it (EW02)', () => {
  const file = new URL('../../../docs/provider.md', import.meta.url)
  const text = readFileSync(file, 'utf8')
  const place = /(<!-- conformance -->\n)[\s\S]*?(<!-- \/conformance -->)/
  const wanted = text.replace(place, (_, start, end) => start + writeTable() + end)
  if (process.env.PROVIDERS === 'write') writeFileSync(file, wanted)
  else expect(text).toBe(wanted)
})
