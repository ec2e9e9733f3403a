import './fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import {
  BOB,
  createClient,
  createDevice,
  createOwnConnector,
  HASH,
  openProvider,
  outcome,
  pass,
  SIGNATURE,
} from './fixture.js'

// The code of calls is loaded first, so that only the tests' own clock decides the order.
await import('../../../src/connectors/evm/request-code.js')

const CALL = { to: BOB, value: 1n }

/** A request that fails with this code. */
const fail = (code: number) => () => Promise.reject(Object.assign(new Error('No'), { code }))

interface Sent {
  method: string
  chain: string
}

/** A connected wallet that is on `chain`, and moves without an event: what was sent, and on which chain it then was. */
async function connected(
  chain: string,
  config: object,
  answers: Record<string, () => unknown> = {},
  hasEvents = true,
) {
  const here = { chain }
  const sent: Sent[] = []
  const asked: string[] = []
  const note = (method: string, answer: unknown) => () => {
    sent.push({ method, chain: here.chain })
    return answer
  }
  const opened = await openProvider(
    {
      eth_chainId: () => here.chain,
      eth_sendTransaction: note('eth_sendTransaction', HASH),
      wallet_sendCalls: note('wallet_sendCalls', { id: '0xba7c' }),
      wallet_getCapabilities: () => ({ '0x0': { atomic: { status: 'supported' } } }),
      wallet_switchEthereumChain: () => {
        asked.push('switch')
        here.chain = '0x1'
        return null
      },
      ...answers,
    },
    config,
    hasEvents,
  )
  return { ...opened, here, sent, asked }
}

describe('calls are never sent on a chain that the page does not have', () => {
  test('PR06: with one EVM chain, the wallet is asked to switch there first', async () => {
    const { client, sent, asked, details } = await connected('0x64', { chains: 'eip155:1 starknet:SN_MAIN' })
    expect(await outcome(client.execute(CALL))).toEqual({ transactionHash: HASH })
    expect([asked, sent]).toEqual([['switch'], [{ method: 'eth_sendTransaction', chain: '0x1' }]])
    expect(details('transaction')).toEqual([{ transactionHash: HASH, chainId: 'eip155:1', status: 'sent' }])
    expect(client.getState().chainId).toBe('eip155:1')
  })

  test('PR06: a batch is switched as well', async () => {
    const { client, sent } = await connected('0x64', { chains: 'eip155:1' })
    expect(await outcome(client.execute([CALL, CALL]))).toMatchObject({ callsId: '0xba7c' })
    expect(sent).toEqual([{ method: 'wallet_sendCalls', chain: '0x1' }])
  })

  test.each([
    ['with several', { chains: 'eip155:1 eip155:137' }, {}],
    ['with another one that a wallet may lack', { chains: 'eip155:1', optionalChains: 'eip155:137' }, {}],
    ['after a refusal', { chains: 'eip155:1' }, { wallet_switchEthereumChain: fail(4001) }],
    ['where the wallet cannot switch', { chains: 'eip155:1' }, { wallet_switchEthereumChain: fail(-32601) }],
  ])('PR06: %s, nothing is sent', async (_, config, answers) => {
    const { client, sent } = await connected('0x64', config, answers)
    expect(await outcome(client.execute(CALL))).toBe('chain_mismatch')
    expect(await outcome(client.execute([CALL, CALL], { sequential: true }))).toBe('chain_mismatch')
    expect(sent).toEqual([])
  })

  test('PR06: a chain that a wallet may lack is the page’s too', async () => {
    const { client, sent, asked } = await connected('0x64', {
      chains: 'eip155:1',
      optionalChains: 'eip155:100',
    })
    expect(await outcome(client.execute(CALL))).toEqual({ transactionHash: HASH })
    expect([asked, sent]).toEqual([[], [{ method: 'eth_sendTransaction', chain: '0x64' }]])
  })

  test('PR06: a chain that the page names only in the call is not the page’s', async () => {
    const { client, sent, asked } = await connected('0x64', { chains: 'eip155:1' })
    expect(await outcome(client.execute(CALL, { chainId: 100 }))).toBe('chain_mismatch')
    expect([asked, sent]).toEqual([[], []])
  })

  test('PR06: a Starknet wallet and a page’s own connector send nothing on such a chain either', async () => {
    const own = createOwnConnector()
    const execute = vi.fn(async () => ({ transactionHash: HASH }))
    const { client } = createClient(createDevice(), {
      connectors: [own.connector],
      chains: 'eip155:1 starknet:SN_SEPOLIA',
    })
    await own.connect(client, { execute })
    const call = { contractAddress: '0x1', entrypoint: 'buy' }
    expect(await outcome(client.execute(call))).toBe('chain_mismatch')
    expect(await outcome(client.execute(call, { chainId: 'starknet:SN_MAIN' }))).toBe('chain_mismatch')
    expect(execute).not.toHaveBeenCalled()
    client.configure({ chains: 'eip155:1 0x534e5f4d41494e' })
    expect(await outcome(client.execute(call))).toEqual({ transactionHash: HASH })
  })

  test('PR06: typed data for such a chain is not signed, whichever way it is written', async () => {
    const sign = vi.fn(() => SIGNATURE)
    const { client } = await connected('0x64', { chains: 'eip155:1' }, { eth_signTypedData_v4: sign })
    const data = (chainId: unknown) => ({
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      domain: { name: 'Shop', ...(chainId !== undefined && { chainId }) },
      message: { text: 'Hello' },
    })
    for (const chainId of [100, '100', '0x64', 100n])
      expect(await outcome(client.signTypedData(data(chainId)))).toBe('chain_mismatch')
    expect(await outcome(client.signTypedData(JSON.stringify(data(100))))).toBe('chain_mismatch')
    expect(sign).not.toHaveBeenCalled()
    for (const chainId of [1, undefined])
      expect(await outcome(client.signTypedData(data(chainId)))).toBe(SIGNATURE)
  })
})

