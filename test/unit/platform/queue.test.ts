import { expect, it, vi } from 'vitest'
import { createQueue } from '../../../src/platform/queue.js'

it('an action that finds none open begins within the same task, also after one that has failed (HS05)', async () => {
  const enqueue = createQueue()
  const first = vi.fn(async () => {
    throw new Error('refused')
  })
  const answer = enqueue(first)
  expect(first).toHaveBeenCalledOnce()
  await expect(answer).rejects.toThrow('refused')
  const second = vi.fn(async () => 'answered')
  void enqueue(second)
  expect(second).toHaveBeenCalledOnce()
})
