import { afterEach, vi } from 'vitest'
import type { WalletClientConfig } from '../../../src/client/config.js'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { OWN_SESSION } from '../../../src/client/open-report.js'
import type { ClientEvents, WalletClient } from '../../../src/client/wallet-client.js'
import type {
  Connector,
  ConnectorSource,
  ConnectRequest,
  SessionChange,
  WalletSession,
} from '../../../src/connectors/connector.js'
import { createInjectedConnector, EVM_CONNECT } from '../../../src/connectors/evm/injected/connector.js'
import { REQUEST_CODE } from '../../../src/connectors/evm/requests.js'
import { createMemoryStorage, type StorageLike } from '../../../src/platform/storage.js'
import type { ChainId } from '../../../src/protocol/caip2.js'
import { createScriptedEvmWallet } from '../../../src/testing/evm/create-scripted-evm-wallet.js'
import type { AskNode } from '../../../src/testing/evm/node.js'
import type { ScriptedEvmWalletOptions } from '../../../src/testing/evm/options.js'
import type { ScriptedEvmWallet } from '../../../src/testing/evm/wallet.js'

// The first connect and the first such request load these. Here they are loaded first, so that only the tests' own clock decides
// the order.
await EVM_CONNECT.load()
await REQUEST_CODE.load()

// What has come once answers in microtasks, also under a stopped clock.
await OWN_SESSION.load()

/** Accounts of the standard test mnemonic, checksummed. */
export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const SIGNATURE = `0x${'ab'.repeat(65)}`
export const HASH = `0x${'1'.repeat(64)}`

/** A node that takes every transaction as {@link HASH}, and has it in a block at once. */
export const askSendingNode: AskNode = async (_, { method }) => {
  if (method === 'eth_accounts') return [ALICE]
  if (method === 'eth_sendTransaction') return HASH
  if (method === 'eth_getTransactionReceipt') return { status: '0x1', blockNumber: '0x5' }
  return null
}

/** Answers as a node with unlocked accounts, without a process. */
const askNode: AskNode = async (_url, { method }) => {
  if (method === 'eth_accounts') return [ALICE]
  if (method === 'personal_sign' || method === 'eth_signTypedData_v4') return SIGNATURE
  if (method === 'eth_getBalance') return '0xde0b6b3a7640000'
  return null
}

/** Creates an extension wallet on chains 1 and 5, with Alice's account. */
export const createWallet = (name: string, options: ScriptedEvmWalletOptions = {}): ScriptedEvmWallet =>
  createScriptedEvmWallet({
    name,
    rdns: `com.${name.toLowerCase()}`,
    rpcUrls: { 1: 'https://one.example', 5: 'https://five.example' },
    accounts: [ALICE],
    askNode,
    target: new EventTarget(),
    ...options,
  })

/** The connector that the discovery creates for an announced wallet. */
export const toConnector = (wallet: ScriptedEvmWallet): Connector =>
  createInjectedConnector({
    id: wallet.info.rdns,
    ...wallet.info,
    provider: wallet.provider,
    isInWindow: true,
  })

/** A device with wallets that come and go. A client discovers them by its source. */
export function createDevice(...wallets: (ScriptedEvmWallet | Connector)[]) {
  const clients = new Set<{ add(connector: Connector): void; remove(id: string): void }>()
  const here = new Map<string, Connector>()
  const device = {
    source: {
      start(add, remove) {
        const client = { add, remove }
        clients.add(client)
        for (const connector of here.values()) add(connector)
        return () => void clients.delete(client)
      },
    } as ConnectorSource,
    /** The number of clients that listen for wallets now. */
    get listeners() {
      return clients.size
    },
    add(wallet: ScriptedEvmWallet | Connector) {
      const connector = 'connect' in wallet && 'availability' in wallet ? wallet : toConnector(wallet)
      here.set(connector.id, connector)
      for (const { add } of clients) add(connector)
    },
    remove(id: string) {
      here.delete(id)
      for (const { remove } of clients) remove(id)
    },
  }
  for (const wallet of wallets) device.add(wallet)
  return device
}

export type Device = ReturnType<typeof createDevice>

const clients = new Set<WalletClient>()

afterEach(() => {
  for (const client of clients) {
    client.dismiss()
    client.dispose()
  }
  clients.clear()
})

/** Creates a client on a device, with a log of its events: `[event, detail, status at that time]`. */
export function createClient(device: Device, config: WalletClientConfig = {}) {
  const storage: StorageLike = config.storage ?? createMemoryStorage()
  const client = createWalletClient({ chains: 'eip155:1 eip155:5 starknet:SN_MAIN', ...config, storage }, [
    device.source,
  ])
  clients.add(client)
  const log: [event: keyof ClientEvents, detail: never, status: string][] = []
  const names = ['connecting', 'connected', 'changed', 'disconnected', 'transaction', 'error'] as const
  for (const name of names) {
    client.on(name, (detail) => void log.push([name, detail as never, client.getState().status]))
  }
  return {
    client,
    storage,
    log,
    /** The names of all events so far. */
    emitted: () => log.map(([name]) => name),
    /** The details of all events of one name. */
    details: <K extends keyof ClientEvents>(name: K) =>
      log.filter(([event]) => event === name).map(([, detail]) => detail as ClientEvents[K]),
  }
}

