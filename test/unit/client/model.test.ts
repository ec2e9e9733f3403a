import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'

const { realImmediate, realNow } = vi.hoisted(() => {
  const real = { realImmediate: setImmediate, realNow: performance.now.bind(performance) }
  vi.useFakeTimers()
  return real
})

import { WalletError } from '../../../src/errors/wallet-error.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { ALICE, BOB, pass } from './fixture.js'
import { check, createWorld, leave, type World } from './world.js'

const page = installPageEvents()
const RECONNECT = 'wcb.1:default:reconnect'
const WALLETS = ['com.one', 'com.two', 'com.three', 'own']

/**
 * Parts that are being imported. A test run imports through another thread, which takes real time on a busy machine.
 */
const { importing } = vi.hoisted(() => ({ importing: new Set<Promise<unknown>>() }))
vi.mock('../../../src/platform/chunks.js', async (load) => {
  const chunks = await load<typeof import('../../../src/platform/chunks.js')>()
  return {
    ...chunks,
    createPart<T>(run: () => Promise<T>) {
      const part = chunks.createPart(run)
      const loadPart = part.load
      part.load = () => {
        const loading = loadPart()
        importing.add(loading)
        const end = () => importing.delete(loading)
        loading.then(end, end)
        return loading
      }
      return part
    },
  }
})

/** Runs everything that is due; faster than the fake clock's own way. */
const flush = async (): Promise<void> => {
  do {
    await Promise.allSettled(importing)
    await new Promise<void>((resolve) => realImmediate(resolve))
  } while (importing.size)
}

interface Command extends fc.AsyncCommand<object, World> {}

const command = (name: string, act: (world: World) => unknown): Command => ({
  check: () => true,
  toString: () => name,
  async run(_, world) {
    const before = world.prompts()
    const isAwaited = world.open('connect') + world.open('own') > 0
    if (/^(?:connect|restore)/.test(name)) world.asked = Date.now()
    await act(world)
    await flush()
    // M8: a silent reconnect shows no prompt. A waiting call may ask for its chain once a wallet is there.
    if (name === 'restore' && !isAwaited) expect(world.prompts()).toBe(before)
    check(world)
  },
})

const always = (name: string, act: (world: World) => unknown) => fc.constant(command(name, act))
const wallet = fc.nat({ max: 2 })
const anyWallet = fc.constantFrom(...WALLETS)

/** Allows the prompts that a choice, a call or a retry may lead to: the accounts, and a switch. */
const allow = (world: World, prompts: number) => {
  world.allowed += prompts
}

const commands = [
  wallet.map((n) => command(`announce ${n}`, ({ device, evm }) => evm[n] && device.add(evm[n]))),
  always('announce own', ({ device, own }) => device.add(own.connector)),
  anyWallet.map((id) => command(`vanish ${id}`, ({ device }) => device.remove(id))),
  fc
    .record({ mode: fc.constantFrom('neverAsk', 'canAsk', 'alwaysAsk'), chain: fc.boolean() })
    .map(({ mode, chain }) =>
      command(`connect ${mode}${chain ? ' on 5' : ''}`, (world) => {
        allow(world, 2)
        const kind = mode === 'neverAsk' ? 'silent' : chain ? 'own' : 'connect'
        world.track(kind, world.client.connect({ mode: mode as 'canAsk', ...(chain && { chainId: 5 }) }))
      }),
    ),
  anyWallet.map((walletId) =>
    command(`connect ${walletId}`, (world) => {
      allow(world, 1)
      world.track('connect', world.client.connect({ walletId }))
    }),
  ),
  always('connect for a connector', (world) =>
    world.track('own', world.client.connect({ resultType: 'connector' })),
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
  always('approve own', ({ own }) => own.approve()),
  always('half a session from own', ({ own }) => own.approve({ account: '' })),
  always('reject own', ({ own }) => own.waiting.shift()?.reject({ code: 113 })),
  always('own ends', ({ own }) => own.tell({ type: 'disconnect' })),
  always('own moves', ({ own }) => own.tell({ type: 'change', chainId: 'starknet:SN_SEPOLIA' })),
  fc
    .tuple(wallet, fc.constantFrom([ALICE], [BOB], [BOB, ALICE]))
    .map(([n, accounts]) =>
      command(`accounts of ${n}: ${accounts.length}`, ({ evm }) => evm[n]?.setAccounts(accounts)),
    ),
  wallet.map((n) => command(`${n} takes its permission back`, ({ evm }) => evm[n]?.disconnect())),
  wallet.map((n) => command(`${n} allows the page by itself`, ({ evm }) => evm[n]?.connect())),
  fc
    .constantFrom('locked', 'lost', 'wallet')
    .map((reason) =>
      command(`own ends: ${reason}`, ({ own }) => own.tell({ type: 'disconnect', reason: reason as 'lost' })),
    ),
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
  always('the page clears its storage', ({ storage }) => {
    for (const key of storage.keys?.() ?? []) storage.removeItem(key)
    storage.setItem('foreign', '1')
  }),
  fc.constantFrom(undefined, 'eip155', 'starknet').map((namespace) =>
    command(`disconnect ${namespace ?? ''}`, (world) => {
      void world.client.disconnect(namespace ? { namespace: namespace as 'eip155' } : {})
    }),
  ),
  ...(['dismiss', 'back', 'open'] as const).map((name) => always(name, ({ client }) => client[name]())),
  always('retry', (world) => {
    allow(world, 2)
    world.client.retry()
  }),
  always('abort', ({ client }) => client.abort(new WalletError('disposed'))),
  always('restore', ({ client }) => void client.restore()),
  always('sign', (world) => {
    allow(world, 1)
    world.track('request', world.client.signMessage('hello'))
  }),
  always('switch', (world) => {
    allow(world, 1)
    world.track('request', world.client.switchChain({ chainId: 5 }))
  }),
  fc
    .constantFrom('eip155', 'starknet')
    .map((namespace) =>
      command(`activate ${namespace}`, ({ client }) => client.activate(namespace as 'eip155')),
    ),
  always('configure', ({ client }) => client.configure({ wallets: 'com.two injected own', appName: 'New' })),
  always('seen again', () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))),
  fc.constantFrom(20, 100, 300, 1_000, 15_000).map((ms) => command(`${ms} ms`, () => pass(ms))),
]

/** How many minutes to go on, each round with another seed; one round by default. */
const SOAK = Number(process.env.SOAK_MINUTES ?? 0) * 60_000

test(
  `any of ${commands.length} kinds of things may happen in any order (P1, K10)`,
  async () => {
    const start = realNow()
    do {
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (list) => {
          const world = createWorld()
          try {
            await fc.asyncModelRun(() => ({ model: {}, real: world }), list)
            await leave(world)
          } catch (error) {
            // What a failed run leaves behind would fail the next one, with which the failure is made shorter.
            world.client.dispose()
            for (const one of world.evm) one.dispose()
            vi.clearAllTimers()
            throw error
          }
        }),
        { numRuns: 150 },
      )
    } while (realNow() - start < SOAK)
  },
  SOAK + 600_000,
)
