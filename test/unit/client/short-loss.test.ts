import './fake-timers.js'
import { expect, test } from 'vitest'
import { openProvider, pass } from './fixture.js'

test('a wallet that comes back after a short loss is read again: it may be on another chain (A18)', async () => {
  let chain = '0x1'
  const { provider, client } = await openProvider({ eth_chainId: () => chain })
  provider.emit('disconnect', { code: 1013, message: 'Disconnected' })
  chain = '0x5'
  await pass(200)
  provider.emit('connect', { chainId: '0x5' })
  await pass(1_500)
  expect(client.getState().chainId).toBe('eip155:5')
})
