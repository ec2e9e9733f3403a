import '../../client/fake-timers.js'
import { getEventListeners } from 'node:events'
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { ConnectorConfig } from '../../../../src/connectors/config.js'
import type { WalletSession } from '../../../../src/connectors/connector.js'
import { UNWATCHED } from '../../../../src/connectors/progress.js'
import type * as connect from '../../../../src/connectors/relay/connect.js'
import type { RelayFamily, RelayLink } from '../../../../src/connectors/relay/family.js'
import { SESSION } from '../../../../src/connectors/relay/live-sessions.js'
import type * as load from '../../../../src/connectors/relay/load-relay.js'
import { REQUEST } from '../../../../src/connectors/relay/request-stage.js'
import { createMemoryStorage } from '../../../../src/platform/storage.js'
import { createSignClient, Network } from '../../../counterparts/sign-client.js'

const net = vi.hoisted(() => ({ now: undefined as never as Network }))
/** The clients of the page, the newest first. */
const clients: InstanceType<ReturnType<typeof createSignClient>>[] = []
vi.mock('@walletconnect/sign-client', () => ({
  SignClient: function SignClient(given: never) {
    clients.unshift(new (createSignClient(net.now))(given))
    return clients[0]
  },
}))

/** A long run sets more of them. */
const RUNS = Number(process.env.MODEL_RUNS ?? 100)
const TOPIC = 'ab'.repeat(32)
const OWN = 'cd'.repeat(32)
const CHAIN = 'eip155:1'
const LIFE = 604_800
const MINUTE = 60_000
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** A page keeps its modules until it is loaded again; each page of a sequence has others. */
const PAGES: (typeof connect & typeof load)[] = []
for (let page = 0; page < 3; page += 1) {
  vi.resetModules()
  PAGES.push({
    ...(await import('../../../../src/connectors/relay/connect.js')),
    ...(await import('../../../../src/connectors/relay/load-relay.js')),
  })
  const { loadRelayClient } = await import('../../../../src/connectors/relay/warm.js')
  await loadRelayClient()
}

type Outcome = 'answered' | 'never sent' | 'perhaps sent' | 'expired'

interface Asked {
  readonly text: string
  readonly page: number
  readonly giveUp: AbortController
  outcome?: Outcome
  /** Its code, when it has failed. */
  code?: unknown
  /** Whether the page knew that the relay has it when its caller got the outcome. */
  wasAccepted?: boolean
  /** How often messages had been sent when its caller got the outcome. */
  triesBefore?: number
}

/** What a rejection says of the request’s way. */
function toOutcome({ code, cause }: { code?: unknown; cause?: { code?: unknown } }): Outcome {
  if (code === 'request_unconfirmed' || cause?.code === 'request_unconfirmed') return 'perhaps sent'
  if (code === 'request_expired') return 'expired'
  expect(['user_rejected', 'relay_unreachable', 'session_ended', 'no_session', 'no_session_found']).toContain(
    code,
  )
  return 'never sent'
}

const isSessionEnd = (message: string) => message.includes('wc_sessionDelete')
let runs = 0

/** A browser with a page that has a stored session, the relay, and the session’s wallet. */
class World {
  readonly network = new Network()
  readonly storage = createMemoryStorage()
  readonly store = `s${++runs}`
  readonly config = {
    store: this.store,
    storage: this.storage,
    projectId: 'p',
    chains: [CHAIN],
  } as never as ConnectorConfig
  readonly names = ['client:0.3:_//session', 'core:0.3:_//keychain'].map(
    (name) => `wc@2:${name.replace('_', `wcb-evm-${this.store}`)}`,
  ) as [string, string]
  readonly asked: Asked[] = []
  /** The ends of the session that this page was informed of, and those that it had to be. */
  ends: string[] = []
  due: string[] = []
  /** Why the session is over, also that a cleared storage has lost it; undefined while it is not. */
  over: 'page' | 'wallet' | 'expired' | 'lost' | undefined
  /** Another tab has cleared the storage, which the page survives. */
  isCleared = false
  page = -1
  /** Which account is in use; stored with the session; `focus` stores it. */
  account = 0
  /** The page on which it has ended. */
  overOn: number | undefined
  events = new EventTarget()
  session: WalletSession | null = null

