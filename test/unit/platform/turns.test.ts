import { expect, it, vi } from 'vitest'
import { createTurns } from '../../../src/platform/turns.js'

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
