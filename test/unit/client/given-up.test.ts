import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WalletClient } from '../../../src/client/wallet-client.js'
import type { WalletSession } from '../../../src/connectors/connector.js'
import type { AskNode } from '../../../src/testing/evm/node.js'
import type { ScriptedEvmWalletOptions } from '../../../src/testing/evm/options.js'
import { install, useStarknetWallets } from '../connectors/starknet/open-wallet.js'
import {
  ALICE,
  askSendingNode,
  BOB,
  connectOwn,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  HASH,
  outcome,
  SIGNATURE,
} from './fixture.js'

const PAY = { to: BOB, value: 1n }
const CALL = { contractAddress: '0x049D', entrypoint: 'transfer', calldata: ['12'] }
const LATE = { transactionHash: HASH, chainId: 'eip155:1', status: 'sent', late: true }

useStarknetWallets()
afterEach(() => void vi.restoreAllMocks())

/** A node that also signs, and names the chain that is added. */
const askNode: AskNode = async (url, request) => {
  if (request.method === 'eth_chainId') return '0x7'
  return /sign/i.test(request.method) ? SIGNATURE : askSendingNode(url, request)
}

/** A client with a wallet that keeps each request until its visitor answers it. */
async function connectEvm(options: ScriptedEvmWalletOptions = {}, chains = 'eip155:1 eip155:5') {
  const one = createWallet('One', { askNode, keepsRequests: true, ...options })
  const device = createDevice(one)
  const setup = createClient(device, { chains })
  await setup.client.connect({ walletId: 'com.one' })
  one.setApprove('manual')
  return { one, device, ...setup }
}

async function connectStarknet() {
  const { wallet, connect } = install({
    profile: 'argentX',
    nodes: { SN_MAIN: null, SN_SEPOLIA: null },
    habits: { keepsRequests: true },
  })
  const own = createOwnConnector({ connect: () => connect() })
  const setup = createClient(createDevice(own.connector), { chains: 'starknet:SN_MAIN starknet:SN_SEPOLIA' })
  await setup.client.connect({ walletId: 'own' })
  wallet.setApprove('manual')
  return { wallet, ...setup }
}

const typed = {
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Shop', chainId: 1 },
  message: { text: 'Hello' },
}

type Give = (client: WalletClient, control: AbortController) => unknown
const WAYS: Record<string, Give> = {
  Cancel: (client) => client.cancelRequests(client.getState().active as 'eip155'),
  'a signal': (_, control) => control.abort(),
  'disconnect()': (client) => client.disconnect(),
}

