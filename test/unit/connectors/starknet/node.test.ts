import { afterEach, describe, expect, it, vi } from 'vitest'

// The platform keeps the built-ins of load time.
const nodes = vi.hoisted(() => {
  vi.useFakeTimers()
  const answers: Record<string, unknown[]> = {}
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url)
    const answer = answers[url]?.length === 1 ? answers[url][0] : answers[url]?.shift()
    if (answer === 'silent') return new Promise((_, fail) => signal.addEventListener('abort', fail))
    if (answer === undefined) throw new TypeError('refused')
    return { ok: answer !== 'busy', json: async () => answer }
  })
  return { answers, asked }
})

import { readStarknetBalance } from '../../../../src/connectors/starknet/balance.js'
import { createStarknetNode, type StarknetNode } from '../../../../src/connectors/starknet/node.js'
import { followTransaction } from '../../../../src/connectors/starknet/receipt.js'

afterEach(() => {
  nodes.asked.length = 0
})

describe('the nodes of a Starknet chain', () => {
  const ask = async (a: unknown, b: unknown, signal?: AbortSignal) => {
    Object.assign(nodes.answers, { a: [a], b: [b] })
    const asking = createStarknetNode(['a', 'b'])
      .request('starknet_chainId', [], signal)
      .catch((error) => error)
    await vi.advanceTimersByTimeAsync(20_000)
    return asking
  }
  const good = { result: '0x1' }

  it.each([
    ['refuses the connection', undefined],
    ['is busy', 'busy'],
    ['is silent', 'silent'],
    ['answers nothing', {}],
    ['has an error of the transport', { error: { code: -32_603, message: 'no' } }],
  ])('are asked in turn when the first %s', async (_, answer) => {
    expect([await ask(answer, good), nodes.asked]).toEqual(['0x1', ['a', 'b']])
  })

  it('may refuse, which is final', async () => {
    const error = { code: 20, message: 'Contract not found' }
    expect([await ask({ error }, good), nodes.asked]).toEqual([error, ['a']])
  })

  it('make the chain unavailable when none answers, and are not asked for a session that is over', async () => {
    expect(await ask({}, undefined)).toMatchObject({ code: 'chain_unavailable' })
    nodes.asked.length = 0
    expect(await ask(good, good, AbortSignal.abort())).toMatchObject({ code: 'session_ended' })
    expect(nodes.asked).toEqual([])
  })

  it('are asked last once they have failed', async () => {
    Object.assign(nodes.answers, { a: [{}], b: [good] })
    const node = createStarknetNode(['a', 'b'])
    await node.request('m', [])
    await node.request('m', [])
    expect(nodes.asked).toEqual(['a', 'b', 'b'])
  })

  it('name their chain, or make it unavailable', async () => {
    Object.assign(nodes.answers, { a: [{ result: '0x534e5f4d41494e' }, { result: 'x y' }] })
    const node = createStarknetNode(['a'])
    expect(await node.getChainId()).toBe('starknet:SN_MAIN')
    await expect(node.getChainId()).rejects.toMatchObject({ code: 'chain_unavailable' })
  })
})

/** A node with answers by method: each list is used up to its last answer, and what has a code is the node's refusal. */
function createNode(answers: Record<string, unknown[]>): StarknetNode {
  return {
    async request(method, params) {
      const { request: call } = params as { request?: { entry_point_selector: string } }
      const list = answers[call?.entry_point_selector.slice(0, 6) ?? method] ?? [new Error('outage')]
      const answer = list.length > 1 ? list.shift() : list[0]
      if (answer instanceof Error || Object.hasOwn(Object(answer), 'code')) throw answer
      return answer
    },
    getChainId: async () => 'starknet:SN_MAIN',
  }
}

describe('a Starknet transaction', () => {
  const unknown = { code: 29 }
  const waiting = { finality_status: 'RECEIVED' }
  const accepted = { finality_status: 'ACCEPTED_ON_L2' }
  const failed = { execution_status: 'REVERTED', block_number: 8, revert_reason: 'why' }

  it.each([
    [
      'is waited for',
      [unknown, waiting, accepted],
      { block_number: 7 },
      { status: 'accepted', blockNumber: 7 },
    ],
    ['is reverted', [accepted], failed, { status: 'reverted', blockNumber: 8, revertReason: 'why' }],
    ['is rejected', [{ finality_status: 'REJECTED' }], {}, { status: 'reverted' }],
    ['survives an outage', [waiting, new Error('outage'), accepted], {}, { status: 'accepted' }],
    ['is not lost before it was seen', [...Array(9).fill(unknown), accepted], {}, { status: 'accepted' }],
    ['is not lost in a moment', [waiting, ...Array(4).fill(unknown), accepted], {}, { status: 'accepted' }],
    ['is lost', [waiting, unknown], {}, 'transaction_dropped'],
    ['cannot be asked for', [{ code: 24 }], {}, 'chain_unavailable'],
  ])('%s', async (_, statuses, receipt, end) => {
    const node = createNode({
      starknet_getTransactionStatus: [...statuses],
      starknet_getTransactionReceipt: [receipt],
    })
    const following = followTransaction(node, '0x5', new AbortController().signal).catch(({ code }) => code)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await following).toEqual(typeof end === 'string' ? end : { transactionHash: '0x5', ...end })
  })
})

describe('a balance on Starknet', () => {
  const [BALANCE_OF, SNAKE, DECIMALS, SYMBOL] = ['0x2e42', '0x35a7', '0x4c4f', '0x216b']
  const read = (answers: Record<string, unknown[]>, token?: string) =>
    readStarknetBalance(createNode(answers), '0x7', token).catch(({ code }) => code)

  it('is ETH’s, a token’s with its own decimals and symbol, or one of a contract in Cairo 1', async () => {
    const whole = { value: 10n ** 18n, decimals: 18, symbol: 'ETH', formatted: '1.000000' }
    expect(await read({ [BALANCE_OF]: [['0xde0b6b3a7640000', '0x0']] })).toEqual(whole)
    const own = { [DECIMALS]: [['0x2']], [SYMBOL]: [['0x0', '0x544f4b', '0x3']] }
    const token = { value: 150n, decimals: 2, symbol: 'TOK', formatted: '1.500000' }
    expect(await read({ ...own, [BALANCE_OF]: [{ code: 21 }], [SNAKE]: [['0x96', '0x0']] }, '0x9')).toEqual(
      token,
    )
    expect(await read({ ...own, [BALANCE_OF]: [['0x96', '0x0']], [SYMBOL]: [{ code: 21 }] }, '0x9')).toEqual({
      ...token,
      symbol: '',
    })
  })

  it.each([
    [
      'the node fails',
      { [BALANCE_OF]: [{ code: 1 }], [SNAKE]: [['0x1', '0x0']] },
      undefined,
      'balance_failed',
    ],
    [
      'a token has too many decimals',
      { [BALANCE_OF]: [['0x1', '0x0']], [DECIMALS]: [['0x4e']] },
      '0x9',
      'balance_failed',
    ],
    ['the token is none', {}, 'DOGE', 'request_invalid'],
  ])('is an error when %s', async (_, answers, token, code) => {
    expect(await read(answers, token).catch(({ code: thrown }) => thrown)).toBe(code)
  })
})
