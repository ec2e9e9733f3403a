import { expect, test, vi } from 'vitest'
import { startRelay } from '../../counterparts/relay.js'
import { first, useRelay } from './bench.js'

const bench = useRelay()
const { startApp, connectTo } = bench

test('a request that the visitor has given up while the relay was away never reaches the phone', async () => {
  const own = await startRelay()
  const phone = await startApp({ relayUrl: own.url, answersAtOnce: true })
  const page = await connectTo(phone, { relayUrl: own.url })
  await own.stop()
  const sending = page.client.execute({ to: first, value: 1n })
  // The relay's client has got the request before it is given up.
  await vi.waitFor(() => expect(page.client.getState().connections[0]?.pending).toBe('execute'))
  page.client.cancelRequests('eip155')
  await expect(sending).rejects.toMatchObject({ code: 'user_rejected' })
  await own.start()
  // What comes after it arrives.
  expect(await page.client.signMessage('later')).toMatch(/^0x/)
  expect(phone.requests.map(({ method }) => method)).toEqual(['personal_sign'])
  await own.stop()
})

test('a second phone that cannot be switched leaves the first one connected', async () => {
  const page = await connectTo(await startApp({ name: 'Phone A', answersAtOnce: true }))
  const other = await startApp({ name: 'Phone B', nodes: { 31337: bench.node.url } })
  const connecting = page.client.connect({ walletId: 'walletConnect', chainId: 'eip155:10' })
  connecting.catch(() => {})
  other.pair(await page.nextUri()).catch(() => {})
  await expect(connecting).rejects.toMatchObject({ code: 'network_switching_only_available_in_wallet' })
  expect(await page.client.signMessage('still')).toMatch(/^0x/)
})