describe.each(Object.entries(WAYS))('AX01: what is given up on the page by %s', (way, give) => {
  test('is sent after all when the visitor confirms it in the wallet, and the page is told of the hash', async () => {
    const { client, one, details } = await connectEvm()
    const control = new AbortController()
    const sending = outcome(client.execute(PAY, { signal: control.signal }))
    await one.nextPrompt('send')
    await give(client, control)
    expect(await sending).toBe('request_given_up')
    expect(details('transaction')).toEqual([])
    ;(await one.nextPrompt('send')).approve()
    await vi.waitFor(() => expect(details('transaction')).toEqual([LATE]))
    expect(details('error').map(({ code }) => code)).toEqual(way === 'a signal' ? [] : ['request_given_up'])
    one.setApprove('always')
    if (way === 'disconnect()') await client.connect({ walletId: 'com.one' })
    expect(await client.waitForTransaction(HASH)).toMatchObject({ status: 'accepted' })
    expect(details('transaction').at(-1)).toMatchObject({ transactionHash: HASH, status: 'accepted' })
  })

  test('is kept by the wallet, which shows it before the next request', async () => {
    if (way === 'disconnect()') return
    const { client, one, details } = await connectEvm()
    const control = new AbortController()
    const sending = outcome(client.execute(PAY, { signal: control.signal }))
    await one.nextPrompt('send')
    one.closeWindow()
    await give(client, control)
    expect(await sending).toBe('request_given_up')
    const signing = client.signMessage('next')
    ;(await one.nextPrompt()).approve()
    ;(await one.nextPrompt('sign')).reject()
    expect(await outcome(signing)).toBe('user_rejected')
    expect(details('transaction')).toEqual([LATE])
  })

  test('never reaches the wallet when the wallet has not got it yet', async () => {
    const { client, one } = await connectEvm()
    const first = outcome(client.signMessage('first'))
    const control = new AbortController()
    const sending = outcome(client.execute(PAY, { signal: control.signal }))
    await one.nextPrompt('sign')
    // Cancel gives up what is open alone.
    if (way === 'Cancel') control.abort()
    else await give(client, control)
    expect(await sending).toBe('user_rejected')
    await Promise.all(one.openPrompts.map((prompt) => prompt.approve()))
    await first
    if (way !== 'disconnect()') {
      const next = client.signMessage('next')
      ;(await one.nextPrompt('sign')).approve()
      expect(await next).toBe(SIGNATURE)
    }
    expect(one.prompts.filter(({ kind }) => kind === 'send')).toEqual([])
  })

  test('is sent after all by a Starknet wallet too', async () => {
    const { client, wallet, details } = await connectStarknet()
    const control = new AbortController()
    const sending = outcome(client.execute(CALL, { signal: control.signal }))
    const prompt = await wallet.nextPrompt('execute')
    await give(client, control)
    expect(await sending).toBe('request_given_up')
    prompt.approve()
    await vi.waitFor(() =>
      expect(details('transaction')).toEqual([
        {
          transactionHash: expect.stringMatching(/^0x[1-9a-f]/),
          chainId: 'starknet:SN_MAIN',
          status: 'sent',
          late: true,
        },
      ]),
    )
  })
})

describe('PR19: a wallet that never answers', () => {
  const asset = { type: 'ERC20', options: { address: ALICE } } as const
  const chain = { chainId: 7, chainName: 'Seven', rpcUrls: ['https://seven.example'] }
  type Options = { signal: AbortSignal }
  const kinds: Record<string, (client: WalletClient, options: Options) => Promise<unknown>> = {
    signMessage: (client, options) => client.signMessage('Hello', options),
    signTypedData: (client, options) => client.signTypedData(typed, options),
    execute: (client, options) => client.execute(PAY, options),
    switchChain: (client, options) => client.switchChain({ chainId: 5 }, options),
    addChain: (client, options) => client.addChain(chain, options),
    watchAsset: (client, options) => client.watchAsset(asset, options),
  }
  test.each(Object.entries(kinds))('lets the page give up %s by a signal', async (_, run) => {
    const { client, one, details } = await connectEvm()
    const control = new AbortController()
    const asked = outcome(run(client, { signal: control.signal }))
    const prompt = await one.nextPrompt()
    control.abort()
    expect(await asked).toBe('request_given_up')
    expect([details('error'), client.getState().connections[0]?.pending]).toEqual([[], null])
    // What comes after it is asked at once, and the page is told of nothing that was given up but a transaction.
    if (prompt.kind === 'add') prompt.reject()
    else prompt.approve()
    const next = client.signMessage('next')
    ;(await one.nextPrompt('sign')).approve()
    expect(await next).toBe(SIGNATURE)
    expect(details('transaction')).toEqual(prompt.kind === 'send' ? [LATE] : [])
  })

  test.each(Object.entries(kinds))('never gets %s whose signal was aborted before', async (_, run) => {
    const { client, one } = await connectEvm()
    const asked = one.requests.length
    expect(await outcome(run(client, { signal: AbortSignal.abort() }))).toBe('user_rejected')
    const next = client.signMessage('next')
    ;(await one.nextPrompt()).approve()
    await next
    expect(one.requests.slice(asked).map(({ method }) => method)).toEqual(['personal_sign'])
  })

  test.each(Object.entries(kinds))('is not asked for %s with anything but a signal', async (_, run) => {
    const { client, one } = await connectEvm()
    const wrong = { signal: new AbortController() } as never
    await expect(run(client, wrong)).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining('signal'),
    })
    expect(one.openPrompts).toEqual([])
  })
})

