import { createRandom } from '../../scripts/plant-faults/random.mjs'
import { RELAY_LIMITS } from '../../src/connectors/relay/limits.js'
import type { Relay as PageRelay } from '../../src/connectors/relay/relay.js'
import type { RelaySettings } from '../../src/connectors/relay/relay-client.js'
import { createMemoryStorage } from '../../src/platform/storage.js'
import { startFaultyLine } from './faulty-line.js'
import { startRelay } from './relay.js'
import { type Phone, startPhone } from './relay-phone.js'
import { createEvmApp } from './relay-phone-evm.js'

/** What happens to the connection, and what the visitor does meanwhile. */
export type Step = 'send' | 'retry' | 'cancel' | 'down' | 'up' | 'hang' | 'stall' | 'drop' | 'flap' | 'pause'

/** A request of the page, and how it ended for the page. */
export interface Told {
  text: string
  /** `answered`, or the error's code with the code of its cause. */
  outcome: string
}

/** The result of a sequence. */
export interface Course {
  told: Told[]
  /** The texts that the wallet was asked to sign. */
  heard: string[]
}

/** Shorter limits, so that a sequence takes seconds. */
const LIMITS = {
  send: 800,
  life: 5_000,
  probe: 250,
  open: 250,
  stale: 100,
  firstRetry: 5,
  retry: 20,
  maxRetry: 200,
  maxAwaitedRetry: 60,
  steady: 500,
  pulse: 0.05,
}

const METHODS = ['personal_sign']

const BAG =
  'send send send send retry retry cancel down down up up hang hang stall stall drop flap pause pause pause'.split(
    ' ',
  ) as Step[]

/** Draws a sequence of eight to sixteen steps. */
export function drawSequence(seed: number): Step[] {
  const roll = createRandom(seed)
  return Array.from(
    { length: 8 + Math.floor(roll() * 9) },
    () => BAG[Math.floor(roll() * BAG.length)] as Step,
  )
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const nameOf = (error: { code?: unknown; cause?: { code?: unknown } }): string =>
  [error.code, error.cause?.code].filter((code) => typeof code === 'string').join(' ')

/** A page's relay client and a phone, with a relay between them. */
export interface Bench {
  run(steps: readonly Step[], seed: number): Promise<Course>
  stop(): Promise<void>
}

/**
 * Starts a {@link Bench}.
 *
 * @param openRelay the package's function, from a newly loaded module
 * @param isFaulty without faults requests have the time that pages give them, so that how fast the machine is decides nothing
 */
export async function startSequenceBench(
  openRelay: (settings: RelaySettings) => Promise<PageRelay>,
  prefix: string,
  isFaulty = true,
): Promise<Bench> {
  const relay = await startRelay()
  const line = await startFaultyLine(relay.port)
  const app = createEvmApp({ nodes: { 1: 'http://127.0.0.1:1' } })
  const phone: Phone = await startPhone({ relayUrl: relay.url, ...app, answersAtOnce: true })
  const page = await openRelay({
    prefix: `wcb-evm-${prefix}`,
    store: 'default',
    projectId: '0123456789abcdef0123456789abcdef',
    relayUrl: line.url,
    metadata: { name: 'Shop', description: 'Shop', url: 'https://shop.example', icons: [] },
    storage: createMemoryStorage(),
    limits: isFaulty ? LIMITS : { ...RELAY_LIMITS, pulse: LIMITS.pulse },
  })
  const pairing = page.pair(
    { eip155: { chains: ['eip155:1'], methods: METHODS, events: [] } },
    {
      signal: new AbortController().signal,
      since: performance.now(),
      onUri: (uri) => void phone.pair(uri),
      onOutage() {},
    },
  )
  const { topic } = await pairing
  const [account] = app.addresses
  const heard = () =>
    phone.requests.map(({ params }) => Buffer.from((params as string[])[0]?.slice(2) ?? '', 'hex').toString())

  const faults: Partial<Record<Step, (roll: () => number) => Promise<void> | void>> = {
    down: line.down,
    up: line.up,
    hang: line.hang,
    stall: line.stall,
    drop: line.drop,
    async flap() {
      for (let turn = 0; turn < 4; turn += 1) {
        line.drop()
        await wait(15)
      }
    },
    pause: (roll) => wait(roll() * 1_000).then(() => {}),
  }

  return {
    async run(steps, seed) {
      const name = String(seed)
      const roll = createRandom(~seed)
      const told: Told[] = []
      const open: Promise<unknown>[] = []
      const before = phone.requests.length
      const send = (text: string) => {
        const params = [`0x${Buffer.from(text).toString('hex')}`, account]
        const asked = page.request(topic, 'eip155:1', { method: 'personal_sign', params }).then(
          () => void told.push({ text, outcome: 'answered' }),
          (error) => void told.push({ text, outcome: nameOf(error) }),
        )
        open.push(asked)
        return asked
      }
      for (const [index, step] of steps.entries()) {
        if (step === 'send') void send(`${name}/${index}`)
        else if (step === 'retry') {
          // The visitor tries again as soon as the last request has ended.
          void open.at(-1)?.then(() => send(`${name}/${index} again`))
        } else if (step === 'cancel') page.giveUp(topic)
        else await faults[step]?.(roll)
        if (roll() < 0.5) await wait(roll() * 120)
      }
      await line.up()
      for (let seen = 0; seen < open.length; ) {
        seen = open.length
        await Promise.all(open)
      }
      await send(`${name}/last`)
      // Wait for two more of the client's heartbeats, at which it would send what it has kept.
      await wait(LIMITS.pulse * 1_000 * 2.5)
      await send(`${name}/very last`)
      return { told, heard: heard().slice(before) }
    },
    async stop() {
      await phone.stop()
      await page.end(topic)
      await line.stop()
      await relay.stop()
    },
  }
}
