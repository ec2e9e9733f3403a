import { describe, expect, test } from 'vitest'
import { readBalance } from '../../../../src/connectors/evm/chain-reads.js'
import { Report } from '../../../../src/connectors/report.js'
import { type Reply, startPageServer } from '../../../counterparts/servers.js'
import { ALICE, BOB, createWallet, outcome } from '../../client/fixture.js'

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const text = (value: string) => {
  const hex = Buffer.from(value).toString('hex')
  return `0x${word(32n)}${word(BigInt(hex.length / 2))}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}

const AT_HOME = new Report()
AT_HOME.hear({ accounts: [ALICE], chainId: 'eip155:1' })

/** Reads Alice's balance from a node, through her wallet. */
function read(answers: Record<string, unknown>, token?: string, networks: object[] = []) {
  const { provider } = createWallet('One', {
    askNode: async (_url, { method, params }) => {
      const [call] = params as [{ data: string; to: string } | string]
      return typeof call === 'object' ? answers[call.data.slice(0, 10)] : answers[method]
    },
  })
  return readBalance(
    {
      provider,
      report: AT_HOME,
      getNetworks: () => networks as never,
    },
    token,
  )
}

describe('the balance of the chain’s own currency (J20)', () => {
  test.each([
    ['0x0', '0.000000'],
    ['0x1', '0.000000'],
    ['0xde0b6b3a7640000', '1.000000'],
    [`0x${(10n ** 18n * 123n + 456_789_999_999_999_999n).toString(16)}`, '123.456789'],
    [`0x${(2n ** 128n - 1n).toString(16)}`, '340282366920938463463.374607'],
    [`0x${'f'.repeat(64)}`, '115792089237316195423570985008687907853269984665640564039457.584007'],
  ])('%s is shown as %s, cut and not rounded', async (value, formatted) => {
    expect(await read({ eth_getBalance: value })).toEqual({
      value: BigInt(value),
      decimals: 18,
      symbol: 'ETH',
      formatted,
    })
  })

  test('has the symbol that the page gives its network’s currency', async () => {
    const network = { chainId: 1, nativeCurrency: { name: 'Shop', symbol: 'SHOP', decimals: 2 } }
    expect(await read({ eth_getBalance: '0x64' }, undefined, [network])).toMatchObject({
      symbol: 'SHOP',
      formatted: '1.000000',
    })
  })

  test.each(['', '0x', '-0x1', '0xzz', '12', null, 5, true, {}, `0x${'f'.repeat(65)}`])(
    'fails with “Something went wrong” for %j',
    async (value) => {
      await expect(read({ eth_getBalance: value })).rejects.toMatchObject({
        code: 'balance_failed',
        message: 'Something went wrong',
      })
    },
  )
})

describe('the page’s own nodes (SP02)', () => {
  /** Starts a node, and reads from it with a wallet that has another answer, or that refuses. */
  async function readOwn(reply: Reply, isRefused: boolean) {
    const node = await startPageServer()
    node.route('/private', reply)
    node.route('/public', reply)
    const wallet = createWallet('One', { askNode: async () => '0x1' })
    if (isRefused) wallet.faults.errors = { eth_getBalance: new Error('Not supported') }
    const network = {
      chainId: 1,
      rpcUrls: [`${node.origin}/public`],
      privateCustomerRpcUrls: [`${node.origin}/private`],
    }
    const reading = readBalance({
      provider: wallet.provider,
      report: AT_HOME,
      getNetworks: () => [network] as never,
    })
    const balance = await reading.catch((error) => error)
    await node.stop()
    return { balance, asked: node.requests, wallet }
  }
  const result = { body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0xde0b6b3a7640000' }) }
  const failure = {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit' } }),
  }

  test('are asked for a balance, private addresses first, and the wallet is not', async () => {
    const { balance, asked, wallet } = await readOwn(result, false)
    expect(balance).toMatchObject({ value: 10n ** 18n })
    expect(asked.map(({ path }) => path)).toEqual(['/private'])
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      method: 'eth_getBalance',
      params: [ALICE, 'latest'],
    })
    expect(wallet.requests).toEqual([])
  })

  test('answer for a wallet that refuses to read', async () => {
    expect((await readOwn(result, true)).balance).toMatchObject({ value: 10n ** 18n })
  })

  test.each([
    ['are down', { drop: true }],
    ['answer with a page', { status: 502, body: '<html>' }],
    ['answer with an error', failure],
  ])('give way to the wallet when they %s', async (_name, reply) => {
    expect((await readOwn(reply, false)).balance).toMatchObject({ value: 1n })
    expect((await readOwn(reply, true)).balance).toMatchObject({ code: 'balance_failed' })
  })
})

describe('the balance of a token', () => {
  const token = (more: object = {}) => ({
    '0x70a08231': `0x${word(1_234_567n)}`,
    '0x313ce567': `0x${word(6n)}`,
    '0x95d89b41': text('USDC'),
    ...more,
  })

  test('is read from the contract, with its own decimals and symbol', async () => {
    expect(await read(token(), BOB)).toEqual({
      value: 1_234_567n,
      decimals: 6,
      symbol: 'USDC',
      formatted: '1.234567',
    })
  })

  test.each([
    [`0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`, 'MKR'],
    [`0x${Buffer.from('M'.repeat(32)).toString('hex')}`, 'M'.repeat(32)],
    [text('Ev\u202eil\u200b\n'), 'Evil'],
    [text('L'.repeat(200)), 'L'.repeat(32)],
    [text(''), ''],
    ['0x', ''],
  ])('has a symbol in plain text, whatever the contract returns (case %#)', async (answer, symbol) => {
    expect((await read(token({ '0x95d89b41': answer }), BOB)).symbol).toBe(symbol)
  })

  test.each([
    { '0x70a08231': '0x' },
    { '0x70a08231': null },
    { '0x313ce567': `0x${word(78n)}` },
    { '0x313ce567': '0x' },
    { '0x95d89b41': null },
  ])('fails with “Something went wrong” for %j', async (answers) => {
    expect(await outcome(read(token(answers), BOB))).toBe('balance_failed')
  })

  test.each(['', '0x1', 'USDC', `${BOB}0`, null])(
    'is refused for an invalid address (%j)',
    async (address) => {
      expect(await outcome(read(token(), address as never))).toBe('request_invalid')
    },
  )
})
