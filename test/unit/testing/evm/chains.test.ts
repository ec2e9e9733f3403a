import { describe, expect, it, vi } from 'vitest'
import type { ScriptedEvmWallet } from '../../../../src/testing/evm/wallet.js'
import { send, useScriptedPair } from '../scripted-pair.js'

const pair = useScriptedPair()
const CURRENCY = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const secondChain = () => ({
  chainId: '0x7a6a',
  chainName: 'Second',
  rpcUrls: [pair.second.url],
  nativeCurrency: CURRENCY,
})
const both = () => ({ rpcUrls: { 31337: pair.first.url, 31338: pair.second.url } })
const watch = (wallet: ScriptedEvmWallet) => {
  const changed = vi.fn()
  wallet.provider.on('chainChanged', changed)
  return changed
}

describe('a scripted wallet that switches its chain (EIP-3326)', () => {
  it('asks, emits chainChanged and answers null', async () => {
    const wallet = pair.create(both())
    const changed = watch(wallet)
    expect(await send(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBe(null)
    expect(changed.mock.calls).toEqual([['0x7a6a']])
    expect(await send(wallet, 'eth_chainId')).toBe('0x7a6a')
    expect(await send(wallet, 'net_version')).toBe('31338')
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['switch'])
  })

  it('asks nobody when it is on the chain already', async () => {
    const wallet = pair.create()
    expect(await send(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a69' })).toBe(null)
    expect(wallet.prompts).toEqual([])
  })

  it('answers 4902 for an unknown chain, nested like MetaMask Mobile if a test wants that', async () => {
    const wallet = pair.create()
    await expect(send(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).rejects.toMatchObject({
      code: 4902,
    })
    wallet.faults.nestErrors = true
    await expect(send(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).rejects.toMatchObject({
      code: -32603,
      data: { originalError: { code: 4902 } },
    })
  })

  it.each(['0x07a6a', '31338', 31338, '0x', 'eip155:31338', '0x0', '0xffffffffffffffffffff', null])(
    'refuses %j as a chain id',
    async (chainId) => {
      const wallet = pair.create(both())
      await expect(send(wallet, 'wallet_switchEthereumChain', { chainId })).rejects.toMatchObject({
        code: -32602,
      })
    },
  )

  it('can end on another chain than requested, or emit no event', async () => {
    const elsewhere = pair.create({ ...both(), faults: { switchLandsOn: 31337 } })
    expect(await send(elsewhere, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBe(null)
    expect(elsewhere.chainId).toBe('0x7a69')
    const silent = pair.create({ ...both(), faults: { omitEvents: ['chainChanged'] } })
    const changed = watch(silent)
    await send(silent, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })
    expect(silent.chainId).toBe('0x7a6a')
    expect(changed).not.toHaveBeenCalled()
  })
})

describe('a scripted wallet that adds a chain (EIP-3085)', () => {
  it('adds the chain, switches to it, and uses its node', async () => {
    const wallet = pair.create()
    expect(await send(wallet, 'wallet_addEthereumChain', secondChain())).toBe(null)
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['add'])
    expect(wallet.chainId).toBe('0x7a6a')
    expect(await send(wallet, 'eth_getBalance', '0x0000000000000000000000000000000000000000', 'latest')).toBe(
      '0x0',
    )
  })

  it('can stay on its old chain', async () => {
    const wallet = pair.create({ faults: { addWithoutSwitch: true } })
    await send(wallet, 'wallet_addEthereumChain', secondChain())
    expect(wallet.chainId).toBe('0x7a69')
    await send(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })
    expect(wallet.chainId).toBe('0x7a6a')
  })

  it('refuses a node that is on another chain', async () => {
    const wallet = pair.create()
    const chain = { ...secondChain(), rpcUrls: [pair.first.url] }
    await expect(send(wallet, 'wallet_addEthereumChain', chain)).rejects.toMatchObject({ code: -32602 })
    expect(wallet.prompts).toEqual([])
  })

  it.each<[string, object]>([
    ['no node', { rpcUrls: [] }],
    ['a node over http elsewhere', { rpcUrls: ['http://node.example'] }],
    ['a script as node', { rpcUrls: ['javascript:alert(1)'] }],
    ['no name', { chainName: '' }],
    ['no currency', { nativeCurrency: undefined }],
    ['a currency without decimals', { nativeCurrency: { name: 'Ether', symbol: 'ETH' } }],
    ['a plain http explorer', { blockExplorerUrls: ['http://scan.example'] }],
    ['a padded id', { chainId: '0x07a6a' }],
  ])('refuses %s', async (_, change) => {
    const wallet = pair.create()
    await expect(
      send(wallet, 'wallet_addEthereumChain', { ...secondChain(), ...change }),
    ).rejects.toMatchObject({
      code: -32602,
    })
    expect(wallet.prompts).toEqual([])
  })
})

describe('a scripted wallet that watches a token (EIP-747)', () => {
  const options = { address: '0x5fbdb2315678afecb367f032d93f642f64180aa3', symbol: 'DEMO', decimals: 18 }

  it('accepts an ERC20 token, as an object or in a list', async () => {
    const wallet = pair.create()
    const params = { type: 'ERC20', options }
    expect(await wallet.provider.request({ method: 'wallet_watchAsset', params })).toBe(true)
    expect(await send(wallet, 'wallet_watchAsset', params)).toBe(true)
  })

  it.each<[string, object]>([
    ['another type', { type: 'ERC721', options }],
    ['a bad address', { type: 'ERC20', options: { ...options, address: '0x1' } }],
    ['a long symbol', { type: 'ERC20', options: { ...options, symbol: 'TWELVELETTER' } }],
    ['too many decimals', { type: 'ERC20', options: { ...options, decimals: 37 } }],
  ])('refuses %s', async (_, params) => {
    const wallet = pair.create()
    await expect(wallet.provider.request({ method: 'wallet_watchAsset', params })).rejects.toMatchObject({
      code: -32602,
    })
  })
})