describe('the chain is read anew before something is sent', () => {
  test.each([
    ['without events', false],
    ['that does not tell', true],
  ])(
    'PR06: a wallet %s that has moved is sent nothing, also where the page names the chain',
    async (_, hasEvents) => {
      const chains = 'eip155:1 eip155:137'
      for (const options of [undefined, { chainId: 1 }]) {
        const { client, here, sent } = await connected('0x1', { chains }, {}, hasEvents)
        for (const chain of ['0x64', '0x89']) {
          here.chain = chain
          expect(await outcome(client.execute(CALL, options))).toBe('chain_mismatch')
          here.chain = '0x1'
          await outcome(client.switchChain({ chainId: 1 }))
        }
        expect(sent).toEqual([])
      }
    },
  )

  test('PR06: a wallet that has moved away from the only chain is asked back', async () => {
    const { client, here, sent, asked } = await connected('0x1', { chains: 'eip155:1' }, {}, false)
    here.chain = '0x64'
    expect(await outcome(client.execute(CALL))).toEqual({ transactionHash: HASH })
    expect([asked, sent]).toEqual([['switch'], [{ method: 'eth_sendTransaction', chain: '0x1' }]])
  })

  test('PR06: each call of several is sent where the first was', async () => {
    const here = { chain: '0x1' }
    const sent: string[] = []
    const { client } = await openProvider(
      {
        eth_chainId: () => here.chain,
        eth_sendTransaction() {
          sent.push(here.chain)
          here.chain = '0x89'
          return HASH
        },
        eth_getTransactionReceipt: () => ({ status: '0x1', blockNumber: '0x5' }),
      },
      { chains: 'eip155:1 eip155:137' },
      false,
    )
    const sending = client.execute([CALL, CALL], { sequential: true }).catch((error) => error)
    await pass(5_000)
    expect(await sending).toMatchObject({ code: 'chain_mismatch', sent: [HASH] })
    expect(sent).toEqual(['0x1'])
  })

  test('PR06: a batch is not sent by a wallet that has moved while it was asked what it can', async () => {
    const { client, here, sent } = await connected(
      '0x1',
      { chains: 'eip155:1 eip155:137' },
      {
        wallet_getCapabilities: () => {
          here.chain = '0x89'
          return { '0x0': { atomic: { status: 'supported' } } }
        },
      },
    )
    expect(await outcome(client.execute([CALL, CALL]))).toBe('chain_mismatch')
    expect(sent).toEqual([])
  })

  test('PR06: a wallet that does not say where it is gets nothing', async () => {
    const { client, here, sent } = await connected('0x1', { chains: 'eip155:1' })
    here.chain = 'nowhere'
    expect(await outcome(client.execute(CALL))).toBe('wallet_timeout')
    expect(sent).toEqual([])
    here.chain = '0x1'
    expect(await outcome(client.execute(CALL))).toEqual({ transactionHash: HASH })
  })

  test('PR06: what was given up while the wallet was asked to switch never reaches it', async () => {
    let answer = (_: unknown): void => {}
    const { client, sent } = await connected(
      '0x64',
      { chains: 'eip155:1' },
      { wallet_switchEthereumChain: () => new Promise((resolve) => (answer = resolve)) },
    )
    const sending = outcome(client.execute(CALL))
    await pass(100)
    await client.disconnect()
    expect(await sending).toBe('request_given_up')
    answer(null)
    await pass(5_000)
    expect(sent).toEqual([])
  })
})
