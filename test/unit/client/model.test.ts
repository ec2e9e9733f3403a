import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const realImmediate = vi.hoisted(() => {
  const real = setImmediate
  vi.useFakeTimers()
  return real
})

import { isConnecting } from '../../../src/client/machine.js'
import { CATALOGUE } from '../../../src/errors/catalogue.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { ALICE, BOB, createClient, createDevice, createOwnConnector, createWallet, pass } from './fixture.js'

const page = installPageEvents()
const RECONNECT = 'wcb.1:default:reconnect'
const WALLETS = ['com.one', 'com.two', 'com.three', 'own']

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', onUnhandled))
afterAll(() => void process.off('unhandledRejection', onUnhandled))

/** Everything that waits for no time happens; cheaper than the fake clock's own way. */
const flush = () => new Promise<void>((resolve) => realImmediate(resolve))

/** One page with three injected wallets and one of its own making, and all that was asked of the client. */
function createWorld() {
  const evm = ['One', 'Two', 'Three'].map((name, n) =>
    createWallet(name, { approve: 'manual', accounts: n === 1 ? [BOB] : [ALICE] }),
  )
  const own = createOwnConnector()
  const device = createDevice()
  const storage = createMemoryStorage()
  const setup = createClient(device, { storage })
  const calls = new Map<Promise<unknown>, { kind: 'connect' | 'request'; open: boolean }>()
  return {
    ...setup,
    evm,
    own,
    device,
    calls,
    /** Prompts that the visitor's or the page's own doing may account for so far. */
    allowed: 0,
    /** When the client was last asked for something that may begin a silent reconnect. */
    asked: -Infinity,
    /** How much of the log was looked at, and who is connected by it. */
    heard: 0,
    standing: new Map<string, string>(),
    prompts: () =>
      evm.reduce((sum, { prompts }) => sum + prompts.length, 0) +
      own.calls.filter((call) => call === 'connect').length,
    track(kind: 'connect' | 'request', promise: Promise<unknown>) {
      // Calls that come while one is open share its promise
      if (calls.has(promise)) return
      const call = { kind, open: true }
      calls.set(promise, call)
      const done = (error?: unknown) => {
        call.open = false
        if (error !== undefined && !(error instanceof WalletError)) throw error
      }
      promise.then(() => done(), done)
    },
    open: (kind: 'connect' | 'request') =>
      [...calls.values()].filter((call) => call.kind === kind && call.open).length,
  }
}

type World = ReturnType<typeof createWorld>

/** The invariants of faults.md that can be seen from outside. */
function check(world: World) {
  const { client, evm, log, storage } = world
  const state = client.getState()
  const { phase, connections, attempt, error, open, status, active } = state

  // SO1
  expect(unhandled).toEqual([])
  // I1: connected only with what the wallet says now
  for (const { walletId, account, chainId, wallet, connector } of connections) {
    expect(wallet.provider).toBeTruthy()
    expect([wallet.account, wallet.chainId, connector.activeAccount]).toEqual([account, chainId, account])
    const scripted = evm.find(({ info }) => info.rdns === walletId)
    if (!scripted) continue
    expect([account, chainId]).toEqual([scripted.granted[0], `eip155:${Number(scripted.chainId)}`])
  }
  expect(new Set(connections.map(({ namespace }) => namespace)).size).toBe(connections.length)
  const shown = connections.find(({ namespace }) => namespace === active)
  expect([state.account, state.chainId, state.wallet]).toEqual([
    shown?.account ?? null,
    shown?.chainId ?? null,
    shown?.wallet ?? null,
  ])
  expect(active === null).toBe(connections.length === 0)
  // one attempt, and what is on screen belongs to the phase
  expect(attempt !== null).toBe(isConnecting(phase) || phase === 'failed')
  expect(error !== null).toBe(phase === 'failed')
  if (error) expect(Object.keys(CATALOGUE)).toContain(error.code) // I16
  if (open) expect(['choosing', 'failed', 'opening', 'pairing', 'awaiting', 'verifying']).toContain(phase)
  if (phase === 'choosing') expect(open).toBe(true)
  expect(status).toBe(isConnecting(phase) ? 'connecting' : connections.length ? 'connected' : 'idle')
  // I4
  expect(world.open('connect')).toBeLessThanOrEqual(1)
  if (connections.length === 0) expect(world.open('request')).toBe(0)
  // I7
  for (const { info, listenerCount } of evm) {
    const inUse =
      connections.some(({ walletId }) => walletId === info.rdns) || attempt?.walletId === info.rdns
    // A silent reconnect may go on for its second behind whatever the visitor does meanwhile
    if (!inUse && Date.now() > world.asked + 1_000)
      expect([info.rdns, listenerCount()]).toEqual([info.rdns, 0])
    expect(listenerCount('accountsChanged')).toBeLessThanOrEqual(2)
  }
  // I8, I13
  expect(world.prompts()).toBeLessThanOrEqual(world.allowed)
  // I10, SO10: connected and disconnected take turns, and agree with the state
  for (const [name, detail] of log.slice(world.heard) as unknown as [string, Record<string, unknown>][]) {
    const namespace = detail.namespace as string
    const { standing } = world
    if (name === 'connected') {
      expect(standing.has(namespace)).toBe(false)
      standing.set(namespace, detail.walletId as string)
    } else if (name === 'disconnected') {
      expect(standing.get(namespace)).toBe(detail.walletId)
      standing.delete(namespace)
    } else if (name === 'changed') {
      const { account, chainId, previous } = detail
      expect([standing.has(namespace), previous]).not.toEqual([true, { account, chainId }])
    }
  }
  world.heard = log.length
  expect([...world.standing.values()].sort()).toEqual(connections.map(({ walletId }) => walletId).sort())
  // I15, SO6
  for (const key of storage.keys?.() ?? [])
    expect(key).toMatch(/^(?:wcb\.1:default:|starknetLast|gsw-last-|foreign)/)
}

