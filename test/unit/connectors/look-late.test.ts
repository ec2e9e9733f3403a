import '../client/fake-timers.js'
import { expect, test, vi } from 'vitest'
import { lookLate } from '../../../src/connectors/look-late.js'

test('wallets are looked for eleven times, also on a page that was busy for more than the second meanwhile', async () => {
  const look = vi.fn(() => false)
  void lookLate(look)
  expect(look).toHaveBeenCalledTimes(1)
  const busy = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000)
  vi.setSystemTime(Date.now() + 5_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(look).toHaveBeenCalledTimes(11)
  busy.mockRestore()
})

test.each(['found', 'given up'])('a late look that is %s ends, and leaves no timer', async (end) => {
  const stop = new AbortController()
  const look = vi.fn(() => end === 'found' && look.mock.calls.length > 2)
  void lookLate(look, stop.signal)
  await vi.advanceTimersByTimeAsync(200)
  stop.abort()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([look.mock.calls.length, vi.getTimerCount()]).toEqual([3, 0])
})