  constructor() {
    net.now = this.network
    this.write()
  }
  /** Writes the session’s records, as a tab does that has it. */
  write() {
    const expiry = Math.floor(Date.now() / 1_000) + LIFE
    const peer = { publicKey: 'ef'.repeat(32), metadata: { name: 'Wallet' } }
    const one = {
      topic: TOPIC,
      expiry,
      relay: { protocol: 'irn' },
      self: { publicKey: OWN },
      peer,
      namespaces: {},
    }
    this.storage.setItem(this.names[0], JSON.stringify([one]))
    this.storage.setItem(
      this.names[1],
      JSON.stringify({ [TOPIC]: TOPIC, [OWN]: OWN, client_ed25519_seed: OWN }),
    )
  }

  readonly family = {
    name: 'wcb-evm',
    chains: () => [CHAIN],
    readGrant: () => ({ chains: [CHAIN], accountsOf: () => ['0x1'] }),
    createSession: (link: RelayLink<never>) => ({
      record: () => ({ wcbAccount: `account ${this.account}` }),
      onEnd() {},
      session: {
        watch: () => () => {},
        refresh: async () => ({ account: '0x1' }),
        disconnect: link.disconnect,
        focus: link.save,
        signMessage: (text: string, progress: never) =>
          link.send(() => CHAIN, 'personal_sign', [text], progress),
      },
    }),
  } as never as RelayFamily<never>

  /** Loads the page, again or for the first time. @param early what happens before the relay’s client has come */
  async load(early = async () => {}) {
    const date = Date.now()
    // It also sets the clock back.
    vi.clearAllTimers()
    vi.setSystemTime(date)
    this.network.leave()
    this.page += 1
    this.ends = []
    this.due = []
    if (this.isCleared) this.over ??= 'lost'
    this.events = new EventTarget()
    vi.stubGlobal('addEventListener', this.events.addEventListener.bind(this.events))
    const { restoreByRelay, loadRelay } = PAGES[this.page] as (typeof PAGES)[0]
    this.session = await restoreByRelay(this.family, { config: this.config, topic: TOPIC } as never)
    this.session?.watch(
      (change) => void (change.type === 'disconnect' && this.ends.push(String(change.reason))),
    )
    await early()
    // A message that wallets must still get is a reason to load the relay's client, too.
    if (!this.session) await loadRelay('wcb-evm', this.config)
    await pass(1_000)
  }

  get client() {
    return clients[0] as (typeof clients)[0]
  }
  records() {
    return this.names.map((name) => this.storage.getItem(name))
  }
  fire(key: string | null) {
    this.events.dispatchEvent(Object.assign(new Event('storage'), { key }))
  }
  send() {
    const one: Asked = { text: `t${this.asked.length}.`, page: this.page, giveUp: new AbortController() }
    const report = (outcome: Outcome, code?: unknown) => {
      const wasAccepted = this.network.acknowledged.some((message) => message.includes(`"${one.text}"`))
      expect(one.outcome).toBeUndefined()
      Object.assign(one, { outcome, code, wasAccepted, triesBefore: this.network.tries.length })
    }
    this.asked.push(one)
    const progress = { ...UNWATCHED, signal: one.giveUp.signal, withdraw() {} }
    this.session?.signMessage?.(one.text, progress).then(
      (answer) => {
        expect(answer).toBe(`${one.text} signed`)
        report('answered')
      },
      (error) => report(toOutcome(error), error.code),
    )
  }
  /** The wallet answers one of the messages that it has. */
  answer(at: number) {
    const message = this.network.taken.filter((one) => !isSessionEnd(one)).at(at)
    const { id, request } = JSON.parse(message ?? '{"request":{"params":[""]}}')
    this.client.engine.events.emit(`session_request:${id}`, { result: `${request.params[0]} signed` })
  }
  isOpen = (one: Asked) => one.page === this.page && !one.outcome

