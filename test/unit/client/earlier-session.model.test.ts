import './fake-timers.js'
import '../../../src/client/follow-pages.js'
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { nextStage, SEARCH, type SearchEvent, type SearchStage } from '../../../src/client/search.js'
import { compareFlags } from '../../../src/client/session-records.js'
import type { WalletSession } from '../../../src/connectors/connector.js'
import { LEFT } from '../../../src/constants.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { ALICE, BOB, createClient, createDevice, createOwnConnector, createWallet, pass } from './fixture.js'

const page = installPageEvents()
const RECONNECT = 'wcb.1:default:reconnect'
const CODES = 'wcb.1:default:codes'
/** A long run sets more of them. */
const RUNS = Number(process.env.MODEL_RUNS ?? 150)

/**
 * A page that may be loaded again, in a browser with a wallet that comes, goes, locks itself, fails and is silent, and with a phone that
 * has been shown a code.
 */
class World {
  readonly one = createWallet('One')
  readonly two = createWallet('Two', { accounts: [BOB] })
  /** Who waits for the phone's answer. */
  readonly asked = new Set<(session: WalletSession | null) => void>()
  /** How many listen for the phone. */
  listening = 0
  readonly phone = createOwnConnector({
    id: 'phone',
    key: 'phone',
    namespace: 'eip155',
    isAwaited: () => !!this.opened.storage.getItem(CODES),
    restore: async ({ topic, signal }) => {
      if (topic) return this.session()
      return new Promise((resolve) => {
        this.asked.add(resolve)
        signal.addEventListener('abort', () => {
          if (!this.asked.delete(resolve)) return
          // A code that is given up is withdrawn; one whose page is left is not.
          if (signal.reason !== LEFT) this.opened.storage.removeItem(CODES)
          resolve(null)
        })
      })
    },
    watchUnlock: () => {
      this.listening += 1
      return () => {
        this.listening -= 1
      }
    },
  })
  readonly device = createDevice(this.two, this.phone.connector)
  opened = createClient(this.device)
  isHere = false
  /** How many visits there were in a row without the wallet. */
  missing = 0
  prompts = 0

  /** @param late the wallet comes so many ms after the load */
  async visit(late?: number) {
    const { storage } = this.opened
    this.opened.client.dispose()
    await pass(5_000)
    expect(vi.getTimerCount()).toBe(0)
    const wasNamed = storage.getItem(RECONNECT) === 'eip155=com.one'
    this.opened = createClient(this.device, { storage })
    if (late !== undefined) setTimeout(() => STEPS['the wallet comes']?.(this), late)
    void this.opened.client.restore()
    await pass(1_500)
    if (wasNamed) this.missing = this.isHere ? 0 : this.missing + 1
  }
  session = () =>
    this.phone.createSession({ account: ALICE, accounts: [ALICE], chainId: 'eip155:1', topic: 'f00' })
  /** The phone answers its code. */
  answer(session: WalletSession | null) {
    if (this.asked.size === 0) return
    this.opened.storage.removeItem(CODES)
    if (session) this.missing = 0
    for (const resolve of this.asked) resolve(session)
    this.asked.clear()
  }
  get named() {
    return this.opened.storage.getItem(RECONNECT)
  }
}

