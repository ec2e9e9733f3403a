import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SCWSigner } from '@coinbase/wallet-sdk/dist/sign/scw/SCWSigner.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { resolveConfig } from '../../../src/client/config.js'
import type { Eip1193Provider } from '../../../src/connectors/connector.js'
import { Link } from '../../../src/connectors/evm/coinbase/link.js'
import { openCoinbaseSession } from '../../../src/connectors/evm/coinbase/session.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { createScriptedEvmWallet } from '../../../src/testing/evm/create-scripted-evm-wallet.js'
import { askOverHttp } from '../../../src/testing/evm/node.js'
import type { ScriptedEvmWallet } from '../../../src/testing/evm/wallet.js'
import type { useRelay } from './bench.js'

type Bench = ReturnType<typeof useRelay>

/** The first account of the node, whose key the scripted wallet uses. */
export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const RECEIVER = '0x5555555555555555555555555555555555555555'

const METHODS = [
  ...['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_addEthereumChain'],
  ...['wallet_sendCalls', 'wallet_getCapabilities', 'wallet_getCallsStatus', 'wallet_showCallsStatus'],
]

export const TYPED = {
  domain: { name: 'Shop', chainId: 31337 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail' as const,
  message: { text: 'Hello' },
}

/** The calls of a batch, as EIP-5792 has them. */
export const BATCH = {
  version: '2.0.0',
  from: ACCOUNT,
  chainId: '0x7a69',
  atomicRequired: true,
  calls: [
    { to: RECEIVER, value: '0x1' },
    { to: RECEIVER, value: '0x2' },
  ],
}

/** A chain as EIP-3085 has it. */
export const toAdded = (id: number, url: string) => ({
  chainId: `0x${id.toString(16)}`,
  chainName: `Chain ${id}`,
  rpcUrls: [url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})

/** Sends a batch and waits for its end, by a library that only passes requests on. */
export async function sendBatch(ask: (method: string, params: unknown[]) => Promise<any>): Promise<unknown> {
  const { id } = await ask('wallet_sendCalls', [BATCH])
  let status = 100
  while (status === 100) ({ status } = await ask('wallet_getCallsStatus', [id]))
  return status === 200 ? 'success' : status
}

/** What a page does with a library. */
export interface Library {
  connect(): Promise<unknown>
  sign(): Promise<unknown>
  signTyped(): Promise<unknown>
  send(): Promise<unknown>
  switchTo(id: number): Promise<unknown>
  add(id: number): Promise<unknown>
  batch(): Promise<unknown>
  /** Reads a balance from the chain. */
  read(): Promise<unknown>
  ask(method: string): Promise<unknown>
  /** The library's own words for a refusal, a method that is missing, a connection that has ended, and a lost node. */
  words: Record<'refused' | 'unknown' | 'ended' | 'down', RegExp>
  close?(): unknown
}

/** What creates a library for a provider. `url` is the chain's node, for a library that wants to know it. */
export type CreateLibrary = (provider: Eip1193Provider, url: string) => Library | Promise<Library>

/** A page's provider, the wallet behind it, the node of both, and the end of the connection. */
interface Way {
  provider: Eip1193Provider
  wallet: ScriptedEvmWallet
  node: NodeOfWallet
  end(): Promise<unknown>
}

/** The part of Coinbase's signer that asks the visitor. */
interface Popup {
  sendRequestToPopup(request: object): Promise<unknown>
}

/** A node that can go down. It answers for batches too, as the node of Coinbase's wallet does. */
interface NodeOfWallet {
  readonly url: string
  isDown: boolean
  answer(method: string, params: unknown[]): Promise<unknown>
  stop(): void
}

async function startNode(bench: Bench): Promise<NodeOfWallet> {
  const node = {
    url: '',
    isDown: false,
    answer: bench.node.request,
    stop: () => server.closeAllConnections(),
  }
  const server = createServer(async (request, response) => {
    if (node.isDown) return request.socket.destroy()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { id, method, params } = JSON.parse(String(Buffer.concat(parts)))
    const answer = await node.answer(method, params).then(
      (result) => ({ result }),
      ({ code = -32000, message }) => ({ error: { code, message } }),
    )
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  node.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return node
}

/** @param signAt where the wallet's keys are, which no failing node takes away */
async function createWallet(url: string, signAt = url): Promise<ScriptedEvmWallet> {
  const wallet = createScriptedEvmWallet({
    askNode: (at, request) => askOverHttp(/sign/.test(request.method) ? signAt : at, request),
    rpcUrls: { 31337: url, 10: url },
    chainId: 31337,
    accounts: [ACCOUNT],
    batches: 'atomic',
    target: new EventTarget(),
  })
  await wallet.connect()
  return wallet
}

/** The three ways to a wallet. */
const WAYS: Record<string, (bench: Bench) => Promise<Way>> = {
  async injected(bench) {
    const node = await startNode(bench)
    const wallet = await createWallet(node.url, bench.node.url)
    const provider = wallet.provider as Eip1193Provider
    return { wallet, node, provider, end: async () => wallet.goOffline() }
  },
  async phone(bench) {
    const node = await startNode(bench)
    const wallet = await createWallet(bench.node.url)
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
      answersAtOnce: true,
      answer: ({ method, params }) => wallet.provider.request({ method, params }),
    })
    const networks = [{ chainId: 31337, name: 'Local', rpcUrls: [node.url] }]
    const { client } = await bench.connectTo(phone, { networks })
    return { wallet, node, provider: client.getProvider() as Eip1193Provider, end: () => client.disconnect() }
  },
  /** The SDK's own signer. Its window alone is played: that is tested in a browser (evm-clients.test.ts). */
  async coinbase(bench) {
    const node = await startNode(bench)
    const wallet = await createWallet(bench.node.url)
    node.answer = (method, params) =>
      method.startsWith('wallet_')
        ? wallet.provider.request({ method, params })
        : bench.node.request(method, params)
    vi.stubGlobal('localStorage', createMemoryStorage())
    vi.spyOn(SCWSigner.prototype as unknown as Popup, 'sendRequestToPopup').mockImplementation(
      wallet.provider.request as Popup['sendRequestToPopup'],
    )
    const rpcUrls = [node.url]
    const config = resolveConfig({
      chains: 'eip155:31337 eip155:10',
      networks: [31337, 10].map((chainId) => ({ chainId, name: 'Local', rpcUrls })),
    })
    const chains = [31337, 10].map((id) => ({ id, rpcUrl: node.url }))
    const values = { accounts: [ACCOUNT], activeChain: chains[0], availableChains: chains }
    const stored = { id: '1', kind: 'scw', values } as const
    const open = Object.assign(() => expect.fail('a window'), { origin: 'https://wallet.example' })
    const link = new Link({ popup: null, open }, config, stored)
    await link.resume(stored)
    const { inner, outer } = link.provider
    const session = await openCoinbaseSession({
      inner: inner as Eip1193Provider,
      outer: outer as Eip1193Provider,
      accounts: [ACCOUNT],
      config,
      end: async () => link.end(),
    })
    return {
      wallet,
      node,
      provider: session.provider as Eip1193Provider,
      end: async () => session.disconnect(),
    }
  },
}

/** How a library names an error: viem and wagmi by its class, the others by its code, or by the number within. */
async function nameOf(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(
    (value) => expect.fail(`answered ${String(value)}`),
    (caught) => caught,
  )
  const chain: any[] = []
  for (let one = error; one && chain.length < 9; one = one.cause ?? one.error ?? one.innerError)
    chain.push(one)
  const known = chain.find(({ name }) =>
    /(?:Rejected|Unsupported|NotFound|Unauthorized|Disconnected|NotConnected|Internal)\w*Error$/.test(name),
  )
  if (known) return known.name
  const inner = error.error?.code ?? error.info?.error?.code
  return String(error.code === 'UNKNOWN_ERROR' && inner !== undefined ? inner : error.code)
}

const balanceAt = async (bench: Bench) =>
  BigInt((await bench.node.request('eth_getBalance', [RECEIVER, 'latest'])) as string)

/** What every cell of the table does. The connection ends with the last. */
const CASES: Record<string, (library: Library, way: Way, bench: Bench) => Promise<void>> = {
  async connect(library) {
    expect(String(await library.connect()).toLowerCase()).toBe(ACCOUNT.toLowerCase())
  },
  async sign(library) {
    expect(await library.sign()).toBe(ACCOUNT)
  },
  async 'typed data'(library) {
    expect(await library.signTyped()).toBe(ACCOUNT)
  },
  async send(library, _way, bench) {
    const before = await balanceAt(bench)
    expect(await library.send()).toMatch(/^0x[0-9a-f]{64}$/)
    await expect.poll(() => balanceAt(bench)).toBe(before + 3n)
  },
  async batch(library, _way, bench) {
    const before = await balanceAt(bench)
    expect(await library.batch()).toBe('success')
    expect(await balanceAt(bench)).toBe(before + 3n)
  },
  async refuse(library, { wallet }) {
    wallet.setApprove('never')
    expect(await nameOf(library.sign())).toMatch(library.words.refused)
    expect(await nameOf(library.signTyped())).toMatch(library.words.refused)
    expect(await nameOf(library.send())).toMatch(library.words.refused)
  },
  async 'unknown method'(library) {
    expect(await nameOf(library.ask('wallet_somethingElse'))).toMatch(library.words.unknown)
  },
  async 'node down'(library, { node }) {
    expect(BigInt((await library.read()) as bigint)).toBeGreaterThan(0n)
    node.isDown = true
    expect(await nameOf(library.read())).toMatch(library.words.down)
    // What no node is needed for goes on.
    expect(await library.sign()).toBe(ACCOUNT)
    node.isDown = false
    expect(BigInt((await library.read()) as bigint)).toBeGreaterThan(0n)
  },
  async add(library) {
    await library.add(10)
  },
  async switch(library, { provider }) {
    await library.switchTo(10)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
    await library.switchTo(31337)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  },
  async 'not connected'(library, { end, provider }) {
    const told: unknown[] = []
    provider.on('disconnect', (error: { code: number }) => told.push(error.code))
    await end()
    expect(told, 'a provider tells its end (EIP-1193)').toEqual([4900])
    expect(await nameOf(library.send())).toMatch(library.words.ended)
  },
}

/** The rows of the table, in their order. */
const NAMES = ['viem 2', 'wagmi 3', 'ethers 6', 'ethers 5', 'web3.js 4']

/** The table of docs/provider.md with rows of its own for some libraries, and the rows of others as they are. */
function writeTable(text: string, libraries: string[], passed: Set<string>): string {
  const place = /(<!-- conformance -->\n)([\s\S]*?)(<!-- \/conformance -->)/
  return text.replace(place, (_, start, old: string, end) => {
    const head = ['', ...Object.keys(CASES)]
    const rows = NAMES.flatMap((library) =>
      Object.keys(WAYS).map((way) => {
        const label = `${library}, ${way}`
        const kept = old.split('\n').find((line) => line.startsWith(`| ${label} |`))
        if (!libraries.includes(library)) return kept
        const cells = Object.keys(CASES).map((name) => (passed.has(`${label} ${name}`) ? 'yes' : 'no'))
        return `| ${[label, ...cells].join(' | ')} |`
      }),
    )
    const lines = [`|${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows]
    return (
      start +
      lines
        .filter((line) => line !== undefined)
        .map((line) => `${line}\n`)
        .join('') +
      end
    )
  })
}

/** Tests every cell of the table of docs/provider.md for some libraries, and their rows of the table. */
export function testConformance(bench: Bench, libraries: Record<string, CreateLibrary>): void {
  const passed = new Set<string>()
  describe.each(Object.keys(libraries))('%s', (name) => {
    describe.each(Object.keys(WAYS))('with the provider of an account: %s (EW02)', (kind) => {
      let way: Way
      let library: Library
      beforeAll(async () => {
        // The phone runs without a page, so it is opened before.
        vi.unstubAllGlobals()
        way = await (WAYS[kind] as (of: Bench) => Promise<Way>)(bench)
        // What wagmi and Coinbase's SDK look for in a page.
        vi.stubGlobal('window', { fetch })
        library = await (libraries[name] as CreateLibrary)(way.provider, bench.node.url)
      })
      afterAll(() => {
        library?.close?.()
        way?.node.stop()
        vi.unstubAllGlobals()
        vi.restoreAllMocks()
      })
      test.each(Object.keys(CASES))('%s', async (title) => {
        way.wallet.setApprove('always')
        way.node.isDown = false
        await CASES[title]?.(library, way, bench)
        passed.add(`${name}, ${kind} ${title}`)
      })
    })
  })

  test('docs/provider.md has the rows of this suite; `PROVIDERS=write` writes them (EW02)', () => {
    const file = new URL('../../../docs/provider.md', import.meta.url)
    const text = readFileSync(file, 'utf8')
    const wanted = writeTable(text, Object.keys(libraries), passed)
    if (process.env.PROVIDERS === 'write') writeFileSync(file, wanted)
    else expect(text).toBe(wanted)
  })
}