  /** Where all is well, a request is answered, and the socket stays. One that is lost with its socket goes over the next socket. */
  async answerAtOnce(next?: 'lose') {
    this.network.turn('up')
    this.network.next = undefined
    await pass(MINUTE)
    const { opened } = this.network
    await pass(MINUTE)
    this.network.next = next
    this.send()
    // Its first number may be one that another request has.
    await pass(next ? 1_000 : 10)
    this.answer(-1)
    await pass()
    expect([this.asked.at(-1)?.outcome, this.network.opened]).toEqual(['answered', opened + (next ? 1 : 0)])
  }

  /** What has to hold at any time. */
  check() {
    const { network, over, ends, due, session } = this
    for (const one of this.asked) {
      const ways = (all: string[]) => all.filter((message) => message.includes(`"${one.text}"`)).length
      const { outcome, triesBefore } = one
      if (outcome === 'never sent') expect(ways(network.left)).toBe(0)
      if (outcome === 'perhaps sent') expect(ways(network.left)).toBeGreaterThan(0)
      if (outcome === 'answered' || outcome === 'expired') expect(ways(network.taken)).toBeGreaterThan(0)
      if (!outcome) continue
      // A request that the relay has waits for its wallet.
      expect(one.code === 'request_unconfirmed' && one.wasAccepted).toBe(false)
      // What has ended for its caller never leaves a page any more, and leaves nothing behind.
      expect(ways(network.tries.slice(triesBefore))).toBe(0)
      expect(getEventListeners(one.giveUp.signal, 'abort')).toEqual([])
    }
    expect(ends).toEqual(due)
    if (over) {
      expect(this.asked.filter(this.isOpen)).toEqual([])
      expect(this.records()).toEqual([null, null])
    } else {
      expect(session).not.toBeNull()
      expect(this.records().map((record) => record === null)).toEqual([this.isCleared, this.isCleared])
      if (!this.isCleared) expect(this.records()[0]).toContain(`account ${this.account}"`)
    }
  }

  /** Everything works again: all that waits comes to its end. */
  async leave() {
    this.network.turn('up')
    this.network.next = undefined
    for (const one of this.asked) if (this.isOpen(one)) one.giveUp.abort()
    await pass(5 * MINUTE)
    this.check()
    expect(this.asked.filter(this.isOpen)).toEqual([])
    if (!this.over) {
      await this.answerAtOnce()
      await endHere(this)
      await pass(2_000)
    } else await pass(MINUTE)
    this.check()
    // The wallet hears of an end if, and only if, the page has ended the session. Then nothing is left to do.
    expect(this.network.taken.some(isSessionEnd)).toBe(this.over === 'page')
    expect(this.storage.keys?.()).toEqual([])
    const { engine, core } = this.client
    expect([engine.events.eventNames(), core.relayer.subscriber.hasAnyTopics]).toEqual([[], false])
    expect([this.network.sockets.size, vi.getTimerCount()]).toEqual([0, 0])
  }
}

type Command = fc.AsyncCommand<World, World>

const command = (name: string, run: (world: World) => unknown, check = (_: World) => true): Command => ({
  check: (world) => check(world),
  toString: () => name,
  async run(_, world) {
    await run(world)
    await pass()
    world.check()
  },
})

const lives = ({ over }: World) => !over
const end = (over: 'page' | 'wallet' | 'expired', run: (world: World) => unknown) => async (world: World) => {
  world.over = over
  world.overOn = world.page
  if (over !== 'page') world.due.push(over)
  await run(world)
  await pass()
}

const endHere = end('page', (world) => {
  void world.session?.disconnect()
  // The page may be gone at once.
  expect(world.records()).toEqual([null, null])
})

