import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Provider, Relayer } from '../../../../src/connectors/relay/client-parts.js'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal

/** The client's relayer, as far as sockets matter. `take` decides about each requested socket. */
async function openKeeper(take: (count: number) => Promise<void>, isAwaited = () => false) {
  const { SocketKeeper } = await import('../../../../src/connectors/relay/socket-keeper.js')
  const { RELAY_LIMITS } = await import('../../../../src/connectors/relay/limits.js')
  let count = 0
  let state = 3
  const relayer = {
    provider: {} as Provider,
    transportExplicitlyClosed: false,
    get connected() {
      return state === 1
    },
    events: { emit() {}, listeners: () => [] },
    subscriber: { hasAnyTopics: true, start: async () => {}, stop: async () => {} },
    confirmOnlineStateOrThrow: async () => {},
    async createProvider() {
      relayer.provider = {
        disconnect: async () => {},
        async connect() {
          count += 1
          await take(count)
          state = 1
        },
      } as Provider
    },
  } as unknown as Relayer
  const onOpen = vi.fn()
  const keeper = new SocketKeeper(relayer, RELAY_LIMITS, isAwaited, onOpen)
  return {
    keeper,
    relayer,
    onOpen,
    count: () => count,
    cut() {
      state = 3
      void relayer.onProviderDisconnect()
    },
  }
}

const refuse = async () => {
  throw new Error('refused')
}

describe('the relay’s only socket', () => {
  it('is opened with growing pauses when it is cut every 200 ms, not 69 times in 20 s (Y14)', async () => {
    const line = await openKeeper(async () => {})
    line.relayer.transportOpen()
    const cutting = setInterval(() => line.relayer.connected && line.cut(), 200)
    await vi.advanceTimersByTimeAsync(20_000)
    clearInterval(cutting)
    expect(line.count()).toBeLessThanOrEqual(7)
    expect(line.count()).toBeGreaterThan(3)
  })

  it('is opened again at once when it was open for long', async () => {
    const line = await openKeeper(async () => {})
    line.relayer.transportOpen()
    await vi.advanceTimersByTimeAsync(60_000)
    line.cut()
    await vi.advanceTimersByTimeAsync(100)
    expect(line.count()).toBe(2)
  })

  it('is tried every two seconds while a request waits for it, and otherwise every thirty', async () => {
    let awaited = false
    const line = await openKeeper(refuse, () => awaited)
    line.relayer.transportOpen()
    await vi.advanceTimersByTimeAsync(300_000)
    const before = line.count()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(line.count() - before).toBe(4)
    awaited = true
    await vi.advanceTimersByTimeAsync(30_000)
    const later = line.count()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(line.count() - later).toBe(5)
  })

  it('is opened without a pause when the visitor asks for something, even during an attempt that hangs (W29)', async () => {
    const hang = () => new Promise<void>(() => {})
    const line = await openKeeper((count) => (count < 3 ? hang() : Promise.resolve()))
    line.keeper.untilOpen(never)
    await vi.advanceTimersByTimeAsync(500)
    line.relayer.transportOpen()
    line.keeper.wake()
    await vi.advanceTimersByTimeAsync(0)
    // An attempt that has just begun continues.
    expect(line.count()).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    line.keeper.wake()
    await vi.advanceTimersByTimeAsync(1_500)
    line.keeper.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(line.count()).toBe(3)
    await line.keeper.untilOpen(never)
    expect(line.onOpen).toHaveBeenCalledOnce()
  })

  it('leaves nobody waiting: a wait ends when it is aborted, or when the relay refuses the page', async () => {
    const line = await openKeeper(refuse)
    const control = new AbortController()
    const waiting = line.keeper.untilOpen(control.signal)
    control.abort(new Error('given up'))
    await expect(waiting).rejects.toThrow('given up')
    const blocked = line.keeper.untilOpen(never)
    line.keeper.block()
    await expect(blocked).rejects.toThrow()
    const { count } = line
    const before = count()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(count()).toBe(before)
  })
})
