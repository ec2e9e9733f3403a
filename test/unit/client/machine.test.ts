import { existsSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printMachine, readPrinted } from '../../../scripts/print-machine.mjs'
import { isConnecting, type MachineEvent, nextPhase, type Phase, TABLE } from '../../../src/client/machine.js'

const PHASES = Object.keys(TABLE) as Phase[]
const EVENTS = ['stay', ...new Set(PHASES.flatMap((phase) => Object.keys(TABLE[phase])))] as MachineEvent[]
const PAIRS = PHASES.flatMap((phase) => EVENTS.map((event) => [phase, event] as const))

/** What a visitor or the page can do at any time. */
const ACTIONS: MachineEvent[] = ['open', 'pick', 'back', 'cancel', 'close']

/** Phases that can be reached in at most this many steps. */
function reach(from: Phase, events: readonly MachineEvent[], steps: number): Set<Phase> {
  const reached = new Set([from])
  for (let step = 0; step < steps; step++)
    for (const phase of [...reached]) for (const event of events) reached.add(nextPhase(phase, event))
  return reached
}

describe('the machine of an attempt', () => {
  test(`has a result for each of its ${PAIRS.length} pairs of state and event`, () => {
    expect([PHASES.length, EVENTS.length]).toEqual([9, 14])
    for (const [phase, event] of PAIRS) expect(PHASES).toContain(nextPhase(phase, event))
  })

  test('equals the table that docs/decisions/machine.md prints', () => {
    const file = new URL('../../../docs/decisions/machine.md', import.meta.url)
    const printed = existsSync(file) ? readPrinted(readFileSync(file, 'utf8')) : null
    if (printed !== null) expect(printed).toBe(printMachine(TABLE))
    expect(printMachine(TABLE).split('\n')).toHaveLength(EVENTS.length - 1 + 2)
  })

  test('reaches every state, and leaves every state except the last', () => {
    expect([...reach('ready', EVENTS, 10)].sort()).toEqual([...PHASES].sort())
    for (const phase of PHASES) {
      expect(EVENTS.some((event) => nextPhase(phase, event) !== phase)).toBe(phase !== 'disposed')
    }
  })

  test('lets a visitor return to ready from every state in two steps at most (M5)', () => {
    for (const phase of PHASES) {
      if (phase !== 'disposed') expect(reach(phase, ACTIONS, 2)).toContain('ready')
    }
  })

  test('restores only while nothing else runs, and silently: from ready back to ready (M8)', () => {
    for (const [phase, event] of PAIRS) {
      if (nextPhase(phase, event) === 'restoring' && phase !== 'restoring') {
        expect([phase, event]).toEqual(['ready', 'restore'])
      }
      if (event === 'restored') expect(nextPhase(phase, event)).toBe(phase === 'restoring' ? 'ready' : phase)
    }
  })

  test('keeps its invariants for any list of events, and gives the same result for the same list (P20)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
        const run = () => {
          let phase: Phase = 'ready'
          let picked = false
          let disposed = false
          for (const event of events) {
            const next = nextPhase(phase, event)
            if (event === 'pick' && !disposed) picked = true
            disposed ||= event === 'dispose'
            const isRight =
              next in TABLE &&
              (!disposed || next === 'disposed') &&
              (picked || !(next === 'failed' || isConnecting(next))) &&
              (event !== 'cancel' || disposed || next === 'ready')
            if (!isRight) expect.unreachable(`${event} in ${phase} leads to ${next}`)
            phase = next
          }
          return phase
        }
        const table = JSON.stringify(TABLE)
        expect(run()).toBe(run())
        expect(JSON.stringify(TABLE)).toBe(table)
      }),
      { numRuns: 2_000 },
    )
  })
})
