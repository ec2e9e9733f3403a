import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Hex, recoverMessageAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import { first, useRelay } from './bench.js'

const bench = useRelay()

/** One outage an hour, for a day. */
const FLAPS = 24

/** MB that a day may add. The relay and the phone, which run in this process too, log each outage. */
const GROWTH = 4

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** MB in use after a garbage collection. */
function readHeap(): number {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

test('a page survives a day of relay outages with one socket and a flat heap, and still signs (K07)', async () => {
  const phone = await bench.startApp()
  const page = await bench.connectTo(phone)
  const { relay } = bench
  const heaps: number[] = []
  for (let flap = 1; flap <= FLAPS; flap++) {
    const { opened } = relay
    relay.drop()
    await vi.waitFor(() => expect(relay.opened).toBe(opened + 2), { interval: 10, timeout: 10_000 })
    const message = `flap ${flap}`
    const signature = (await page.client.signMessage(message)) as Hex
    expect(await recoverMessageAddress({ message, signature })).toBe(first)
    // The page's socket and the phone's, each opened once.
    expect([relay.sockets, relay.opened]).toEqual([2, opened + 2])
    if (flap % 6 === 0) heaps.push(readHeap())
  }
  expect(phone.requests).toHaveLength(FLAPS)
  expect(page.client.getState().status).toBe('connected')
  expect(page.events.map(([name]) => name)).toEqual(['connecting', 'connected'])
  const [early = 0] = heaps
  const course = heaps.map((heap) => heap.toFixed(1)).join(' ')
  expect((heaps.at(-1) as number) - early, course).toBeLessThan(GROWTH)
})
