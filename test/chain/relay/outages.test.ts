import { type Hex, recoverMessageAddress } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startRelay } from '../../counterparts/relay.js'
import { first, useRelay } from './bench.js'
import type { RelayPage } from './page.js'

const bench = useRelay()

// Shorter limits instead of fifteen seconds and the client's heartbeat.
vi.mock('../../../src/connectors/relay/limits.js', async (load) => {
  const { RELAY_LIMITS, ...rest } = await load<typeof import('../../../src/connectors/relay/limits.js')>()
  return { ...rest, RELAY_LIMITS: { ...RELAY_LIMITS, send: 1_500, probe: 500, open: 800, pulse: 0.1 } }
})

const relays: Awaited<ReturnType<typeof startRelay>>[] = []
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop()
})

/** Starts a separate relay, with a phone and a page that it connects. */
async function connectApart() {
  const relay = await startRelay()
  relays.push(relay)
  const phone = await bench.startApp({ relayUrl: relay.url })
  const page = await bench.connectTo(phone, { relayUrl: relay.url })
  return { relay, phone, page }
}

const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error) => error.code,
  )

async function sign(page: RelayPage, message: string): Promise<void> {
  const signature = (await page.client.signMessage(message)) as Hex
  expect(await recoverMessageAddress({ message, signature })).toBe(first)
}

const heardBy = (phone: { requests: readonly { params: unknown }[] }): string[] =>
  phone.requests.map(({ params }) => Buffer.from((params as string[])[0]?.slice(2) ?? '', 'hex').toString())

describe('a relay request that has failed', () => {
  test.each(['down', 'hanging', 'deaf'])(
    'while the relay is %s is never delivered, and the next request is answered at once (W01, W29)',
    async (fault) => {
      const { relay, phone, page } = await connectApart()
      if (fault === 'down') await relay.stop()
      if (fault === 'hanging') {
        relay.faults.upgrade = 'hang'
        relay.drop('first')
      }
      if (fault === 'deaf') relay.faults.stall = true
      expect(await codeOf(page.client.signMessage('lost'))).toBe('relay_unreachable')
      expect(await codeOf(page.client.signMessage('lost too'))).toBe('relay_unreachable')
      delete relay.faults.upgrade
      relay.resume()
      await relay.start()
      await sign(page, 'found')
      await sign(page, 'found again')
      expect(heardBy(phone)).toEqual(['found', 'found again'])
    },
  )
})