const STEPS: Record<string, (world: World) => unknown> = {
  'the wallet comes': (world) => {
    world.isHere = true
    world.device.add(world.one)
  },
  'the page is loaded without the wallet': async (world) => {
    world.isHere = false
    world.device.remove('com.one')
    await world.visit()
  },
  'the page is loaded, and the wallet comes ready after the last question of its second': async (world) => {
    world.isHere = false
    world.device.remove('com.one')
    for (const step of ['the wallet answers', 'the wallet unlocks']) await STEPS[step]?.(world)
    const { named } = world
    await world.visit(950)
    if (named !== 'eip155=com.one') return
    expect(world.opened.client.getState().connections).toMatchObject([{ walletId: 'com.one' }])
  },
  'the wallet locks': ({ one }) => one.lock(),
  'the wallet unlocks': ({ one }) => one.unlock(),
  'the wallet is silent': ({ one }) => Object.assign(one.faults, { hold: ['eth_accounts'] }),
  'the wallet fails': ({ one }) => Object.assign(one.faults, { errors: { eth_accounts: new Error('lost') } }),
  'a page has shown a code': (world) => world.opened.storage.setItem(CODES, '[]'),
  'the phone approves': (world) => world.answer(world.session()),
  'the phone refuses': (world) => world.answer(null),
  'the wallet answers': ({ one }) => {
    Object.assign(one.faults, { hold: [], errors: {} })
    one.release()
  },
  'time passes': () => pass(3_000),
  'the visitor returns': () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  'the page is loaded again': (world) => world.visit(),
  'the visitor connects the other wallet': async (world) => {
    world.prompts += 1
    await world.opened.client.connect({ walletId: 'com.two', mode: 'alwaysAsk' })
    world.missing = 0
  },
  'the visitor connects the wallet': async (world) => {
    if (!world.isHere || world.one.faults.hold?.length || world.one.faults.errors?.eth_accounts) return
    world.prompts += 1
    world.one.unlock()
    await world.opened.client.connect({ walletId: 'com.one', mode: 'alwaysAsk' }).catch(() => {})
    world.missing = 0
  },
  'the visitor disconnects': async ({ opened }) => {
    const done = opened.client.disconnect()
    await pass(1_500)
    await done
  },
}

it('PR09: whatever happens, a wallet that the records name is connected as soon as it can be, and nobody is asked without a click', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 25 }), async (steps) => {
      const world = new World()
      const { one } = world
      STEPS['the wallet comes']?.(world)
      await STEPS['the visitor connects the wallet']?.(world)
      for (const step of steps) {
        const before = world.named
        await STEPS[step]?.(world)
        await pass(50)
        const what = `${steps.join(', ')}: ${step}`
        // The record goes by the visitor, by another wallet, or after five visits without its wallet.
        if (before === 'eip155=com.one' && world.named === null)
          expect(step === 'the visitor disconnects' || world.missing >= 5, what).toBe(true)
        const { connections } = world.opened.client.getState()
        for (const { walletId } of connections) expect(world.named, what).toBe(`eip155=${walletId}`)
        expect(one.prompts.length + world.two.prompts.length, what).toBeLessThanOrEqual(world.prompts)
      }
      const { named } = world
      // The wallet comes back, and the visitor does nothing.
      for (const step of ['the wallet answers', 'the wallet unlocks', 'the wallet comes', 'time passes'])
        await STEPS[step]?.(world)
      const { connections } = world.opened.client.getState()
      expect(connections.map(({ walletId }) => `eip155=${walletId}`).join() || null, steps.join()).toBe(named)
      world.opened.client.dispose()
      await pass(5_000)
      expect([vi.getTimerCount(), one.listenerCount(), world.listening]).toEqual([0, 0, 0])
    }),
    {
      numRuns: RUNS,
      examples: [
        [['the wallet locks', 'the page is loaded again']],
        [['the page is loaded without the wallet']],
        [['the page is loaded, and the wallet comes ready after the last question of its second']],
        [['a page has shown a code', 'the page is loaded without the wallet', 'the wallet comes']],
        [['a page has shown a code', 'the page is loaded again', 'time passes', 'the phone refuses']],
      ],
    },
  )
}, 120_000)

it('a search ends only by a session, or because it is stopped', () => {
  const events: SearchEvent[] = ['session', 'late', 'stop', 'again']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (heard) => {
      let stage: SearchStage = 'seeking'
      for (const event of heard) {
        const next = nextStage(stage, event)
        if (next === 'given-up' && stage !== next) expect(event).toBe('stop')
        if (next === 'found' && stage !== next) expect(event).toBe('session')
        if (stage === 'found') expect(next).toBe('found')
        stage = next
      }
    }),
  )
  expect(Object.keys(SEARCH)).toHaveLength(4)
})

it.each([
  [null, 'eip155=a', null],
  ['eip155=a', 'eip155=b', null],
  ['eip155=a', 'starknet=x eip155=a', null],
  ['eip155=a', 'starknet=x', 'left'],
  ['eip155=a', null, 'left'],
  ['eip155=a', ' eip155=', 'ended'],
  [' eip155=', null, null],
  [null, null, null],
])('from the flag %j to %j another page has done to a namespace: %s', (before, now, change) => {
  expect(compareFlags(before, now, 'eip155')).toBe(change)
})
