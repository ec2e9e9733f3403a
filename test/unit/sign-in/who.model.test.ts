import '../../counterparts/tabs.js'
import * as fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { pass } from '../../counterparts/tabs.js'
import { ACTS, NAMES, STEPS, WALLETS } from './who-steps.js'
import { World } from './who-world.js'

/** A long run sets more of them. */
const RUNS = Number(process.env.MODEL_RUNS ?? 150)
const SEED = process.env.MODEL_SEED

type Store = World['stores'][number]

const pick = (acts: readonly (readonly [string, unknown])[], like = /./) =>
  fc.constantFrom(...acts.map(([name]) => name).filter((name) => like.test(name)))
const ANY = fc.oneof(
  { weight: 8, arbitrary: pick(ACTS.stores) },
  { weight: 5, arbitrary: pick(ACTS.server) },
  { weight: 3, arbitrary: pick(ACTS.wallets) },
  { weight: 2, arbitrary: pick(ACTS.tabs) },
)
/** All is quiet: what is left of what has happened shows, and nothing that happens later hides it. */
const QUIET = 'all is quiet'

/** Often, and what is not needed for a failure is left out of it. */
const often = (steps: fc.Arbitrary<string>) => fc.option(steps, { nil: '', freq: 9 })
const words = (text: string) => often(fc.constantFrom(...text.split(', ')))
/** A call that does not go as usual, and what the same store does meanwhile. */
const TROUBLE = fc
  .tuple(
    often(
      fc.oneof(
        { weight: 3, arbitrary: pick(ACTS.server, /next (?:verify|signOut|getSession) is (?:slow|lost)/) },
        { weight: 1, arbitrary: pick(ACTS.server, /next/) },
        { weight: 1, arbitrary: pick(ACTS.wallets, /waits with/) },
      ),
    ),
    fc.constantFrom(...NAMES),
    words('signs in, signs in, completes, signs out, disconnects, connects Alpha, connects Beta'),
    words('cancels, cancels, signs in, completes, signs out, disconnects, connects Alpha, connects Beta'),
    often(ANY),
    fc.constantFrom('', QUIET),
  )
  .map(([fate, name, call, then, ...more]) => [
    fate,
    call && `${name} ${call}`,
    then && `${name} ${then}`,
    ...more,
  ])
const FIRST = fc.subarray([
  ...[
    'one connects Alpha',
    'three connects Alpha',
    'one signs in',
    'two connects Alpha',
    'two connects Beta',
  ],
])
const SEQUENCE = fc
  .tuple(
    FIRST,
    fc.array(
      fc.oneof(
        ANY.map((step) => [step]),
        TROUBLE,
      ),
      { maxLength: 12, size: 'max' },
    ),
  )
  .map(([first, scenes]) => [...first, ...scenes.flat()].filter(Boolean))

function checkAlways({ stores, server, broken, at }: World, step: string): void {
  expect(broken, step).toEqual([])
  for (const store of stores) {
    const { auth, account, tab, known } = store
    const isSigned = auth.status === 'signed-in'
    if (isSigned) expect([auth.address, known], step).toEqual([account, account])
    const page = at(store)
    expect(page.filter((each) => each.known).length, `${step}: one session, two stores`).toBeLessThan(2)
    const sum = (read: (each: Store) => number) => page.reduce((all, each) => all + read(each), 0)
    const failures = sum(({ rejections }) => rejections) + (server.failures.get(tab) ?? 0)
    expect(
      sum(({ errors }) => errors),
      `${step}: errors`,
    ).toBeLessThanOrEqual(failures)
  }
}

/** What the pages show, when all is quiet, is what the server has. */
function checkQuiet({ stores, server, at, givenUp }: World): void {
  const { session } = server
  const shown = stores.map(({ name, account, auth }) => ({ name, account, ...auth, error: null }))
  const what = JSON.stringify({ session, shown })
  for (const { auth, account, open, name } of stores) {
    expect([...open], `${name} waits for ever`).toEqual([])
    if (auth.status === 'signed-in')
      expect([auth.address, account], what).toEqual([session?.address, session?.address])
    else expect(account ? ['anonymous'] : ['anonymous', 'unknown'], what).toContain(auth.status)
  }
  for (const tab of new Set(stores.map(at).map(([first]) => first as Store))) {
    const owners = at(tab).filter(({ account }) => account === session?.address)
    const signed = at(tab).filter(({ auth }) => auth.status === 'signed-in')
    expect(signed.length, what).toBe(session && owners.length > 0 ? 1 : 0)
  }
  if (session && !session.isExcused)
    expect(givenUp, 'a sign-in that was given up').not.toContain(session.message)
  // The wallet of a store without one may still be locked or slow.
  if (session && !session.isExcused)
    expect(
      stores.some(({ auth, account }) => !account || auth.address === session.address),
      `nobody knows ${what}`,
    ).toBe(true)
}

async function rest(world: World): Promise<void> {
  await world.rest()
  if (world.server.isSound) checkQuiet(world)
  await world.look()
  checkAlways(world, QUIET)
  checkQuiet(world)
  world.server.isSound = true
}

async function run(steps: readonly string[]): Promise<void> {
  const world = new World(WALLETS)
  world.watchEnds()
  try {
    await pass(1)
    for (const name of steps) {
      await (name === QUIET ? rest(world) : STEPS[name]?.(world))
      await pass(1)
      checkAlways(world, name)
    }
    await rest(world)
  } finally {
    world.end()
    vi.clearAllTimers()
  }
}

// What has come once answers in microtasks.
beforeAll(async () => {
  const world = new World(WALLETS)
  for (const name of [
    'one connects Alpha',
    'one signs in',
    'two connects Beta',
    'two signs in',
    'one signs out',
  ]) {
    STEPS[name]?.(world)
    await vi.dynamicImportSettled()
    await pass(1)
    await vi.dynamicImportSettled()
    await pass(1)
  }
  world.end()
})

it('whatever happens, each page shows in the end who is signed in at the server (PR11, H27)', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(SEQUENCE, async (steps) => {
      count += steps.length
      await run(steps)
    }),
    { numRuns: RUNS, ...(SEED && { seed: Number(SEED) }) },
  )
  if (process.env.MODEL_RUNS) console.log(`${count} steps`)
}, 3_600_000)
