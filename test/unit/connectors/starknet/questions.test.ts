import '../../client/fake-timers.js'
import { describe, expect, it, vi } from 'vitest'
import { SWITCH_CONFIRM_TIMEOUT } from '../../../../src/connectors/limits.js'
import { connectStarknet, restoreStarknet } from '../../../../src/connectors/starknet/injected/connect.js'
import { makeRequest } from './open-wallet.js'

/** What the wallet takes for each question, in ms. */
const LATENCY = 50

/** A wallet of both APIs, such as Argent X, that answers each question after {@link LATENCY}. */
function slowWallet(permissions: readonly string[] = ['accounts']) {
  const asked: string[] = []
  const answers: Record<string, unknown> = {
    wallet_getPermissions: permissions,
    wallet_requestAccounts: ['0x1'],
    wallet_requestChainId: '0x534e5f4d41494e',
  }
  const object = {
    id: 'slow',
    name: 'Slow',
    version: '1',
    icon: '',
    async request({ type }: { type: string }) {
      asked.push(type)
      await new Promise((resolve) => setTimeout(resolve, LATENCY))
      return answers[type]
    },
    enable: async () => ['0x1'],
    isPreauthorized: async () => false,
    on() {},
    off() {},
  }
  const source = { id: 'slow', kind: 'window', object, isPresent: () => true } as never
  return { source, asked: () => asked }
}

describe('the questions to a Starknet wallet in the page', () => {
  it('of a restored session are three, one after the other: permissions, accounts, chain', async () => {
    const { source, asked } = slowWallet()
    const restored = restoreStarknet(source, makeRequest())
    await vi.advanceTimersByTimeAsync(3 * LATENCY)
    expect(asked()).toEqual(['wallet_getPermissions', 'wallet_requestAccounts', 'wallet_requestChainId'])
    expect((await restored)?.chainId).toBe('starknet:SN_MAIN')
  })
})

it('a switch that the wallet only pretends ends in time, although the clock is set back meanwhile (BR06)', async () => {
  const { source } = slowWallet()
  const connecting = connectStarknet(source, makeRequest())
  await vi.advanceTimersByTimeAsync(1_000)
  const session = await connecting
  let code = 'pending'
  session.switchChain?.('starknet:SN_SEPOLIA', makeRequest().config).catch((error) => {
    code = error.code
  })
  await vi.advanceTimersByTimeAsync(SWITCH_CONFIRM_TIMEOUT / 2)
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(SWITCH_CONFIRM_TIMEOUT)
  expect(code).toBe('chain_mismatch')
  await session.disconnect()
})
