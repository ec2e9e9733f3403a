import '../../client/fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import type { WalletClientConfig } from '../../../../src/client/config.js'
import type { EvmFaults } from '../../../../src/testing/evm/faults.js'
import { connectOne, isOpen, openProvider, outcome, pass } from '../../client/fixture.js'

const REFUSAL =
  'Network switching is not available at this time. The user should manually switch network in their wallet'

const SEPOLIA = {
  chainId: 'eip155:11155111',
  name: 'Sepolia',
  rpcUrls: ['https://sepolia.example'],
  privateCustomerRpcUrls: ['https://secret.example/key'],
}

async function connected(faults: EvmFaults = {}, config: WalletClientConfig = {}) {
  const setup = await connectOne(
    {
      // The node of an added chain returns its chain id, as wallets check.
      askNode: async (url, { method }) =>
        method === 'eth_chainId' ? (url.includes('sepolia') ? '0xaa36a7' : '0x89') : null,
    },
    { chains: 'eip155:1 5 11155111 137', ...config },
  )
  const { one } = setup
  Object.assign(one.faults, faults)
  const before = one.requests.length
  const switchTo = async (chainId: string | number, ms = 0) => {
    const result = outcome(setup.client.switchChain({ chainId }))
    await pass(ms)
    return result
  }
  const methods = () => one.requests.slice(before).map(({ method }) => method)
  return { switchTo, methods, ...setup }
}

