import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStarknetNode } from '../../../src/connectors/starknet/node.js'
import { STRK } from '../../../src/connectors/starknet/tokens.js'
import { ERRORS } from '../../counterparts/starknet-chain.js'
import {
  ETH_TOKEN,
  STRK_TOKEN,
  type StarknetTestNode,
  startStarknetNode,
} from '../../counterparts/starknet-node.js'
import { install, makeRequest, useStarknetWallets } from '../../unit/connectors/starknet/open-wallet.js'

useStarknetWallets()

let node: StarknetTestNode
let manual: StarknetTestNode
beforeAll(async () => {
  node = await startStarknetNode()
  manual = await startStarknetNode({ mining: 'manual' })
})
afterAll(() => Promise.all([node.close(), manual.close()]))
beforeEach(() => {
  for (const one of [node, manual])
    for (const key of Object.keys(one.faults)) Reflect.deleteProperty(one.faults, key)
})

const TOO_MANY = { code: 429, message: 'Your app has exceeded its compute units per second capacity.' }

async function connectOn(own: StarknetTestNode, ...urls: string[]) {
  const opened = install({ profile: 'argentX', nodes: { SN_MAIN: own.url, SN_SEPOLIA: null } })
  own.chain.deploy(opened.wallet.account)
  const networks = [{ chainId: 'starknet:SN_MAIN', rpcUrls: urls.length > 0 ? urls : [own.url] }]
  const session = await opened.connect(makeRequest({}, { networks }))
  return { ...opened, session }
}

describe('the balance of a Starknet account', () => {
  it('is ETH’s by default, STRK’s by its symbol, with six decimals and no floating point', async () => {
    const { session, wallet } = await connectOn(node)
    node.chain.setBalance(ETH_TOKEN, wallet.account.address, 1_234_567_891_234_567_891n)
    node.chain.setBalance(STRK_TOKEN, wallet.account.address, 2n ** 128n + 5n)
    expect(await session.getBalance?.()).toEqual({
      value: 1_234_567_891_234_567_891n,
      decimals: 18,
      symbol: 'ETH',
      formatted: '1.234567',
    })
    expect(await session.getBalance?.('STRK')).toMatchObject({ value: 2n ** 128n + 5n, symbol: 'STRK' })
    expect(await session.getBalance?.(STRK.address)).toMatchObject({ symbol: 'STRK' })
  })

  it.each([
    ['camel', 'felt'],
    ['snake', 'bytes'],
  ] as const)('is read of any ERC-20 in %s case, with its symbol as %s', async (names, symbolAs) => {
    const { session, wallet } = await connectOn(node)
    const token = names === 'camel' ? '0x1001' : '0x1002'
    node.chain.addToken({ address: token, symbol: 'USDC', decimals: 6, names, symbolAs })
    node.chain.setBalance(token, wallet.account.address, 1_500_000n)
    expect(await session.getBalance?.(token)).toEqual({
      value: 1_500_000n,
      decimals: 6,
      symbol: 'USDC',
      formatted: '1.500000',
    })
  })

  it.each([
    ['a contract that is not there', '0x9999', {}],
    ['a failing call', 'ETH', { errors: { starknet_call: ERRORS.contractError('panic') } }],
    ['a missing high part', 'ETH', { results: { starknet_call: ['0x1'] } }],
    ['a negative part', 'ETH', { results: { starknet_call: ['-0x1', '0x0'] } }],
    ['an answer that is no list', 'ETH', { results: { starknet_call: '0x1' } }],
    ['no node', 'ETH', { mode: 'http-500' }],
  ] as const)('J20: fails with “Something went wrong” when %s', async (_name, token, faults) => {
    const { session } = await connectOn(node)
    Object.assign(node.faults, faults)
    await expect(session.getBalance?.(token)).rejects.toMatchObject({
      code: 'balance_failed',
      message: 'Something went wrong',
    })
  })

  it('is not requested for an invalid token', async () => {
    const { session } = await connectOn(node)
    await expect(session.getBalance?.('DOGE')).rejects.toMatchObject({ code: 'request_invalid' })
  })
})

