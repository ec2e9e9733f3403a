import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The module reads its timers when it loads. */
const load = async () => (await import('../../../../src/connectors/relay/request-deadline.js')).createDeadline

describe('a time limit of five minutes', () => {
  it('ends soon after waking when the device slept past it, not when the timers have caught up (Y13)', async () => {
    const createDeadline = await load()
    const onEnd = vi.fn()
    createDeadline(300_000, onEnd, 2_000)
    vi.advanceTimersByTime(10_000)
    // Timers stop while the device sleeps; the clock does not.
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    vi.advanceTimersByTime(1_000)
    expect(onEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(onEnd).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(600_000)
    expect(onEnd).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is checked as soon as the page is visible again (Y13)', async () => {
    const page = new EventTarget()
    vi.stubGlobal('document', Object.assign(page, { hidden: false }))
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    const createDeadline = await load()
    const onEnd = vi.fn()
    createDeadline(300_000, onEnd, 0)
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    page.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(0)
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('ends on time without sleep, and never after it was cancelled', async () => {
    const createDeadline = await load()
    const onEnd = vi.fn()
    createDeadline(300_000, onEnd, 2_000)
    vi.advanceTimersByTime(299_999)
    expect(onEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onEnd).toHaveBeenCalledOnce()
    createDeadline(300_000, onEnd, 2_000).stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
