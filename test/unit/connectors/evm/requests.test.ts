import '../../client/fake-timers.js'
import { describe, expect, test } from 'vitest'
import { connectInjected } from '../../../../src/connectors/evm/injected/connect.js'
import { createInstallRows } from '../../../../src/connectors/evm/injected/known-wallets.js'
import type { EvmFaults } from '../../../../src/testing/evm/faults.js'
import { ALICE, BOB, connectOne, createWallet, outcome, pass, SIGNATURE } from '../../client/fixture.js'

async function connected(faults: EvmFaults = {}) {
  const setup = await connectOne()
  Object.assign(setup.one.faults, faults)
  return { last: () => setup.one.requests.at(-1), ...setup }
}

/** Expects that a call fails because of a field, and that the wallet gets no request. */
async function expectRefusal(
  ask: (setup: Awaited<ReturnType<typeof connected>>) => Promise<unknown>,
  field: string,
) {
  const setup = await connected()
  const before = setup.one.requests.length
  await expect(ask(setup)).rejects.toMatchObject({
    code: 'request_invalid',
    message: expect.stringContaining(field),
  })
  expect(setup.one.requests).toHaveLength(before)
}

const ofBytes = (bytes: number) => `0x${'7f'.repeat(bytes)}`

const typedData = {
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Shop', chainId: 1n },
  message: { contents: 'hello' },
}

