import './fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import {
  ALICE,
  BOB,
  connectOne,
  connectOwn,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  outcome,
  pass,
  SIGNATURE,
} from './fixture.js'

async function connected() {
  const setup = await connectOne()
  setup.one.setApprove('manual')
  return setup
}

const hash = `0x${'7'.repeat(64)}`

describe('the request queue', () => {
  test('shows one prompt at a time, in the order of the calls, and the state names the open request', async () => {
    const { client, one } = await connected()
    const pending = () => client.getState().connections[0]?.pending
    const first = client.signMessage('one')
    const second = client.switchChain({ chainId: 5 })
    await pass()
    expect([one.openPrompts.map(({ kind }) => kind), pending()]).toEqual([['sign'], 'sign'])
    one.openPrompts[0]?.approve()
    expect(await first).toBe(SIGNATURE)
    await pass()
    expect([one.openPrompts.map(({ kind }) => kind), pending()]).toEqual([['switch'], 'switch'])
    one.openPrompts[0]?.approve()
    await second
    expect(pending()).toBeNull()
  })

  test('lets ten requests wait, and refuses the eleventh at once', async () => {
    const { client, one } = await connected()
    const eleven = Array.from({ length: 11 }, (_, n) => client.signMessage(`message ${n}`))
    expect(await outcome(client.signMessage('too many'))).toBe('busy')
    one.setApprove('always')
    ;(await one.nextPrompt()).approve()
    expect(await Promise.all(eleven)).toEqual(Array(11).fill(SIGNATURE))
    expect(await client.signMessage('again')).toBe(SIGNATURE)
  })

  test('brings the window of the open request to the front when another waits (D26)', async () => {
    const focus = vi.fn()
    let answer = (_: string) => {}
    const signMessage = () => new Promise<string>((resolve) => (answer = resolve))
    const { client } = await connectOwn({ focus, signMessage })
    const first = client.signMessage('one')
    await pass()
    expect(focus).not.toHaveBeenCalled()
    const second = client.signMessage('two')
    expect(focus).toHaveBeenCalledTimes(1)
    answer('0x1')
    await first
    await pass()
    answer('0x2')
    expect(await second).toBe('0x2')
    expect(focus).toHaveBeenCalledTimes(1)
  })
})