interface Command extends fc.AsyncCommand<object, World> {}

const command = (name: string, act: (world: World) => unknown): Command => ({
  check: () => true,
  toString: () => name,
  async run(_, world) {
    const before = world.prompts()
    if (/^(?:connect|restore)/.test(name)) world.asked = Date.now()
    await act(world)
    await flush()
    // I8: nobody is asked by a silent reconnect
    if (name === 'restore') expect(world.prompts()).toBe(before)
    check(world)
  },
})

const wallet = fc.nat({ max: 2 })
const anyWallet = fc.constantFrom(...WALLETS)

/** Takes the prompts that a pick, a call or a retry may lead to into account: the accounts, and a switch. */
const allow = (world: World, prompts: number) => {
  world.allowed += prompts
}

const commands = [
  wallet.map((n) => command(`announce ${n}`, ({ device, evm }) => evm[n] && device.add(evm[n]))),
  fc.constant(command('announce own', ({ device, own }) => device.add(own.connector))),
  anyWallet.map((id) => command(`vanish ${id}`, ({ device }) => device.remove(id))),
  fc
    .record({ mode: fc.constantFrom('neverAsk', 'canAsk', 'alwaysAsk'), chain: fc.boolean() })
    .map(({ mode, chain }) =>
      command(`connect ${mode}${chain ? ' on 5' : ''}`, (world) => {
        allow(world, 2)
        world.track('connect', world.client.connect({ mode: mode as 'canAsk', ...(chain && { chainId: 5 }) }))
      }),
    ),
  anyWallet.map((walletId) =>
    command(`connect ${walletId}`, (world) => {
      allow(world, 1)
      world.track('connect', world.client.connect({ walletId }))
    }),
  ),
  fc.constant(
    command('connect for a connector', (world) =>
      world.track('connect', world.client.connect({ resultType: 'connector' })),
    ),
  ),
  anyWallet.map((id) =>
    command(`pick ${id}`, (world) => {
      allow(world, 2)
      world.client.pick(id)
    }),
  ),
  wallet.map((n) => command(`approve ${n}`, ({ evm }) => evm[n]?.openPrompts[0]?.approve())),
  wallet.map((n) => command(`approve the last of ${n}`, ({ evm }) => evm[n]?.openPrompts.at(-1)?.approve())),
  wallet.map((n) => command(`reject ${n}`, ({ evm }) => evm[n]?.openPrompts[0]?.reject())),
  fc.constant(command('approve own', ({ own }) => own.approve())),
  fc.constant(command('half a session from own', ({ own }) => own.approve({ account: '' }))),
  fc.constant(command('reject own', ({ own }) => own.waiting.shift()?.reject({ code: 113 }))),
  fc.constant(command('own ends', ({ own }) => own.tell({ type: 'disconnect' }))),
  fc.constant(
    command('own moves', ({ own }) => own.tell({ type: 'change', chainId: 'starknet:SN_SEPOLIA' })),
  ),
  fc
    .tuple(wallet, fc.constantFrom([ALICE], [BOB], [BOB, ALICE]))
    .map(([n, accounts]) =>
      command(`accounts of ${n}: ${accounts.length}`, ({ evm }) => evm[n]?.setAccounts(accounts)),
    ),
  wallet.map((n) => command(`${n} takes its permission back`, ({ evm }) => evm[n]?.disconnect())),
  fc
    .tuple(wallet, fc.constantFrom(1, 5))
    .map(([n, chain]) => command(`${n} on chain ${chain}`, ({ evm }) => evm[n]?.setChain(chain))),
  fc
    .tuple(
      wallet,
      fc.constantFrom('accountsChanged', 'chainChanged'),
      fc.constantFrom(null, {}, ['bad'], 'zz', undefined, '0x'),
    )
    .map(([n, event, payload]) =>
      command(`${event} ${JSON.stringify(payload)} from ${n}`, ({ evm }) => evm[n]?.emit(event, payload)),
    ),
  wallet.map((n) => command(`${n} offline`, ({ evm }) => evm[n]?.goOffline())),
  wallet.map((n) => command(`${n} blinks`, ({ evm }) => evm[n]?.goOffline(1013))),
  wallet.map((n) => command(`${n} online`, ({ evm }) => evm[n]?.goOnline())),
  fc
    .tuple(wallet, fc.constantFrom('eth_chainId', 'eth_accounts', 'eth_requestAccounts'))
    .map(([n, method]) =>
      command(`${n} holds ${method}`, ({ evm }) => Object.assign(evm[n]?.faults ?? {}, { hold: [method] })),
    ),
  wallet.map((n) =>
    command(`${n} lets go`, ({ evm }) => {
      Object.assign(evm[n]?.faults ?? {}, { hold: [] })
      evm[n]?.release()
    }),
  ),
  fc.constantFrom(null, 'eip155=com.two', 'eip155=%', 'starknet=own eip155=com.one').map((value) =>
    command(`another tab stores ${value}`, ({ storage }) => {
      if (value === null) storage.removeItem(RECONNECT)
      else storage.setItem(RECONNECT, value)
      page.dispatchEvent(Object.assign(new Event('storage'), { key: RECONNECT }))
    }),
  ),
  fc.constant(
    command('the page clears its storage', ({ storage }) => {
      for (const key of storage.keys?.() ?? []) storage.removeItem(key)
      storage.setItem('foreign', '1')
    }),
  ),
  fc.constantFrom(undefined, 'eip155', 'starknet').map((namespace) =>
    command(`disconnect ${namespace ?? ''}`, (world) => {
      void world.client.disconnect(namespace ? { namespace: namespace as 'eip155' } : {})
    }),
  ),
  ...(['dismiss', 'back', 'open'] as const).map((name) =>
    fc.constant(command(name, ({ client }) => client[name]())),
  ),
  fc.constant(
    command('retry', (world) => {
      allow(world, 2)
      world.client.retry()
    }),
  ),
  fc.constant(command('abort', ({ client }) => client.abort(new WalletError('disposed')))),
  fc.constant(command('restore', ({ client }) => void client.restore())),
  fc.constant(
    command('sign', (world) => {
      allow(world, 1)
      world.track('request', world.client.signMessage('hello'))
    }),
  ),
  fc.constant(
    command('switch', (world) => {
      allow(world, 1)
      world.track('request', world.client.switchChain({ chainId: 5 }))
    }),
  ),
  fc
    .constantFrom('eip155', 'starknet')
    .map((namespace) =>
      command(`activate ${namespace}`, ({ client }) => client.activate(namespace as 'eip155')),
    ),
  fc.constant(
    command('configure', ({ client }) =>
      client.configure({ wallets: 'com.two injected own', appName: 'New' }),
    ),
  ),
  fc.constant(
    command('seen again', () =>
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    ),
  ),
  fc.constantFrom(20, 100, 300, 1_000, 15_000).map((ms) => command(`${ms} ms`, () => pass(ms))),
]