describe('AX01: an answer to what was given up', () => {
  test('sends nothing of what comes after it, and is told when it was the second of several calls', async () => {
    let count = 0
    const { client, one, details } = await connectEvm({
      askNode: async (url, request) =>
        request.method === 'eth_sendTransaction' ? `0x${String(++count).repeat(64)}` : askNode(url, request),
    })
    const running = client.execute([PAY, PAY, PAY], { sequential: true }).catch((caught) => caught)
    ;(await one.nextPrompt('send')).approve()
    const second = await one.nextPrompt('send')
    client.cancelRequests('eip155')
    const error = await running
    expect(error).toMatchObject({ code: 'request_given_up', sent: [`0x${'1'.repeat(64)}`] })
    second.approve()
    await vi.waitFor(() => expect(details('transaction')).toHaveLength(3))
    expect(details('transaction').map(({ status, late }) => [status, late])).toEqual([
      ['sent', undefined],
      ['accepted', undefined],
      ['sent', true],
    ])
    expect(error.sent).toHaveLength(1)
    expect(one.prompts.filter(({ kind }) => kind === 'send')).toHaveLength(2)
  })

  test('belongs to the chain of its call, whatever the account and the connection are by then', async () => {
    const { client, one, device, details } = await connectEvm()
    const two = createWallet('Two', { approve: 'always', accounts: [BOB] })
    device.add(two)
    const sending = outcome(client.execute(PAY))
    const prompt = await one.nextPrompt('send')
    client.cancelRequests('eip155')
    expect(await sending).toBe('request_given_up')
    one.setChain(5)
    one.setAccounts([BOB, ALICE])
    await client.connect({ walletId: 'com.two' })
    const { account, chainId } = client.getState()
    prompt.approve()
    await vi.waitFor(() => expect(details('transaction')).toEqual([LATE]))
    expect(client.getState()).toMatchObject({ account, chainId })
  })

  test('is dropped when it is a signature, or a refusal', async () => {
    const { client, one, details } = await connectEvm()
    const all = [outcome(client.signMessage('Hello')), outcome(client.execute(PAY))]
    await one.nextPrompt('sign')
    client.cancelRequests('eip155')
    expect(await all[0]).toBe('request_given_up')
    one.openPrompts[0]?.approve()
    const prompt = await one.nextPrompt('send')
    client.cancelRequests('eip155')
    prompt.reject()
    expect(await all[1]).toBe('request_given_up')
    await new Promise((resolve) => setImmediate(resolve))
    expect([details('transaction'), details('error').length]).toEqual([[], 2])
  })

  test('of a page’s own connector is told too, and its session hears that the request is given up', async () => {
    const giveUp = vi.fn()
    let answer = (_: { transactionHash: string }) => {}
    const execute = () => new Promise<{ transactionHash: string }>((resolve) => (answer = resolve))
    const { client, details } = await connectOwn({ giveUp, execute })
    const sending = outcome(client.execute(CALL))
    await vi.waitFor(() => expect(client.getState().connections[0]?.pending).toBe('execute'))
    client.cancelRequests('starknet')
    expect([await sending, giveUp.mock.calls.length]).toEqual(['request_given_up', 1])
    answer({ transactionHash: HASH })
    await vi.waitFor(() =>
      expect(details('transaction')).toMatchObject([{ transactionHash: HASH, late: true }]),
    )
  })

  test('to a switch that the wallet refuses late leaves the transaction after it with the wallet', async () => {
    const { client, one, details } = await connectEvm({ keepsRequests: false }, 'eip155:1')
    one.setChain(5)
    const sending = outcome(client.execute(PAY))
    const switching = await one.nextPrompt('switch')
    // The wallet has moved, and has not answered.
    one.setChain(1)
    const prompt = await one.nextPrompt('send')
    switching.reject()
    await new Promise((resolve) => setImmediate(resolve))
    client.cancelRequests('eip155')
    expect(await sending).toBe('request_given_up')
    prompt.approve()
    await vi.waitFor(() => expect(details('transaction')).toEqual([LATE]))
  })

  /** A promise, and what settles it. */
  function later<T>() {
    let resolve = (_: T) => {}
    const promise = new Promise<T>((settle) => (resolve = settle))
    return { promise, resolve }
  }
  /** A page's own EVM wallet on another chain than the page's, whose session does not say when the wallet has a request. */
  const connectElsewhere = (members: Partial<WalletSession>) =>
    connectOwn(
      { account: ALICE, accounts: [ALICE], chainId: 'eip155:5', ...members },
      { namespace: 'eip155' },
      { chains: 'eip155:1' },
    )

  test('of a page’s own connector is told when the wallet had to switch first', async () => {
    const sent = later<{ transactionHash: string }>()
    const execute = vi.fn(() => sent.promise)
    const { client, details } = await connectElsewhere({ switchChain: async () => {}, execute })
    const sending = outcome(client.execute(PAY))
    await vi.waitFor(() => expect(execute).toHaveBeenCalled())
    client.cancelRequests('eip155')
    expect(await sending).toBe('request_given_up')
    sent.resolve({ transactionHash: HASH })
    await vi.waitFor(() => expect(details('transaction')).toEqual([LATE]))
  })

  test('of a page’s own connector is no refusal while the wallet has its switch, and one before that', async () => {
    const switched = later<void>()
    const asked = later<'eip155:5'>()
    const switchChain = vi.fn(() => switched.promise)
    const execute = vi.fn(async () => ({ transactionHash: HASH }))
    const readChain = vi.fn(() => asked.promise)
    const { client } = await connectElsewhere({ switchChain, execute, readChain })
    const early = outcome(client.execute(PAY))
    await vi.waitFor(() => expect(readChain).toHaveBeenCalled())
    client.cancelRequests('eip155')
    expect(await early).toBe('user_rejected')
    asked.resolve('eip155:5')
    const sending = outcome(client.execute(PAY))
    await vi.waitFor(() => expect(switchChain).toHaveBeenCalled())
    client.cancelRequests('eip155')
    expect(await sending).toBe('request_given_up')
    switched.resolve()
    const next = client.execute(PAY)
    await next
    expect([switchChain.mock.calls.length, execute.mock.calls.length]).toEqual([2, 1])
  })

  test('of a disposed client tells nobody', async () => {
    const { client, one, details } = await connectEvm()
    const sending = outcome(client.execute(PAY))
    const prompt = await one.nextPrompt('send')
    client.dispose()
    expect(await sending).toBe('session_ended')
    prompt.approve()
    await new Promise((resolve) => setImmediate(resolve))
    expect(details('transaction')).toEqual([])
  })
})

test('AX01: a Starknet wallet shows what was given up before the next request, and asks nothing more for a switch that was given up', async () => {
  const { client, wallet, details } = await connectStarknet()
  const control = new AbortController()
  const { signal } = control
  const switching = outcome(client.switchChain({ chainId: 'starknet:SN_SEPOLIA' }, { signal }))
  await wallet.nextPrompt('switch')
  wallet.closeWindow()
  control.abort()
  expect(await switching).toBe('request_given_up')
  const sending = client.execute(CALL)
  ;(await wallet.nextPrompt()).reject()
  ;(await wallet.nextPrompt('execute')).approve()
  await sending
  expect(details('transaction')).toMatchObject([{ status: 'sent' }])
  expect(details('transaction')[0]).not.toHaveProperty('late')
  expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect', 'switch', 'switch', 'execute'])
})
