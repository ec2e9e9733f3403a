// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"device":{"prefersReducedMotion":"reduce"}}}
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { observed, pass, World } from './list-world.js'

/** A long run sets more of them. */
const RUNS = Number(process.env.MODEL_RUNS ?? 12)
const SEED = process.env.MODEL_SEED

type Store = World['one']

/** What happens to a store. */
const OF_STORES: [name: string, run: (store: Store, world: World) => unknown][] = [
  ['is opened', (store) => store.open()],
  ['is closed', (store) => store.close()],
  ['is clicked', (store) => store.click()],
  ['is opened and closed', (store) => [store.open(), store.close()]],
  ['is pointed at', ({ control, element }) => control.prepare(element as never)],
  ['has One picked', ({ client }) => client.pick('com.one')],
  ['has Own picked', ({ client }) => client.pick('own')],
  ['goes back', ({ client }) => client.back()],
  ['is disconnected', ({ client }) => client.disconnect()],
  [
    'has another attribute',
    ({ control, element }) => {
      element.termsUrl += '/'
      control.refresh()
    },
  ],
  [
    'asks in a listener of its list',
    (store) => {
      store.onEvent = () => store.open()
    },
  ],
]

/** What happens on the page. */
const OF_PAGE: [name: string, run: (world: World) => unknown][] = [
  [
    'Escape',
    ({ hosts }) =>
      hosts.forEach(
        (host) => void host.shadowRoot?.querySelector('dialog')?.dispatchEvent(new Event('cancel')),
      ),
  ],
  ['the page removes the list', ({ hosts }) => hosts.forEach((host) => void host.remove())],
  ['the page moves the list', (world) => world.move()],
  ['the page hides the list', (world) => world.hide()],
  ['Own answers', ({ wallet }) => wallet.approve()],
  ['Own refuses', ({ wallet }) => wallet.waiting.shift()?.reject(new Error('refused'))],
  [
    'a view will throw',
    (world) => {
      world.faults = 1
    },
  ],
  [
    'each view will throw',
    (world) => {
      world.faults = 9
    },
  ],
  [
    'the code is late',
    (world) => {
      world.isLate = true
    },
  ],
  ['the code has come', (world) => world.load()],
  [
    'the code is lost',
    (world) => {
      world.isLost = true
    },
  ],
  [
    'the code is found',
    (world) => {
      world.isLost = false
    },
  ],
  ['a moment passes', () => pass(300)],
  ['seconds pass', () => pass(5_000)],
]

const isEven = (heard: string[]) =>
  heard.every((name, at) => name === `wallet_modal_${at % 2 ? 'closed' : 'opened'}`)

function checkAlways({ stores, hosts, isLocked }: World): void {
  expect(hosts.length, 'lists on the page').toBeLessThan(2)
  if (isLocked) expect(hosts.length, 'locked for a list').toBe(1)
  for (const { heard } of stores) expect(heard).toSatisfy(isEven)
}

/** When all is quiet, nothing is left, and a click opens a list. */
async function checkQuiet(world: World): Promise<void> {
  Object.assign(world, { isLost: false, faults: 0 })
  world.load()
  for (const store of world.stores) {
    store.onEvent = undefined
    store.client.dismiss()
  }
  await pass(10_000)
  expect(world.hosts).toHaveLength(0)
  expect([world.isLocked, observed(), document.querySelectorAll('[inert],dialog[open]').length]).toEqual([
    false,
    0,
    0,
  ])
  for (const store of world.stores) {
    expect([...store.waiting]).toEqual([])
    expect(store.heard.length % 2).toBe(0)
    await store.client.disconnect()
    void store.click()
    await pass(300)
    expect([store.isShown(), world.isLocked]).toEqual([true, true])
    store.client.dismiss()
    await pass(300)
    expect([world.hosts.length, world.isLocked]).toEqual([0, false])
  }
}

let count = 0
const command = (name: string, run: (world: World) => unknown) =>
  fc.constant<fc.AsyncCommand<object, World>>({
    check: () => true,
    async run(_, world) {
      count += 1
      void run(world)
      checkAlways(world)
      await pass(0)
      checkAlways(world)
    },
    toString: () => name,
  })

const COMMANDS = fc.commands(
  [
    ...(['one', 'two'] as const).flatMap((of) =>
      OF_STORES.map(([name, run]) => command(`${of} ${name}`, (world) => run(world[of], world))),
    ),
    ...OF_PAGE.map(([name, run]) => command(name, run)),
    command('quiet', () => pass(300)),
  ],
  { maxCommands: 60, size: 'max' },
)

test('whatever happens to it, a list leaves nothing behind, and the next click opens one', async () => {
  await fc.assert(
    fc.asyncProperty(COMMANDS, async (commands) => {
      const world = new World()
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await checkQuiet(world)
      } finally {
        await world.end()
      }
    }),
    { numRuns: RUNS, ...(SEED && { seed: Number(SEED) }) },
  )
  if (process.env.MODEL_RUNS) console.log(`${count} steps`)
}, 3_600_000)