describe('signing with an EVM wallet', () => {
  test('sends the text as hex, followed by the account', async () => {
    const { client, last } = await connected()
    expect(await client.signMessage('héllo')).toBe(SIGNATURE)
    expect(last()).toMatchObject({ method: 'personal_sign', params: ['0x68c3a96c6c6f', ALICE] })
  })

  test('sends completed typed data as JSON after the account', async () => {
    const { client, last } = await connected()
    expect(await client.signTypedData(typedData)).toBe(SIGNATURE)
    const [account, json] = last()?.params as [string, string]
    expect(account).toBe(ALICE)
    expect(JSON.parse(json)).toEqual({
      ...typedData,
      domain: { name: 'Shop', chainId: '1' },
      types: {
        ...typedData.types,
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
      },
    })
  })

  test.each([1, 64, 65, 66, 4_096, 8_192])(
    'returns a signature of %i bytes unchanged (A25)',
    async (bytes) => {
      const { client } = await connected({ answers: { personal_sign: ofBytes(bytes) } })
      expect(await client.signMessage('hello')).toBe(ofBytes(bytes))
    },
  )

  test.each(['', '0x', '0xabc', '0xzz', 'ab', ofBytes(8_193), 5, null, {}, [SIGNATURE]])(
    'refuses an answer that is no signature (A25, case %#)',
    async (answer) => {
      const { client, details } = await connected({
        answers: { personal_sign: answer, eth_signTypedData_v4: answer },
      })
      expect(await outcome(client.signMessage('hello'))).toBe('signature_invalid')
      expect(await outcome(client.signTypedData(typedData))).toBe('signature_invalid')
      expect(details('error')).toHaveLength(2)
    },
  )

  test('passes on a wallet’s own message, else “Error while sign a message”; a refusal is the visitor’s', async () => {
    const rejects = async (error: unknown) => {
      const { client } = await connected({ errors: { personal_sign: error } })
      return client.signMessage('hello').catch(({ code, message }) => [code, message])
    }
    expect(await rejects({ code: -32603, message: 'ledger is locked' })).toEqual([
      'sign_failed',
      'ledger is locked',
    ])
    expect(await rejects(undefined)).toEqual(['sign_failed', 'Error while sign a message'])
    expect(await rejects({ code: 4001 })).toEqual(['user_rejected', 'User rejected request'])
    expect(await rejects('User abort')).toEqual(['user_rejected', 'User rejected request'])
  })

  test('works with a wallet that changes its arguments (A26)', async () => {
    const { client, last } = await connected({ mutateParams: true })
    const data = structuredClone(typedData)
    const asset = { type: 'ERC20' as const, options: { address: BOB } }
    const chain = { chainId: 137, chainName: 'Polygon', rpcUrls: ['https://polygon.example'] }
    await client.signTypedData(data)
    await client.signMessage('hello')
    expect(last()?.params).toEqual(['0x68656c6c6f', ALICE])
    await outcome(client.watchAsset(asset))
    await outcome(client.addChain(chain))
    expect(data).toEqual(typedData)
    expect(asset).toEqual({ type: 'ERC20', options: { address: BOB } })
    expect(chain).toEqual({ chainId: 137, chainName: 'Polygon', rpcUrls: ['https://polygon.example'] })
    expect(client.getState()).toMatchObject({ account: ALICE, chainId: 'eip155:1' })
  })

  test('fails with “no session” without a session (J18)', async () => {
    const one = createWallet('One')
    const session = await connectInjected(one.provider, {
      config: { networks: [] } as never,
      signal: new AbortController().signal,
      onUri() {},
      onAwaiting() {},
    })
    await session.disconnect()
    for (const sign of [() => session.signMessage?.('hello'), () => session.signTypedData?.(typedData)]) {
      await expect(sign()).rejects.toMatchObject({ code: 'no_session', message: 'no session' })
    }
    expect(one.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  })
})

describe('watching a token (J11)', () => {
  const options = { address: BOB, symbol: 'SHOP', decimals: 18 }

  test.each([
    {},
    { decimals: 0 },
    { decimals: 36 },
    { symbol: 'A' },
    { symbol: 'ELEVENCHARS' },
    { image: 'https://shop.example/token.png', name: 'Shop token' },
    { symbol: undefined, decimals: undefined },
  ])('passes %j to the wallet, as the object that EIP-747 requires', async (more) => {
    const { client, last } = await connected()
    await client.watchAsset({ type: 'ERC20', options: { ...options, ...more } as never })
    expect(last()?.params).toEqual({
      type: 'ERC20',
      options: JSON.parse(JSON.stringify({ ...options, ...more })),
    })
  })

  test.each<[unknown, string]>([
    [{ type: 'erc20', options }, 'type'],
    [{ type: 'ERC721', options }, 'type'],
    [{ options }, 'type'],
    [null, 'type'],
    [{ type: 'ERC20' }, 'options.address'],
    [{ type: 'ERC20', options: { ...options, address: '0x1' } }, 'options.address'],
    ...[-1, 37, 1.5, '18', Number.NaN].map((decimals): [unknown, string] => [
      { type: 'ERC20', options: { ...options, decimals } },
      'options.decimals',
    ]),
    ...['', 'TWELVE CHARS', 5].map((symbol): [unknown, string] => [
      { type: 'ERC20', options: { ...options, symbol } },
      'options.symbol',
    ]),
  ])('refuses %j before the wallet is asked, and names the field', async (params, field) => {
    await expectRefusal(({ client }) => client.watchAsset(params as never), field)
  })

  test('counts as refused when the wallet answers false', async () => {
    const { client } = await connected({ answers: { wallet_watchAsset: false } })
    expect(await outcome(client.watchAsset({ type: 'ERC20', options }))).toBe('user_rejected')
  })
})

describe('adding a chain (J12)', () => {
  const chain = { chainId: 137, chainName: 'Polygon', rpcUrls: ['https://polygon.example'] }

  test.each(['0x89', 137, '137', 'eip155:137'])('accepts the id %s', async (chainId) => {
    const { client, one } = await connected({ answers: { wallet_addEthereumChain: null } })
    await client.addChain({ ...chain, chainId })
    expect(one.requests.at(-1)?.params).toEqual([
      {
        chainId: '0x89',
        chainName: 'Polygon',
        rpcUrls: ['https://polygon.example'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ])
  })

  test.each(['https://a.example/x?y=1', 'http://localhost:8545', 'http://127.0.0.1', 'http://[::1]:1'])(
    'accepts the node %s',
    async (url) => {
      const { client, one } = await connected({ answers: { wallet_addEthereumChain: null } })
      await client.addChain({ ...chain, rpcUrls: [url], blockExplorerUrls: ['https://scan.example'] })
      expect(one.requests.at(-1)?.params).toMatchObject([{ rpcUrls: [url] }])
    },
  )

  const bad = (field: string, values: unknown[]): [unknown, string][] =>
    values.map((value) => [{ ...chain, [field]: value }, field])
  const currency = { name: 'Shop', symbol: 'SHOP', decimals: 18 }

  test.each<[unknown, string]>([
    [undefined, 'chainId'],
    ...bad('chainId', [undefined, '', 'zz', 0, -1, 'starknet:SN_MAIN']),
    ...bad('chainName', [undefined, '', 5, 'x'.repeat(101)]),
    ...bad('rpcUrls', [
      undefined,
      [],
      'https://polygon.example',
      [5],
      ['http://polygon.example'],
      ['/relative'],
    ]),
    ...bad('blockExplorerUrls', ['https://scan.example', ['javascript:alert(1)'], ['http://scan.example']]),
    ...['', 5, 'TWELVE CHARS', undefined].map((symbol): [unknown, string] => [
      { ...chain, nativeCurrency: { ...currency, symbol } },
      'nativeCurrency.symbol',
    ]),
    ...['', 5, undefined].map((name): [unknown, string] => [
      { ...chain, nativeCurrency: { ...currency, name } },
      'nativeCurrency.name',
    ]),
    ...[-1, 37, 1.5, '18', undefined].map((decimals): [unknown, string] => [
      { ...chain, nativeCurrency: { ...currency, decimals } },
      'nativeCurrency.decimals',
    ]),
  ])('refuses %j before the wallet is asked, and names the field', async (params, field) => {
    await expectRefusal(({ client }) => client.addChain(params as never), field)
  })
})

describe('waiting for a transaction', () => {
  const hash = ofBytes(32)
  const receipt = (more: object) => ({
    answers: { eth_getTransactionReceipt: { status: '0x1', blockNumber: '0x10', ...more } },
  })

  test.each([
    [{}, { status: 'accepted', blockNumber: 16 }],
    [{ status: '0x0' }, { status: 'reverted', blockNumber: 16 }],
    [{ status: '0x00' }, { status: 'reverted', blockNumber: 16 }],
    [{ status: 0 }, { status: 'reverted', blockNumber: 16 }],
    [{ status: undefined, blockNumber: undefined }, { status: 'accepted' }],
    [{ blockNumber: 'zz' }, { status: 'accepted' }],
  ])('returns the receipt of %j', async (more, expected) => {
    const { client, details } = await connected(receipt(more))
    expect(await client.waitForTransaction(hash)).toEqual({ transactionHash: hash, ...expected })
    expect(details('transaction')).toEqual([
      { transactionHash: hash, chainId: 'eip155:1', status: expected.status },
    ])
  })

  test('continues while there is no receipt, and after errors', async () => {
    const { client, one } = await connected({ answers: { eth_getTransactionReceipt: true } })
    const waiting = client.waitForTransaction(hash)
    await pass(2_000)
    // Some nodes describe a transaction that is in no block yet.
    Object.assign(one.faults, receipt({ status: null, blockNumber: null }))
    await pass(2_000)
    Object.assign(one.faults, { answers: {}, errors: { eth_getTransactionReceipt: new Error('busy') } })
    await pass(2_000)
    Object.assign(one.faults, { errors: {} }, receipt({}))
    await pass(1_000)
    expect(await waiting).toMatchObject({ status: 'accepted', blockNumber: 16 })
  })

  test.each(['', '0x1', 'zz', null, {}, `${ofBytes(32)}0`])('refuses the hash %j', async (answer) => {
    const { client } = await connected()
    expect(await outcome(client.waitForTransaction(answer as never))).toBe('request_invalid')
  })
})

test('the wallet is asked for capabilities of its own chains only', async () => {
  const { client, one } = await connected()
  expect(await client.getCapabilities('starknet:SN_MAIN')).toEqual({})
  expect(one.requests.map(({ method }) => method)).not.toContain('wallet_getCapabilities')
})

test.each([
  [4001, 'user_rejected'],
  [4100, 'wallet_unauthorized'],
  [-32_601, {}],
])('the question for capabilities that a wallet refuses by %i ends as %j', async (code, expected) => {
  const { client } = await connected({ errors: { wallet_getCapabilities: { code, message: 'no' } } })
  expect(await outcome(client.getCapabilities())).toEqual(expected)
})

test.each([
  [5_760, 'batch_not_supported'],
  [4_200, 'batch_not_supported'],
  [4_001, 'user_rejected'],
  [-32_000, 'execute_failed'],
])('several calls that the wallet does not take as a batch by %i reject with %s', async (code, expected) => {
  const { client } = await connected({
    answers: { wallet_getCapabilities: { '0x1': { atomic: { status: 'supported' } } } },
    errors: { wallet_sendCalls: { code, message: 'no' } },
  })
  const calls = [{ to: BOB }, { to: BOB }]
  expect(await outcome(client.execute(calls))).toBe(expected)
})

test('rows for EVM wallets that are not installed link to the shops of the browsers, and cannot be connected', async () => {
  const rows = createInstallRows()
  expect(rows.filter(({ offered }) => offered).map(({ id }) => id)).toEqual(['io.metamask'])
  for (const { downloads, availability, connect, restore } of rows) {
    expect(availability).toBe('install')
    expect(downloads.chrome).toMatch(/^https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32}$/)
    expect(downloads.edge).toMatch(/^https:\/\//)
    expect(await outcome(connect({} as never))).toBe('no_in_app_browser')
    expect(await restore({} as never)).toBeNull()
  }
})
