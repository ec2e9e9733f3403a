import { expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import { wait, within } from '../../../src/platform/time.js'

test('a wait ends after its time, or at once when it is cancelled, and leaves no timer or listener', async () => {
  const control = new AbortController()
  const add = vi.spyOn(control.signal, 'addEventListener')
  const remove = vi.spyOn(control.signal, 'removeEventListener')
  const ended: string[] = []
  void wait(100, control.signal).then(() => ended.push('short'))
  void wait(1_000, control.signal).then(() => ended.push('long'))
  await vi.advanceTimersByTimeAsync(100)
  expect(ended).toEqual(['short'])
  control.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect([ended, vi.getTimerCount()]).toEqual([['short', 'long'], 0])
  await wait(1_000, control.signal)
  expect(vi.getTimerCount()).toBe(0)
  expect(remove).toHaveBeenCalledTimes(add.mock.calls.length)
})

test('a time limit settles like its promise, or with its own result when that takes longer', async () => {
  expect(await within(Promise.resolve(1), 100, () => 2)).toBe(1)
  await expect(within(Promise.reject(new Error('own')), 100, () => 2)).rejects.toThrow('own')
  const late = within(new Promise(() => {}), 100, () => 'late')
  const failing = within(new Promise(() => {}), 100, () => {
    throw new Error('too late')
  })
  failing.catch(() => {})
  await vi.advanceTimersByTimeAsync(100)
  expect(await late).toBe('late')
  await expect(failing).rejects.toThrow('too late')
  expect(vi.getTimerCount()).toBe(0)
})

test('a rejection after the time limit is not unhandled (SO1)', async () => {
  let reject = (_: unknown) => {}
  const limited = within(
    new Promise((_, no) => {
      reject = no
    }),
    100,
    () => 'late',
  )
  await vi.advanceTimersByTimeAsync(100)
  reject(new Error('later still'))
  expect(await limited).toBe('late')
})
