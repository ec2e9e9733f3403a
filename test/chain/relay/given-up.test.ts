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

test('a second phone that cannot be switched leaves the first one connected, and no code', async () => {
  const page = await connectTo(await startApp({ name: 'Phone A', answersAtOnce: true }))
  const other = await startApp({ name: 'Phone B', nodes: { 31337: bench.node.url } })
  const connecting = page.client.connect({ walletId: 'walletConnect', chainId: 'eip155:10' })
  connecting.catch(() => {})
  other.pair(await page.nextUri()).catch(() => {})
  await expect(connecting).rejects.toMatchObject({ code: 'network_switching_only_available_in_wallet' })
  expect(await page.client.signMessage('still')).toMatch(/^0x/)
  expect(page.storage.keys?.()).not.toContain('wcb.1:default:codes')
})

test.each(['Cancel', 'a signal'])(
  'AX01: what is given up by %s while the phone has it is told and followed when the phone sends it after all',
  async (way) => {
    let allow = (_: boolean) => {}
    const phone = await startApp({
      answersAtOnce: true,
      onRequest: ({ method }) =>
        method === 'eth_sendTransaction' ? new Promise<boolean>((resolve) => (allow = resolve)) : true,
    })
    const networks = [{ chainId: 31337, name: 'Local', rpcUrls: [bench.node.url] }]
    const page = await connectTo(phone, { networks })
    const late = vi.fn()
    page.client.on('transaction', late)
    const control = new AbortController()
    const sending = page.client.execute({ to: first, value: 1n }, { signal: control.signal })
    sending.catch(() => {})
    await phone.untilRequest('eth_sendTransaction')
    if (way === 'Cancel') page.client.cancelRequests('eip155')
    else control.abort()
    await expect(sending).rejects.toMatchObject({ code: 'request_given_up' })
    // The next request does not wait for it.
    expect(await page.client.signMessage('next')).toMatch(/^0x/)
    allow(true)
    await vi.waitFor(() => expect(late).toHaveBeenCalledTimes(1))
    expect(late.mock.calls[0]?.[0]).toMatchObject({ status: 'sent', late: true, chainId: 'eip155:31337' })
    const { transactionHash } = late.mock.calls[0]?.[0] as { transactionHash: string }
    expect(await page.client.waitForTransaction(transactionHash)).toMatchObject({ status: 'accepted' })
  },
)

test('AX01: a signal that comes while the relay was away keeps the request from the phone, and only that one', async () => {
  const own = await startRelay()
  const phone = await startApp({ relayUrl: own.url, answersAtOnce: true })
  const page = await connectTo(phone, { relayUrl: own.url })
  await own.stop()
  const control = new AbortController()
  const sending = page.client.execute({ to: first, value: 1n }, { signal: control.signal })
  const waiting = page.client.signMessage('waits')
  await vi.waitFor(() => expect(page.client.getState().connections[0]?.pending).toBe('execute'))
  control.abort()
  await expect(sending).rejects.toMatchObject({ code: 'user_rejected' })
  await own.start()
  expect(await waiting).toMatch(/^0x/)
  expect(phone.requests.map(({ method }) => method)).toEqual(['personal_sign'])
  await own.stop()
})
