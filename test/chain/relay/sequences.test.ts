import { expect, test, vi } from 'vitest'
import { drawSequence, startSequenceBench } from '../../counterparts/relay-sequences.js'
import { expectHonesty } from '../../counterparts/relay-verdict.js'

/** How many sequences run with every change; `npm run test:faults` runs 200. */
const SEQUENCES = Number(process.env.RELAY_SEQUENCES ?? 6)

/** How many sequences run at the same time, each with its own relay, phone and page. */
const LANES = 5

/** The seed of the first sequence; each next sequence has the next number. */
const SEED = 20_261_122

test(`a page’s view of its requests equals what the wallet got, in ${SEQUENCES} sequences of faults (W01, W29)`, async () => {
  const problems: unknown[] = []
  const note = (error: unknown) => void problems.push(error)
  process.on('unhandledRejection', note)
  vi.resetModules()
  const { openRelay } = await import('../../../src/connectors/relay/relay-client.js')
  const outcomes: Record<string, number> = {}
  let next = 0
  /** Benches one after the other would mostly wait. */
  const lanes = Array.from({ length: Math.min(LANES, SEQUENCES) }, async (_, lane) => {
    const bench = await startSequenceBench(openRelay, `lane-${lane}`)
    while (next < SEQUENCES) {
      const seed = SEED + next++
      const steps = drawSequence(seed)
      const course = await bench.run(steps, seed)
      expectHonesty(course, `seed ${seed}: ${steps.join(' ')}`)
      for (const { outcome } of course.told) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    await bench.stop()
  })
  await Promise.all(lanes)
  process.off('unhandledRejection', note)
  expect(problems).toEqual([])
  if (process.env.RELAY_SEQUENCES) console.info(outcomes)
}, 600_000)

test('each request has a number of its own, also where the clock is coarse and the client draws the same one (W29)', async () => {
  vi.resetModules()
  const { openRelay } = await import('../../../src/connectors/relay/relay-client.js')
  const bench = await startSequenceBench(openRelay, 'same', false)
  const { random } = Math
  const clock = Date.now
  // The client draws three digits for the number of a request, which are the same here, and six for a message to the relay, which differ.
  // A browser that protects its visitor from being recognised rounds its clock.
  vi.spyOn(Math, 'random').mockImplementation(() => 0.5 + random() * 0.000_9)
  vi.spyOn(Date, 'now').mockImplementation(() => clock() - (clock() % 100))
  try {
    const course = await bench.run(Array(24).fill('send'), SEED)
    expectHonesty(course, 'many at once')
  } finally {
    vi.restoreAllMocks()
    await bench.stop()
  }
}, 60_000)
