import './fake-timers.js'
import { describe, expect, test } from 'vitest'
import { ALICE, BOB, openProvider, pass } from './fixture.js'

describe('a wallet that comes back after a short loss', () => {
  test('is read again: it may be on another chain (A18)', async () => {
    let chain = '0x1'
    const { provider, client } = await openProvider({ eth_chainId: () => chain })
    provider.emit('disconnect', { code: 1013, message: 'Disconnected' })
    chain = '0x5'
    await pass(200)
    provider.emit('connect', { chainId: '0x5' })
    await pass(1_500)
    expect(client.getState().chainId).toBe('eip155:5')
  })

  test('is read once more when it cannot answer yet, and its newer account counts', async () => {
    let accounts: string[] | null = [ALICE]
    const { provider, client, told } = await openProvider({
      eth_accounts: () => {
        if (!accounts) throw new Error('starting')
        return accounts
      },
    })
    provider.emit('disconnect', { code: 1013 })
    accounts = null
    await pass(200)
    provider.emit('connect', { chainId: '0x1' })
    await pass(200)
    accounts = [BOB]
    await pass(2_500)
    expect([client.getState().account, told()]).toEqual([BOB, ['connecting', 'connected', 'changed']])
  })

  test('stays connected when the wallet is asked again before the first question has failed', async () => {
    let isAway = false
    const { provider, client, told } = await openProvider({
      async eth_accounts() {
        if (!isAway) {
          await pass(1_500)
          return [ALICE]
        }
        await pass(1_000)
        return []
      },
    })
    isAway = true
    provider.emit('disconnect', { code: 1013 })
    await pass(1_200)
    isAway = false
    provider.emit('connect', { chainId: '0x1' })
    await pass(8_000)
    expect([client.getState().account, told()]).toEqual([ALICE, ['connecting', 'connected']])
  })
})