/** What every run ends with: there is always a way out, and it leaves nothing behind. */
async function leave(world: World) {
  const { client, evm, own } = world
  client.dismiss()
  await flush()
  check(world)
  expect([client.getState().open, world.open('connect')]).toEqual([false, 0])
  for (const { faults, goOnline, release } of evm) {
    Object.assign(faults, { hold: [] })
    goOnline()
    release()
  }
  const done = client.disconnect()
  await pass(2_500)
  await done
  check(world)
  expect([client.getState().phase, client.getState().status, world.open('request')]).toEqual([
    'ready',
    'idle',
    0,
  ])
  for (const { listenerCount } of evm) expect(listenerCount()).toBe(0)
  client.dispose()
  for (const wallet of evm) wallet.dispose()
  await flush()
  expect([vi.getTimerCount(), world.device.listeners]).toEqual([0, 0])
  const watched = own.calls.filter((call) => call === 'watch').length
  expect(own.calls.filter((call) => call === 'unwatch')).toHaveLength(watched)
}

test(`any of ${commands.length} kinds of things may happen in any order (P1)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (list) => {
      unhandled.length = 0
      const world = createWorld()
      for (const wallet of world.evm) world.device.add(wallet)
      world.device.add(world.own.connector)
      await fc.asyncModelRun(() => ({ model: {}, real: world }), list)
      await leave(world)
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 150) },
  )
}, 600_000)
