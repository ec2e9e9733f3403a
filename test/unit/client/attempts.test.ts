import './fake-timers.js'
import { describe, expect, test } from 'vitest'
import { createRpcError } from '../../../src/testing/evm/error.js'
import {
  ALICE,
  BOB,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  outcome,
  pass,
} from './fixture.js'

const NOTHING = { connector: null, wallet: null }

/** Two wallets on one page; the first does not answer. */
function createPair() {
  const slow = createWallet('Slow', { approve: 'manual' })
  const other = createWallet('Other', { accounts: [BOB] })
  return { slow, other, ...createClient(createDevice(slow, other)) }
}

describe('a wallet that never answers (A11)', () => {
  test('connects when it is asked again after Cancel, and the earlier answer takes nothing from the connection', async () => {
    const { client, slow } = createPair()
    Object.assign(slow.faults, { hold: ['eth_chainId'] })
    slow.setApprove('always')
    void client.connect({ walletId: 'com.slow' })
    await pass()
    client.dismiss()
    const again = client.connect({ walletId: 'com.slow' })
    await pass()
    slow.release()
    await pass(200)
    expect((await again).wallet?.account).toBe(ALICE)
    expect(slow.requests.map(({ method }) => method)).not.toContain('wallet_revokePermissions')
    expect(client.getState().status).toBe('connected')
  })

  test('is not asked to switch its chain after Cancel', async () => {
    const { client, slow } = createPair()
    void client.connect({ walletId: 'com.slow', chainId: 5 })
    await pass()
    client.dismiss()
    ;(await slow.nextPrompt()).approve()
    await pass()
    expect(slow.prompts.map(({ kind }) => kind)).toEqual(['connect'])
    expect(slow.chainId).toBe('0x1')
  })
})

test('a wallet that was cancelled while its code was loading is not asked at all', async () => {
  const one = createWallet('One')
  const { client } = createClient(createDevice(one))
  void client.connect({ walletId: 'com.one' })
  client.pick('com.one')
  client.dismiss()
  await pass(1_000)
  expect(one.requests).toEqual([])
})

test('a wallet that refuses lets Retry ask for the same chain again', async () => {
  const { client, slow } = createPair()
  const rejected = outcome(client.connect({ chainId: 5 }))
  await pass()
  client.pick('com.slow')
  ;(await slow.nextPrompt()).reject()
  await rejected
  slow.setApprove('always')
  client.retry()
  await pass()
  expect(client.getState().chainId).toBe('eip155:5')
})

test('a request that is still open in the wallet is reported, and not repeated by itself (A13, M13)', async () => {
  const { client, slow } = createPair()
  void client.connect({ walletId: 'com.slow' })
  await pass()
  client.dismiss()
  expect(await outcome(client.connect({ walletId: 'com.slow' }))).toBe('request_pending')
  await pass(60_000)
  expect(slow.requests).toHaveLength(2)
  expect(client.getState()).toMatchObject({ phase: 'failed', error: { code: 'request_pending' } })
})

describe('an attempt', () => {
  test('gives nulls when a listener of `connecting` cancels it, and the wallet is not asked', async () => {
    const one = createWallet('One')
    const { client, emitted } = createClient(createDevice(one))
    const stop = client.on('connecting', () => false)
    expect(await client.connect({ walletId: 'com.one' })).toEqual(NOTHING)
    expect([one.requests.length, emitted(), client.getState().phase]).toEqual([0, ['connecting'], 'ready'])
    stop()
    expect((await client.connect({ walletId: 'com.one' })).wallet?.id).toBe('com.one')
  })

  test('goes on when a listener of `connecting` returns nothing, or a promise', async () => {
    const { client } = createClient(createDevice(createWallet('One')))
    client.on('connecting', () => undefined)
    client.on('connecting', async () => false)
    expect((await client.connect({ walletId: 'com.one' })).wallet?.id).toBe('com.one')
  })
})

test('each new pairing URI is shown, and dropped with its attempt', async () => {
  const own = createOwnConnector({
    async connect(request) {
      request.onUri('wc:one', 1_000)
      await Promise.resolve()
      request.onUri('wc:two', 2_000)
      return new Promise(() => {})
    },
  })
  const { client } = createClient(createDevice(own.connector, createWallet('One')))
  void client.connect()
  await pass()
  client.pick('own')
  await pass()
  expect(client.getState()).toMatchObject({
    phase: 'pairing',
    attempt: { uri: 'wc:two', uriExpiresAt: 2_000 },
  })
  client.back()
  expect(client.getState().attempt).toBeNull()
})

test('a pairing URI is shown even when its wallet connects without the list', async () => {
  const own = createOwnConnector({
    async connect({ onUri }) {
      await Promise.resolve()
      onUri('wc:one', 1_000)
      return new Promise(() => {})
    },
  })
  const { client } = createClient(createDevice(own.connector, createWallet('One')))
  const promise = client.connect({ walletId: 'own' })
  expect(client.getState().open).toBe(false)
  await pass()
  expect(client.getState()).toMatchObject({ phase: 'pairing', open: true, attempt: { uri: 'wc:one' } })
  client.back()
  expect(await promise).toEqual(NOTHING)
  expect(client.getState().open).toBe(false)
})

test('a cancelled attempt changes nothing when its wallet still answers (M2)', async () => {
  const own = createOwnConnector()
  const { client } = createClient(createDevice(own.connector, createWallet('One')))
  void client.connect({ walletId: 'own' })
  await pass()
  const request = own.waiting[0]?.request
  client.dismiss()
  const before = client.getState()
  request?.onUri('wc:late', 1)
  request?.onAwaiting()
  expect(client.getState()).toBe(before)
  expect(request?.signal.aborted).toBe(true)
  own.approve()
  await pass()
  expect(own.calls).toEqual(['connect', 'disconnect'])
  expect(client.getState().status).toBe('idle')
})

test.each([
  [
    'throws on the spot',
    () => {
      throw createRpcError(-32603, 'broken')
    },
    'wallet_failed',
  ],
  ['rejects with nothing', () => Promise.reject(undefined), 'connect_failed'],
  [
    'gives a session without account',
    async () => createOwnConnector().createSession({ account: '' }),
    'connect_failed',
  ],
  [
    'gives a session without chain',
    async () => createOwnConnector().createSession({ chainId: '' as never }),
    'connect_failed',
  ],
])('a connector that %s fails with a code of the catalogue (M16)', async (_, connect, code) => {
  const own = createOwnConnector({ connect: connect as never })
  const { client, details } = createClient(createDevice(own.connector))
  expect(await outcome(client.connect({ walletId: 'own' }))).toBe(code)
  expect(client.getState()).toMatchObject({ phase: 'failed', error: { code }, connections: [] })
  expect(details('error')).toHaveLength(1)
})