describe('a Starknet transaction', () => {
  const transfer = (amount: bigint) => ({
    contractAddress: ETH_TOKEN,
    entrypoint: 'transfer',
    calldata: ['0x77', amount, 0],
  })
  const signal = new AbortController().signal

  it('of two calls, signed by the account, is followed until it is accepted', async () => {
    const { session, wallet } = await connectOn(node)
    node.chain.setBalance(ETH_TOKEN, wallet.account.address, 100n)
    node.chain.setBalance(ETH_TOKEN, '0x77', 0n)
    const sent = await session.execute?.([transfer(40n), transfer(2n)])
    const hash = sent?.transactionHash as string
    expect(await session.waitForTransaction?.(hash, signal)).toEqual({
      transactionHash: hash,
      status: 'accepted',
      blockNumber: node.chain.blockNumber,
    })
    expect(node.chain.getBalance(ETH_TOKEN, '0x77')).toBe(42n)
    expect(node.chain.getBalance(ETH_TOKEN, wallet.account.address)).toBe(58n)
  })

  it('that reverts names the reason', async () => {
    const { session, wallet } = await connectOn(node)
    node.chain.setBalance(ETH_TOKEN, wallet.account.address, 100n)
    const sent = await session.execute?.([transfer(60n), transfer(60n)])
    expect(await session.waitForTransaction?.(sent?.transactionHash as string, signal)).toMatchObject({
      status: 'reverted',
      revertReason: 'ERC20: insufficient balance',
    })
    expect(node.chain.getBalance(ETH_TOKEN, wallet.account.address)).toBe(100n)
  })

  it('is waited for while it is in no block, and through an outage of the node', async () => {
    const { session } = await connectOn(manual)
    const sent = await session.execute?.({
      contractAddress: ETH_TOKEN,
      entrypoint: 'approve',
      calldata: ['0x1', 1, 0],
    })
    const waiting = session.waitForTransaction?.(sent?.transactionHash as string, signal)
    await vi.waitFor(() => expect(manual.methods).toContain('starknet_getTransactionStatus'))
    manual.faults.mode = 'http-500'
    manual.chain.mine()
    setTimeout(() => {
      delete manual.faults.mode
    }, 100)
    expect(await waiting).toMatchObject({ status: 'accepted' })
  })

  it('is waited for while the only node has too many requests', async () => {
    const { session } = await connectOn(node)
    node.faults.errors = { starknet_getTransactionStatus: TOO_MANY }
    const sent = await session.execute?.({
      contractAddress: ETH_TOKEN,
      entrypoint: 'approve',
      calldata: ['0x1', 1, 0],
    })
    const before = node.methods.length
    const waiting = session.waitForTransaction?.(sent?.transactionHash as string, signal)
    await vi.waitFor(() => expect(node.methods.length).toBeGreaterThan(before))
    delete node.faults.errors
    expect(await waiting).toMatchObject({ status: 'accepted' })
  })

  it('that the sequencer has rejected (nodes before 0.9) has failed', async () => {
    const { session } = await connectOn(node)
    node.faults.results = {
      starknet_getTransactionStatus: { finality_status: 'REJECTED', failure_reason: 'fee too low' },
    }
    expect(await session.waitForTransaction?.('0xabc', signal)).toEqual({
      transactionHash: '0xabc',
      status: 'reverted',
      revertReason: 'fee too low',
    })
  })

  it('is not waited for any longer once the page or the session ends', async () => {
    const { session } = await connectOn(manual)
    const control = new AbortController()
    const first = session.waitForTransaction?.('0xabc', control.signal)
    control.abort()
    await expect(first).rejects.toMatchObject({ code: 'session_ended' })
    const second = session.waitForTransaction?.('0xabc', signal)
    await session.disconnect()
    await expect(second).rejects.toMatchObject({ code: 'session_ended' })
  })

  it.each(['', 'abc', '0x', '0x0', '12', `0x${'f'.repeat(64)}`])(
    'is not looked for under the hash %j',
    async (hash) => {
      const { session } = await connectOn(node)
      await expect(session.waitForTransaction?.(hash, signal)).rejects.toMatchObject({
        code: 'request_invalid',
      })
    },
  )

  it('is refused by the node when another key has signed it', async () => {
    const { session, wallet } = await connectOn(node)
    node.chain.deploy({ ...wallet.account, publicKey: '0x1234' })
    await expect(session.execute?.(transfer(1n))).rejects.toMatchObject({ code: 'execute_failed' })
  })
})

describe('the nodes of a Starknet chain', () => {
  it('include a second node that answers when the first has too many requests, in Alchemy’s form', async () => {
    manual.faults.errors = { starknet_chainId: TOO_MANY }
    expect(await createStarknetNode([manual.url, node.url]).getChainId()).toBe('starknet:SN_MAIN')
  })

  it.each(['http-500', 'html', 'rate-limit'] as const)(
    'include a second node that answers when the first fails (%s)',
    async (mode) => {
      manual.faults.mode = mode
      const both = createStarknetNode([manual.url, node.url])
      expect(await both.getChainId()).toBe('starknet:SN_MAIN')
      const before = manual.methods.length
      expect(await both.request('starknet_blockNumber', [])).toBe(node.chain.blockNumber)
      expect(manual.methods).toHaveLength(before)
    },
  )

  it('include a second node that answers when the first refuses the connection', async () => {
    const both = createStarknetNode(['http://127.0.0.1:1', node.url])
    expect(await both.getChainId()).toBe('starknet:SN_MAIN')
  })

  it('may refuse, which is final', async () => {
    const both = createStarknetNode([node.url, manual.url])
    const before = manual.methods.length
    await expect(both.request('starknet_getNonce', ['latest', '0x9999'])).rejects.toMatchObject({ code: 20 })
    expect(manual.methods).toHaveLength(before)
  })

  it('make the chain unavailable when none answers', async () => {
    node.faults.mode = 'html'
    await expect(createStarknetNode([node.url]).getChainId()).rejects.toMatchObject({
      code: 'chain_unavailable',
    })
    await expect(createStarknetNode([]).getChainId()).rejects.toMatchObject({ code: 'chain_unavailable' })
  })
})
