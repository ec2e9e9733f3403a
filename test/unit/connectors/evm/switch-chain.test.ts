import { describe, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import type { WalletClientConfig } from '../../../../src/client/config.js'
import type { EvmFaults } from '../../../../src/testing/evm/faults.js'
import { createClient, createDevice, createWallet, isOpen, outcome, pass } from '../../client/fixture.js'

const REFUSAL =
  'Network switching is not available at this time. The user should manually switch network in their wallet'

const SEPOLIA = {
  chainId: 'eip155:11155111',
  name: 'Sepolia',
  rpcUrls: ['https://sepolia.example'],
  privateCustomerRpcUrls: ['https://secret.example/key'],
}

async function connected(faults: EvmFaults = {}, config: WalletClientConfig = {}) {
  const one = createWallet('One', {
    // The node of an added chain says which chain it is, as wallets check.
    askNode: async (url, { method }) =>
      method === 'eth_chainId' ? (url.includes('sepolia') ? '0xaa36a7' : '0x89') : null,
  })
  const setup = createClient(createDevice(one), { chains: 'eip155:1 5 11155111 137', ...config })
  await setup.client.connect({ walletId: 'com.one' })
  Object.assign(one.faults, faults)
  const before = one.requests.length
  const switchTo = async (chainId: string | number, ms = 0) => {
    const result = outcome(setup.client.switchChain({ chainId }))
    await pass(ms)
    return result
  }
  const methods = () => one.requests.slice(before).map(({ method }) => method)
  return { one, switchTo, methods, ...setup }
}

describe('switching the chain (A23)', () => {
  test('is done when the wallet really is there: one change, told once', async () => {
    const { switchTo, client, details, one } = await connected()
    expect(await switchTo('0x5')).toBeUndefined()
    await pass()
    expect([client.getState().chainId, one.chainId]).toEqual(['eip155:5', '0x5'])
    expect(details('changed')).toHaveLength(1)
    expect(client.getState().connections[0]).toMatchObject({ switchedNetwork: true, pending: null })
  })

  test('is seen although the wallet sends no event', async () => {
    const { switchTo, client, details } = await connected({ omitEvents: ['chainChanged'] })
    expect(await switchTo(5)).toBeUndefined()
    await pass()
    expect(client.getState().chainId).toBe('eip155:5')
    expect(details('changed')).toHaveLength(1)
  })

  test('that ends on another chain is a mismatch after two seconds, and the state says where the wallet is', async () => {
    const { switchTo, client } = await connected({ switchLandsOn: 137 })
    expect(await switchTo(5, 2_100)).toBe('chain_mismatch')
    expect(client.getState().chainId).toBe('eip155:137')
  })

  test('that is claimed and not done is a mismatch after two seconds', async () => {
    const { client } = await connected({ answers: { wallet_switchEthereumChain: null } })
    const result = outcome(client.switchChain({ chainId: 5 }))
    await pass(1_900)
    expect(await isOpen(result)).toBe(true)
    await pass(200)
    expect([await result, client.getState().chainId]).toEqual(['chain_mismatch', 'eip155:1'])
  })

  test('is confirmed within two seconds by a read that takes its time', async () => {
    const { client, one } = await connected({ hold: ['eth_chainId'] })
    const result = outcome(client.switchChain({ chainId: 5 }))
    await pass(1_500)
    one.release()
    await pass()
    expect(await result).toBeUndefined()
  })

  test('is a mismatch when the wallet never says where it is', async () => {
    const { switchTo } = await connected({ hold: ['eth_chainId'] })
    expect(await switchTo(5, 5_000)).toBe('chain_mismatch')
  })

  test('refused by the visitor is the visitor’s', async () => {
    const { one, switchTo, client, details } = await connected()
    one.setApprove('never')
    expect(await switchTo(5)).toBe('user_rejected')
    expect(client.getState()).toMatchObject({ status: 'connected', chainId: 'eip155:1' })
    expect(details('error')).toHaveLength(1)
  })

  test('to where the wallet is already asks the visitor nothing', async () => {
    const { one, switchTo } = await connected()
    expect(await switchTo('eip155:1')).toBeUndefined()
    expect(one.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  })

  test('to where a wallet without events was, and is no longer, is asked for', async () => {
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
  ])('fails with a code of its own: %o', async (error, code) => {
    const { switchTo } = await connected({ errors: { wallet_switchEthereumChain: error } })
    expect(await switchTo(5)).toBe(code)
  })
})

describe('a chain that the page does not support (J13)', () => {
  test.each(['eip155:10', 10, '0xa', 'starknet:SN_MAIN', 'SN_SEPOLIA', 'eip155:11297108109'])(
    '%s: the specification’s text and code, and no wallet call',
    async (chainId) => {
      const { client, methods } = await connected()
      await expect(client.switchChain({ chainId })).rejects.toMatchObject({
        code: 'network_switching_only_available_in_wallet',
        message: REFUSAL,
      })
      expect(methods()).toEqual([])
    },
  )

  test('counts optional chains as supported', async () => {
    const { switchTo } = await connected({}, { chains: 'eip155:1', optionalChains: 'eip155:5' })
    expect(await switchTo(5)).toBeUndefined()
  })
})

describe('a chain that the wallet does not know (4902)', () => {
  test('is offered with the page’s own network, without its private node', async () => {
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

  test('is switched to where adding does not imply switching', async () => {
    const { switchTo, client, methods } = await connected({ addWithoutSwitch: true }, { networks: [SEPOLIA] })
    expect(await switchTo(11155111)).toBeUndefined()
    expect(client.getState().chainId).toBe('eip155:11155111')
    expect(methods().filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(2)
  })

  test('is found nested, as in MetaMask Mobile, and in words', async () => {
    const { switchTo } = await connected({ nestErrors: true }, { networks: [SEPOLIA] })
    expect(await switchTo(11155111)).toBeUndefined()
    const error = { code: -32000, message: 'Unrecognized chain ID "0x5". Try adding the chain.' }
    const words = await connected({ errors: { wallet_switchEthereumChain: error } })
    expect(await words.switchTo(5)).toBe('network_switching_only_available_in_wallet')
  })

  test('and that the page brings no node for cannot be offered', async () => {
    const { switchTo, methods } = await connected()
    expect(await switchTo(137)).toBe('network_switching_only_available_in_wallet')
    expect(methods()).not.toContain('wallet_addEthereumChain')
  })

  test('refused when it is offered is the visitor’s', async () => {
    const { one, switchTo } = await connected({}, { networks: [SEPOLIA] })
    one.setApprove('never')
    expect(await switchTo(11155111)).toBe('user_rejected')
  })

  test('with a node that no wallet may be given is refused, naming the field', async () => {
    const { client, methods } = await connected(
      {},
      { networks: [{ ...SEPOLIA, rpcUrls: ['http://10.0.0.1'] }] },
    )
    await expect(client.switchChain({ chainId: 11155111 })).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining('rpcUrls'),
    })
    expect(methods()).not.toContain('wallet_addEthereumChain')
  })
})