/** A client that is connected to the wallet One. */
export async function connectOne(options: ScriptedEvmWalletOptions = {}, config: WalletClientConfig = {}) {
  const one = createWallet('One', options)
  const device = createDevice(one)
  const setup = createClient(device, config)
  await setup.client.connect({ walletId: 'com.one' })
  return { one, device, ...setup }
}

/** A client that is connected to a page's own wallet, whose session has these members. */
export async function connectOwn(
  members: Partial<WalletSession> = {},
  overrides: Partial<Connector> = {},
  config: WalletClientConfig = {},
) {
  const own = createOwnConnector(overrides)
  const device = createDevice(own.connector)
  const setup = createClient(device, config)
  await own.connect(setup.client, members)
  return { own, device, ...setup }
}

/** A visitor who was connected to the first of these wallets on an earlier page; `open` loads the next page. */
export async function visited(...wallets: [ScriptedEvmWallet, ...(ScriptedEvmWallet | Connector)[]]) {
  const device = createDevice(...wallets)
  const { client, storage } = createClient(device)
  await client.connect({ walletId: wallets[0].info.rdns })
  client.dispose()
  const open = (config: WalletClientConfig = {}) => createClient(device, { storage, ...config })
  return { device, storage, open }
}

/** A client that is connected to a provider with these answers. */
export async function openProvider(
  answers: Record<string, () => unknown> = {},
  config: object = {},
  hasEvents = true,
) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const provider = {
    emit(event: string, payload?: unknown) {
      for (const listener of listeners.get(event) ?? []) listener(payload)
    },
    async request({ method }: { method: string }) {
      if (answers[method]) return answers[method]()
      if (/ccounts$/.test(method)) return [ALICE]
      if (method === 'eth_chainId') return '0x1'
      throw Object.assign(new Error('no such method'), { code: -32601 })
    },
    ...(hasEvents && {
      on: (event: string, listener: never) =>
        void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event: string, listener: never) => void listeners.get(event)?.delete(listener),
    }),
  }
  const own = createInjectedConnector({ id: 'x', name: 'X', icon: '', provider: provider as never })
  const all = createClient(createDevice(), { connectors: [own], ...config })
  await all.client.connect({ walletId: 'x' })
  return { provider, ...all }
}

/** Runs everything that is due, and lets this many ms of the fake clock pass. */
export const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms).then(() => {})

/** The code that a promise rejects with, or its result. */
export const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error) => {
      if (error?.name === undefined || !(error instanceof Error)) throw error
      return (error as { code?: string }).code ?? error
    },
  )

/** Whether a promise has not settled yet. */
export async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  await pass()
  return Promise.race([
    promise.then(
      () => false,
      () => false,
    ),
    pass().then(() => true),
  ])
}

/** Creates a wallet of the other namespace, as a page would write its own connector. */
export function createOwnConnector(overrides: Partial<Connector> = {}) {
  const calls: string[] = []
  const waiting: {
    resolve(session: WalletSession): void
    reject(error: unknown): void
    request: ConnectRequest
  }[] = []
  let watcher: ((change: SessionChange) => void) | null = null
  let allowed = false
  /** What the visitor approves at once. Other requests wait for `approve`. */
  let next: Partial<WalletSession> | null = null
  const createSession = (members: Partial<WalletSession> = {}): WalletSession => ({
    account: `0x${'1'.padStart(64, '0')}`,
    accounts: [`0x${'1'.padStart(64, '0')}`],
    chainId: 'starknet:SN_MAIN' as ChainId,
    provider: {},
    liveUpdates: true,
    watch(onChange) {
      watcher = onChange
      calls.push('watch')
      return () => {
        calls.push('unwatch')
        watcher = null
      }
    },
    async disconnect() {
      allowed = false
      calls.push('disconnect')
    },
    async signMessage() {
      return ['0x1', '0x2']
    },
    ...members,
  })
  const connector: Connector = {
    id: 'own',
    key: 'own',
    namespace: 'starknet',
    name: 'Own wallet',
    icon: { light: '', dark: '' },
    downloads: {},
    supportedChains: ['STARK'],
    canConnectViaQrCode: false,
    canConnectViaCustodialService: false,
    availability: 'ready',
    connect: (request) => {
      calls.push('connect')
      request.onAwaiting()
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject, request })
        if (next) approve(next)
      })
    },
    async restore() {
      calls.push('restore')
      return allowed ? createSession() : null
    },
    ...overrides,
  }
  /** The visitor approves. */
  const approve = (members?: Partial<WalletSession>) => {
    allowed = true
    waiting.shift()?.resolve(createSession(members))
  }
  return {
    connector,
    calls,
    waiting,
    createSession,
    approve,
    /** Connects a client, whose visitor approves at once. */
    async connect(client: WalletClient, members: Partial<WalletSession> = {}) {
      next = members
      const result = await client.connect({ walletId: connector.id })
      next = null
      return result
    },
    tell: (change: SessionChange) => watcher?.(change),
    allow(is = true) {
      allowed = is
    },
  }
}
