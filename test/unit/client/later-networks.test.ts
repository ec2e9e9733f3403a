import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PageServer, startPageServer } from '../../counterparts/servers.js'
import { connectOne, createClient } from './fixture.js'

let server: PageServer
beforeAll(async () => {
  server = await startPageServer()
  for (const [path, result] of [
    ['/one', '0x1'],
    ['/two', '0x2'],
  ] as const)
    server.route(path, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) })
})
afterAll(() => server.stop())

const on = (path: string) => ({
  chains: 'eip155:1',
  networks: [{ chainId: 'eip155:1', rpcUrls: [`${server.origin}${path}`] }],
})

test('a session reads from the nodes that the page names later', async () => {
  const { client } = await connectOne({}, { chains: 'eip155:1' })
  client.configure(on('/one'))
  expect((await client.getBalance()).value).toBe(1n)
  client.configure(on('/two'))
  expect((await client.getBalance()).value).toBe(2n)
})

test('a restored session reads from the nodes that the page names later', async () => {
  const first = await connectOne({}, on('/one'))
  first.client.dispose()
  const { client } = createClient(first.device, { chains: 'eip155:1', storage: first.storage })
  await client.restore()
  client.configure(on('/two'))
  expect((await client.getBalance()).value).toBe(2n)
})
