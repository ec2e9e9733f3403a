import { describe, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import type { Core } from '../../../src/client/core.js'
import { createStore } from '../../../src/client/store.js'
import { untilFound } from '../../../src/client/until-found.js'

/** A wait of a second for something that holds when the test says so, and what can wake it. */
function startWait() {
  const found = new Set<() => void>()
  const life = new AbortController()
  const store = createStore<{ open: boolean }>({ open: false })
  const watch = (listener: () => void) => {
    found.add(listener)
    return () => void found.delete(listener)
  }
  let holds = false
  let isOver = false
  const check = vi.fn(() => holds)
  const core = { discovery: { watch }, store, disposed: life.signal } as unknown as Core
  untilFound(core, check, 1_000).then(() => {
    isOver = true
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return {
    check,
    pass,
    store,
    life,
    find: () => [...found].forEach((listener) => void listener()),
    setHolds: () => {
      holds = true
    },
    isOver: () => isOver,
    countLeft: () => found.size + vi.getTimerCount(),
  }
}

describe('a wait for wallets', () => {
  test('checks nothing while discovery finds nothing, and ends with its time', async () => {
    const wait = startWait()
    await wait.pass(999)
    expect([wait.check.mock.calls.length, wait.isOver()]).toEqual([1, false])
    await wait.pass(1)
    expect([wait.isOver(), wait.countLeft()]).toEqual([true, 0])
  })

  test('is woken by discovery, once for all wallets that announce themselves together', async () => {
    const wait = startWait()
    await wait.pass(500)
    wait.setHolds()
    for (let wallet = 0; wallet < 10; wallet++) {
      wait.find()
      await wait.pass(1)
    }
    expect([wait.check.mock.calls.length, wait.isOver()]).toEqual([1, false])
    await wait.pass(10)
    expect([wait.check.mock.calls.length, wait.isOver(), wait.countLeft()]).toEqual([2, true, 0])
  })

  test('is woken by the client’s state', async () => {
    const wait = startWait()
    wait.setHolds()
    wait.store.set({ open: true })
    await wait.pass(20)
    expect([wait.isOver(), wait.countLeft()]).toEqual([true, 0])
  })

  test('ends with the client', async () => {
    const wait = startWait()
    wait.life.abort()
    await wait.pass(0)
    expect([wait.isOver(), wait.countLeft()]).toEqual([true, 0])
  })
})