describe('switching an EVM wallet’s chain (A23)', () => {
  test('is done when the wallet really is on the chain, with one change', async () => {
    const { switchTo, client, details, one } = await connected()
    expect(await switchTo('0x5')).toBeUndefined()
    await pass()
    expect([client.getState().chainId, one.chainId]).toEqual(['eip155:5', '0x5'])
    expect(details('changed')).toHaveLength(1)
    expect(client.getState().connections[0]).toMatchObject({ switchedNetwork: true, pending: null })
  })

  test('is noticed even when the wallet sends no event', async () => {
    const { switchTo, client, details } = await connected({ omitEvents: ['chainChanged'] })
    expect(await switchTo(5)).toBeUndefined()
    await pass()
    expect(client.getState().chainId).toBe('eip155:5')
    expect(details('changed')).toHaveLength(1)
  })

  test('fails as a mismatch after two seconds when the wallet is on another chain, and the state names that chain', async () => {
    const { switchTo, client } = await connected({ switchLandsOn: 137 })
    expect(await switchTo(5, 2_100)).toBe('chain_mismatch')
    expect(client.getState().chainId).toBe('eip155:137')
  })

  test('fails as a mismatch after two seconds when the wallet only claims it', async () => {
    const { client } = await connected({ answers: { wallet_switchEthereumChain: null } })
    const result = outcome(client.switchChain({ chainId: 5 }))
    await pass(1_900)
    expect(await isOpen(result)).toBe(true)
    await pass(200)
    expect([await result, client.getState().chainId]).toEqual(['chain_mismatch', 'eip155:1'])
  })

  test('is confirmed within two seconds by a slow read', async () => {
    const { client, one } = await connected({ hold: ['eth_chainId'] })
    const result = outcome(client.switchChain({ chainId: 5 }))
    await pass(1_500)
    one.release()
    await pass()
    expect(await result).toBeUndefined()
  })

  test('fails as a mismatch when the wallet never names its chain', async () => {
    const { switchTo } = await connected({ hold: ['eth_chainId'] })
    expect(await switchTo(5, 5_000)).toBe('chain_mismatch')
  })

  test('fails with the visitor’s refusal', async () => {
    const { one, switchTo, client, details } = await connected()
    one.setApprove('never')
    expect(await switchTo(5)).toBe('user_rejected')
    expect(client.getState()).toMatchObject({ status: 'connected', chainId: 'eip155:1' })
    expect(details('error')).toHaveLength(1)
  })

  test('to the wallet’s current chain asks the visitor nothing', async () => {
    const { one, switchTo } = await connected()
    expect(await switchTo('eip155:1')).toBeUndefined()
    expect(one.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  })

  test('is requested when a wallet without events has left that chain meanwhile', async () => {
    const { one, switchTo, client } = await connected({ omitEvents: ['chainChanged'] })
    one.setChain(5)
    expect(client.getState().chainId).toBe('eip155:1')
    expect(await switchTo(1)).toBeUndefined()
    expect(one.chainId).toBe('0x1')
  })

  test.each([
    [{ code: -32002, message: 'already open' }, 'request_pending'],
    [{ code: -32601, message: 'no such method' }, 'network_switching_not_supported'],
    [{ code: 4200, message: 'unsupported' }, 'network_switching_not_supported'],
    [new Error('anything else'), 'network_switching_not_supported'],
  ])('fails with its own code for %o', async (error, code) => {
    const { switchTo } = await connected({ errors: { wallet_switchEthereumChain: error } })
    expect(await switchTo(5)).toBe(code)
  })
})

describe('switching to a chain that the page does not support (J13)', () => {
  test.each(['eip155:10', 10, '0xa', 'starknet:SN_MAIN', 'SN_SEPOLIA', 'eip155:11297108109'])(
    '%s: fails with the specification’s text and code, without a wallet call',
    async (chainId) => {
      const { client, methods } = await connected()
      await expect(client.switchChain({ chainId })).rejects.toMatchObject({
        code: 'network_switching_only_available_in_wallet',
        message: REFUSAL,
      })
      expect(methods()).toEqual([])
    },
  )

  test('is possible for an optional chain', async () => {
    const { switchTo } = await connected({}, { chains: 'eip155:1', optionalChains: 'eip155:5' })
    expect(await switchTo(5)).toBeUndefined()
  })
})

describe('switching to a chain that the wallet does not know (4902, A23)', () => {
  test('offers the page’s own network, without its private node', async () => {
    const { one, switchTo, client } = await connected({}, { networks: [SEPOLIA] })
    expect(await switchTo(11155111)).toBeUndefined()
    expect(client.getState().chainId).toBe('eip155:11155111')
    const added = one.requests.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([
      {
        chainId: '0xaa36a7',
        chainName: 'Sepolia',
        rpcUrls: ['https://sepolia.example'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ])
  })

  test('switches when adding has not switched', async () => {
    const { switchTo, client, methods } = await connected({ addWithoutSwitch: true }, { networks: [SEPOLIA] })
    expect(await switchTo(11155111)).toBeUndefined()
    expect(client.getState().chainId).toBe('eip155:11155111')
    expect(methods().filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(2)
  })

  test('recognises the error when it is nested, as in MetaMask Mobile, and by its text', async () => {
    const { switchTo } = await connected({ nestErrors: true }, { networks: [SEPOLIA] })
    expect(await switchTo(11155111)).toBeUndefined()
    const error = { code: -32000, message: 'Unrecognized chain ID "0x5". Try adding the chain.' }
    const words = await connected({ errors: { wallet_switchEthereumChain: error } })
    expect(await words.switchTo(5)).toBe('network_switching_only_available_in_wallet')
    const inner = { code: -32000, message: 'Failed', data: { originalError: { code: 4902 } } }
    const nested = await connected({ errors: { wallet_switchEthereumChain: inner } })
    expect(await nested.switchTo(5)).toBe('network_switching_only_available_in_wallet')
  })

  test('names the same chain again to a wallet that changes its arguments (A26)', async () => {
    const faults = { mutateParams: true, addWithoutSwitch: true }
    const { switchTo, one } = await connected(faults, { networks: [SEPOLIA] })
    expect(await switchTo(11155111)).toBeUndefined()
    const asked = one.requests.filter(({ method }) => method === 'wallet_switchEthereumChain')
    expect(asked.map(({ params }) => params)).toEqual([[{ chainId: '0xaa36a7' }], [{ chainId: '0xaa36a7' }]])
  })

  test('PR07: a page that gives chains alone offers what is public, without a node, and the error names the network', async () => {
    const { switchTo, one, details } = await connected()
    // This wallet takes no network without a node.
    expect(await switchTo(137)).toBe('network_switching_only_available_in_wallet')
    const added = one.requests.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([
      {
        chainId: '0x89',
        chainName: 'Polygon',
        nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
        blockExplorerUrls: ['https://polygonscan.com'],
      },
    ])
    expect(details('error').at(-1)?.error).toMatchObject({ network: 'Polygon' })
  })

  test('PR07: a wallet with a list of its own takes such an offer', async () => {
    const here = { chain: '0x1' }
    const { client } = await openProvider(
      {
        eth_chainId: () => here.chain,
        wallet_switchEthereumChain: () => {
          throw Object.assign(new Error('Not here'), { code: 4902 })
        },
        wallet_addEthereumChain: () => {
          here.chain = '0x89'
          return null
        },
      },
      { chains: 'eip155:1 eip155:137' },
    )
    expect(await outcome(client.switchChain({ chainId: 137 }))).toBeUndefined()
    expect(client.getState().chainId).toBe('eip155:137')
  })

  test.each([
    ['Rainbow', { code: -32600, message: 'Chain Id not supported' }],
    ['Trust, in the visitor’s language', new Error('Red no compatible')],
    ['Trust, as a text alone', 'Unbekanntes Netzwerk'],
    ['a number for wrong parameters', { code: -32602, message: 'Chain ID 0xaa36a7 is not supported' }],
    ['an internal error', { code: -32603, message: 'Unknown chain' }],
    ['a server’s own number', { code: -32000, message: 'chain not found' }],
    ['an object without anything', {}],
  ])('PR07: the offer is made for what wallets really answer: %s', async (_, error) => {
    const { one, switchTo } = await connected(
      { errors: { wallet_switchEthereumChain: error } },
      { networks: [SEPOLIA] },
    )
    const switching = switchTo(11155111)
    await pass()
    expect(await switching).toBeUndefined()
    expect(one.requests.map(({ method }) => method)).toContain('wallet_addEthereumChain')
  })

  test.each([
    [{ code: 4001, message: 'No' }, 'user_rejected'],
    [{ code: -32603, message: 'User rejected the request.' }, 'user_rejected'],
    [{ code: 4100, message: 'Not allowed' }, 'wallet_unauthorized'],
    [{ code: -32002, message: 'Already open' }, 'request_pending'],
    [{ code: 4900, message: 'Gone' }, 'wallet_unavailable'],
    [{ code: -32601, message: 'no such method' }, 'network_switching_not_supported'],
  ])('PR07: nothing is offered after an answer that means something else: %o', async (error, code) => {
    const { switchTo, methods } = await connected(
      { errors: { wallet_switchEthereumChain: error } },
      { networks: [SEPOLIA] },
    )
    expect(await switchTo(11155111)).toBe(code)
    expect(methods()).not.toContain('wallet_addEthereumChain')
  })

  test('PR07: a node that no wallet may get is left out of the offer, and no call of the page is blamed', async () => {
    const { one, switchTo } = await connected(
      {},
      { networks: [{ ...SEPOLIA, rpcUrls: ['http://10.0.0.1'] }] },
    )
    expect(await switchTo(11155111)).toBe('network_switching_only_available_in_wallet')
    const added = one.requests.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([expect.not.objectContaining({ rpcUrls: expect.anything() })])
  })

  test('PR07: the page itself is never offered as the explorer of a network that has none', async () => {
    vi.stubGlobal('location', new URL('https://shop.example/buy'))
    const { one, switchTo } = await connected(
      {},
      { chains: 'eip155:1 777', networks: [{ chainId: 777, rpcUrls: ['https://node.example'] }] },
    )
    await switchTo(777)
    vi.unstubAllGlobals()
    const added = one.requests.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([expect.not.objectContaining({ blockExplorerUrls: expect.anything() })])
  })

  test('PR07: a network that the page describes wrongly is the page’s fault', async () => {
    const nativeCurrency = { name: 'Ether', symbol: '', decimals: 18 }
    const { switchTo, methods } = await connected({}, { networks: [{ ...SEPOLIA, nativeCurrency }] })
    expect(await switchTo(11155111)).toBe('config_invalid')
    expect(methods()).not.toContain('wallet_addEthereumChain')
  })

  test('fails with the visitor’s refusal of the offer', async () => {
    const { one, switchTo } = await connected({}, { networks: [SEPOLIA] })
    one.setApprove('never')
    expect(await switchTo(11155111)).toBe('user_rejected')
  })
})
