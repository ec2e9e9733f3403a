import './fake-timers.js'
import { expect, test, vi } from 'vitest'
import { createClient, createDevice, createOwnConnector, createWallet, pass } from './fixture.js'

test('a configuration with the same content makes no new state and calls no listener (X01)', async () => {
  const { connector } = createOwnConnector()
  const make = () => ({
    appName: 'Shop',
    chains: ['eip155:1', 'eip155:5'],
    connectors: [{ ...connector }],
    networks: [{ chainId: 1n as never }],
  })
  const { client } = createClient(createDevice(createWallet('One')), make())
  client.discover()
  client.configure(make())
  await pass()
  const before = client.getState()
  const listener = vi.fn()
  client.subscribe(listener)
  for (let n = 0; n < 3; n++) {
    client.configure(make())
    await pass()
  }
  expect(client.getState()).toBe(before)
  expect(listener).not.toHaveBeenCalled()
  client.configure({ ...make(), chains: ['eip155:5'] })
  await pass()
  expect(client.getState().chains).toEqual(['eip155:5'])
  expect(listener).toHaveBeenCalledTimes(1)
  client.configure({ ...make(), connectors: [] })
  await pass()
  expect(client.getState().choices.map(({ id }) => id)).not.toContain(connector.id)
})