describe('a connection that ends', () => {
  test('rejects open and waiting requests with session_ended, and drops the wallet’s late answer', async () => {
    const { client, one, details } = await connected()
    const all = [
      client.signMessage('one'),
      client.signMessage('two'),
      client.switchChain({ chainId: 5 }),
    ].map(outcome)
    await pass()
    one.disconnect()
    expect(await Promise.all(all)).toEqual(['session_ended', 'session_ended', 'session_ended'])
    one.openPrompts[0]?.approve()
    await pass()
    expect(one.prompts).toHaveLength(2)
    expect(details('error')).toHaveLength(3)
  })

  test('ends reads that the wallet never answers, and the wait for a transaction', async () => {
    const { client, one } = await connected()
    Object.assign(one.faults, { hold: ['eth_getBalance', 'eth_getTransactionReceipt'] })
    const open = [client.getBalance(), client.waitForTransaction(hash)].map(outcome)
    await pass(3_000)
    await client.disconnect()
    expect(await Promise.all(open)).toEqual(['session_ended', 'session_ended'])
    await vi.dynamicImportSettled()
    await pass(1_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('stops asking for a receipt', async () => {
    const { client, one } = await connected()
    const asked = () => one.requests.filter(({ method }) => method === 'eth_getTransactionReceipt').length
    const receipt = outcome(client.waitForTransaction(hash))
    // The part that reads the chain is loaded by now.
    await vi.waitFor(() => expect(asked()).toBe(1))
    await pass(2_400)
    expect(asked()).toBe(3)
    await client.disconnect()
    expect(await receipt).toBe('session_ended')
    await pass(10_000)
    expect(asked()).toBe(3)
  })
})

describe('a request is answered for the account and the chain of its call, or fails (M9)', () => {
  test('when the account changes while a signature waits; an answer under way belongs to the account of its call (SP10)', async () => {
    const { client, one } = await connected()
    const first = client.signMessage('one')
    const second = outcome(client.signMessage('two'))
    const prompt = await one.nextPrompt()
    one.setAccounts([BOB, ALICE])
    await pass()
    prompt.approve()
    expect(await first).toBe(SIGNATURE)
    expect(await second).toBe('account_mismatch')
    expect(one.prompts.map(({ params }) => (params as string[])?.[1])).toEqual([undefined, ALICE])
  })

  test('when the chain changes while a transaction waits', async () => {
    const executed: unknown[] = []
    let go = () => {}
    const { client, own, details } = await connectOwn({
      signMessage: () =>
        new Promise((resolve) => {
          go = () => resolve(['0x1'])
        }),
      execute: async (calls: unknown) => {
        executed.push(calls)
        return { transactionHash: '0x1' }
      },
    })
    void client.signMessage('one')
    const rejected = outcome(client.execute([]))
    await pass()
    own.tell({ type: 'change', chainId: 'starknet:SN_SEPOLIA' })
    go()
    expect(await rejected).toBe('chain_mismatch')
    expect([executed, details('transaction')]).toEqual([[], []])
  })

  test('when the chain changes later, and the transaction event names the first chain', async () => {
    let answer = (_: { transactionHash: string }) => {}
    const { client, own, details } = await connectOwn({
      execute: () => new Promise((resolve) => (answer = resolve)),
    })
    const result = client.execute([])
    await pass()
    own.tell({ type: 'change', chainId: 'starknet:SN_SEPOLIA' })
    answer({ transactionHash: hash })
    expect(await result).toEqual({ transactionHash: hash })
    expect(details('transaction')).toEqual([
      { transactionHash: hash, chainId: 'starknet:SN_MAIN', status: 'sent' },
    ])
  })
})

test('a transaction is followed by the wallet and on the chain that it was sent with, whatever is in use later', async () => {
  const followed: unknown[] = []
  const own = createOwnConnector()
  const one = createWallet('One')
  const { client, details } = createClient(createDevice(own.connector, one))
  await own.connect(client, {
    execute: async () => ({ transactionHash: hash }),
    waitForTransaction: async (...args) => {
      followed.push(args[2])
      return { transactionHash: hash, status: 'accepted' }
    },
  })
  await client.execute([])
  await client.connect({ walletId: 'com.one' })
  own.tell({ type: 'change', chainId: 'starknet:SN_SEPOLIA' })
  expect(client.getState()).toMatchObject({ active: 'eip155', connections: [{}, {}] })
  expect(await client.waitForTransaction(hash)).toEqual({ transactionHash: hash, status: 'accepted' })
  expect(followed).toEqual(['starknet:SN_MAIN'])
  expect(details('transaction')).toEqual([
    { transactionHash: hash, chainId: 'starknet:SN_MAIN', status: 'sent' },
    { transactionHash: hash, chainId: 'starknet:SN_MAIN', status: 'accepted' },
  ])
})

test('every request without a connection fails with “User not connected”, and one error event (J18)', async () => {
  const { client, details } = createClient(createDevice(createWallet('One')))
  const typedData = { types: {}, primaryType: '', domain: {}, message: {} }
  const all = [
    () => client.signMessage('hello'),
    () => client.signTypedData(typedData),
    () => client.execute([]),
    () => client.waitForTransaction(hash),
    () => client.switchChain({ chainId: 1 }),
    () => client.addChain({ chainId: 1 }),
    () => client.watchAsset({ type: 'ERC20', options: { address: ALICE } }),
    () => client.getBalance(),
    () => client.getStarknetAccount(),
  ]
  for (const run of all) {
    await expect(run()).rejects.toMatchObject({ code: 'user_not_connected', message: 'User not connected' })
  }
  expect(details('error')).toHaveLength(all.length)
})

test('a request that the wallet’s namespace lacks fails with “not implemented”', async () => {
  const own = await connectOwn({})
  await expect(own.client.execute([])).rejects.toMatchObject({
    code: 'not_implemented',
    message: 'not implemented',
  })
  for (const run of [
    () => own.client.getBalance(),
    () => own.client.waitForTransaction(hash),
    () => own.client.getStarknetAccount(),
  ]) {
    expect(await outcome(run())).toBe('not_implemented')
  }
  await expect(
    own.client.switchChain({ chainId: 'starknet:SN_MAIN' }),
    'a wallet that switches for its visitor alone (T14)',
  ).rejects.toMatchObject({
    code: 'network_switching_only_supported_in_wallet',
    message: 'Network switching is only supported through the wallet',
  })
})

test('options that are null count as none', async () => {
  const { client } = await connectOne()
  expect(await client.signMessage('hello', null as never)).toBe(SIGNATURE)
})

test('a connector’s method that throws at once becomes a rejection with a code', async () => {
  const { client } = await connectOwn({
    signMessage() {
      throw Object.assign(new Error('its own words'), { code: -32603 })
    },
    getBalance() {
      throw new Error('no')
    },
  })
  expect(await outcome(client.signMessage('hello'))).toBe('sign_failed')
  expect(await outcome(client.getBalance())).toBe('balance_failed')
  expect(client.getState().connections[0]?.pending).toBeNull()
})

test('a connector’s own words are kept, and without any a request has its fixed sentence', async () => {
  const { client } = await connectOwn({
    signMessage: async () => {
      throw new Error('wallet words')
    },
    execute: async () => {
      throw undefined
    },
    getBalance: async () => {
      throw new Error('no node')
    },
  })
  const messageOf = (request: Promise<unknown>) => request.catch(({ message }) => message)
  expect(await messageOf(client.signMessage('hello'))).toBe('wallet words')
  expect(await messageOf(client.execute({ to: `0x${'1'.repeat(40)}` }))).toBe(
    'Error while execute a transaction',
  )
  expect(await messageOf(client.getBalance())).toBe('Something went wrong')
})

test('a request goes to the connection that was active at its call', async () => {
  const one = createWallet('One', { approve: 'always' })
  const own = createOwnConnector()
  const { client } = createClient(createDevice(one, own.connector))
  await client.connect({ walletId: 'com.one' })
  await own.connect(client)
  const first = client.signMessage('one')
  client.activate('eip155')
  const second = client.signMessage('two')
  expect([await first, await second]).toEqual([['0x1', '0x2'], SIGNATURE])
})

test('a state stays as it was read', async () => {
  const { client } = await connectOne()
  const state = client.getState() as { account: string | null }
  expect(() => {
    state.account = null
  }).toThrow(TypeError)
  expect(client.getState().account).toBe(ALICE)
})
