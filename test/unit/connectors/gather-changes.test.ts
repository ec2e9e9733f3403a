import { beforeEach, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import { gatherChanges } from '../../../src/connectors/gather-changes.js'

const report = vi.fn()
beforeEach(() => {
  report.mockClear()
})

/** Adds a change in each of so many tasks, all at one time of the clock. */
async function add(changes: ReturnType<typeof gatherChanges>, tasks: number): Promise<void> {
  for (let task = 0; task < tasks; task += 1) {
    changes.add()
    changes.add()
    await vi.advanceTimersByTimeAsync(0)
  }
}

test('all changes of one task are one report (K01)', async () => {
  const changes = gatherChanges(report)
  for (let index = 0; index < 10_000; index += 1) changes.add()
  expect(report).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(report).toHaveBeenCalledTimes(1)
  changes.stop()
})

test('after 100 reports in a second, changes are gathered for 50 ms, and the last one is reported (K01)', async () => {
  const changes = gatherChanges(report)
  await add(changes, 1_000)
  expect(report).toHaveBeenCalledTimes(100)
  await vi.advanceTimersByTimeAsync(50)
  expect(report).toHaveBeenCalledTimes(101)
  await vi.advanceTimersByTimeAsync(950)
  await add(changes, 1)
  expect(report, 'at once again').toHaveBeenCalledTimes(102)
  changes.stop()
})

test('a stop drops what was gathered, and leaves no timer (K01)', async () => {
  const changes = gatherChanges(report)
  await add(changes, 101)
  changes.add()
  changes.stop()
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  changes.add()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(report).toHaveBeenCalledTimes(100)
})