/** What leaves the session alive: it comes oftener than its end. */
const HAPPENS = [
  command(
    'send',
    (world) => world.send(),
    ({ session }) => !!session,
  ),
  command('give up', async (world) => {
    const one = world.asked.findLast(world.isOpen)
    one?.giveUp.abort()
    await pass()
    // What no socket has keeps nobody waiting.
    const hasLeft = world.network.left.some((message) => message.includes(`"${one?.text}"`))
    if (one && !hasLeft) expect(one.outcome).toBe('never sent')
  }),
  command('send and answer, while all is well', (world) => world.answerAtOnce(), lives),
  command('send, lose and answer, while all is well', (world) => world.answerAtOnce('lose'), lives),
  command('answer the newest', (world) => world.answer(-1)),
  command('answer an older one, perhaps again', (world) => world.answer(-2)),
  ...(['refuse', 'lose the answer', 'lose'] as const).map((next) =>
    command(`${next} the next`, ({ network }) => Object.assign(network, { next })),
  ),
  ...(['up', 'down', 'hanging'] as const).map((mode) => command(mode, ({ network }) => network.turn(mode))),
  command('cut', ({ network }) => network.cut()),
  ...[10, 5_000, 16_000, 5 * MINUTE].map((ms) => command(`${ms} ms`, () => pass(ms))),
  command('sleep', () => vi.setSystemTime(Date.now() + 10 * MINUTE)),
  command('look again', ({ session }) => session?.refresh?.()),
  command(
    'another account',
    (world) => {
      world.account += 1
      world.session?.focus?.()
    },
    lives,
  ),
  command('another tab writes the records', (world) => world.fire(world.names[0])),
]

const ENDS = [
  command('the page ends it', endHere, lives),
  command(
    'the wallet ends it',
    end('wallet', ({ client }) => client.end(TOPIC)),
    lives,
  ),
  command(
    'another tab ends it',
    end('wallet', (world) => {
      for (const name of world.names) world.storage.removeItem(name)
      world.fire(world.names[0])
    }),
    (world) => lives(world) && !world.isCleared,
  ),
  command(
    'load again, and another tab ends it before the relay’s client has come',
    (world) =>
      world.load(() =>
        end('wallet', async ({ names, storage, session }) => {
          for (const name of names) storage.removeItem(name)
          await session?.refresh?.()
          expect(world.ends).toEqual(['wallet'])
          // The client has not seen this end, so a record that is written again is a session for it.
          world.overOn = undefined
        })(world),
      ),
    (world) => lives(world) && !world.isCleared && world.page + 1 < PAGES.length,
  ),
  command(
    'another tab, which was loading, writes it again',
    (world) => {
      world.write()
      world.fire(world.names[0])
    },
    (world) => world.overOn === world.page,
  ),
  command(
    'another tab clears the storage',
    (world) => {
      world.isCleared = true
      for (const key of world.storage.keys?.() ?? []) world.storage.removeItem(key)
      world.fire(null)
    },
    lives,
  ),
  command(
    'its time is over',
    end('expired', async ({ network }) => {
      network.turn('up')
      vi.setSystemTime(Date.now() + LIFE * 1_000)
      await pass(MINUTE)
    }),
    lives,
  ),
  command(
    'its time is over, and the relay is away',
    end('expired', async ({ network, session }) => {
      network.turn('down')
      vi.setSystemTime(Date.now() + LIFE * 1_000)
      await session?.refresh?.()
    }),
    lives,
  ),
  command(
    'load again',
    (world) => world.load(),
    ({ page }) => page + 1 < PAGES.length,
  ),
]

it('what is over stays over', () => expect([REQUEST.over, SESSION.over]).toEqual([{}, {}]))

it('in any order of events a page knows which requests a wallet may have, and a session ends once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([...HAPPENS, ...HAPPENS, ...HAPPENS, ...ENDS].map(fc.constant), {
        maxCommands: 40,
        size: 'max',
      }),
      async (list) => {
        const world = new World()
        await world.load()
        await fc.asyncModelRun(() => ({ model: world, real: world }), list)
        await world.leave()
      },
    ),
    { numRuns: RUNS },
  )
}, 3_600_000)
