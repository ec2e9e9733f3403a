import { expect, it, vi } from 'vitest'
import { createTurns } from '../../../src/platform/turns.js'

/** A request that stays open until it is resolved. */
function createOpen() {
  let resolve = () => {}
  const promise = new Promise<void>((end) => {
    resolve = end
  })
  return { promise, resolve: () => resolve() }
}

it('an action that finds none open begins within the same task, also after one that has failed (HS05)', async () => {
  const inTurn = createTurns()
  const first = vi.fn(async () => {
    throw new Error('refused')
  })
  const answer = inTurn(first)
  expect(first).toHaveBeenCalledOnce()
  await expect(answer).rejects.toThrow('refused')
  const second = vi.fn(async () => 'answered')
  void inTurn(second)
  expect(second).toHaveBeenCalledOnce()
})

it('an action waits for the one before it, and says so (HS05)', async () => {
  const inTurn = createTurns()
  const { promise, resolve } = createOpen()
  const order: string[] = []
  const first = inTurn(() => promise.then(() => order.push('first')))
  const onWait = vi.fn()
  const second = inTurn(async ({ isPassed }) => order.push(`second ${isPassed}`), onWait)
  expect(onWait).toHaveBeenCalledOnce()
  expect(order).toEqual([])
  resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second false'])
})

it('an open action lets the next one pass; once it has settled, nobody is told that it is open (HS05)', async () => {
  const inTurn = createTurns()
  const { promise, resolve } = createOpen()
  const first = inTurn(({ pass }) => {
    pass()
    return promise
  })
  expect(await inTurn(async ({ isPassed }) => isPassed)).toBe(true)
  resolve()
  await first
  expect(await inTurn(async ({ isPassed }) => isPassed)).toBe(false)
})
