import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resolveConfig, type WalletClientConfig } from '../../../src/client/config.js'

const warn = vi.spyOn(console, 'warn')
beforeEach(() => void warn.mockImplementation(() => {}))
afterEach(() => void warn.mockReset())

const refusal = expect.objectContaining({
  code: 'config_invalid',
  message: 'No chains specified in either `chains` or `optionalChains`',
})

test('a configuration whose every field is undefined is an empty one', () => {
  const unknown: Record<keyof WalletClientConfig, undefined> = {
    appName: undefined,
    appDescription: undefined,
    appUrl: undefined,
    appIcon: undefined,
    chains: undefined,
    optionalChains: undefined,
    wallets: undefined,
    mode: undefined,
    resultType: undefined,
    projectId: undefined,
    relayUrl: undefined,
    deepLink: undefined,
    webWalletUrl: undefined,
    webWalletMode: undefined,
    coinbaseUrl: undefined,
    qrModal: undefined,
    networks: undefined,
    connectors: undefined,
    names: undefined,
    resolveName: undefined,
    storage: undefined,
    store: undefined,
  }
  expect(resolveConfig(unknown)).toEqual(resolveConfig({}))
  expect(warn).not.toHaveBeenCalled()
})

describe('the chains of a configuration (J14)', () => {
  test.each([
    [{ chains: '' }],
    [{ chains: [] }],
    [{ chains: ' , ' }],
    [{ chains: 'zz' }],
    [{ chains: 'eip155:11297108109' }],
    [{ chains: null }],
    [{ chains: 5 }],
    [{ chains: {} }],
  ])('%j: leave none and are refused', (config) => {
    if (config.chains === null) expect(resolveConfig(config as never).chains).toHaveLength(2)
    else expect(() => resolveConfig(config as never)).toThrow(refusal)
  })

  test('may all be optional', () => {
    expect(resolveConfig({ chains: '', optionalChains: 'eip155:5' })).toMatchObject({
      chains: [],
      optionalChains: ['eip155:5'],
    })
  })

  test('are kept once, in their order and in one spelling; a required chain is not optional too', () => {
    expect(
      resolveConfig({
        chains: 'eip155:8453 0x1, 1 SN_MAIN starknet:SN_MAIN',
        optionalChains: ['1', 'eip155:84532', 5] as never,
      }),
    ).toMatchObject({
      chains: ['eip155:8453', 'eip155:1', 'starknet:SN_MAIN'],
      optionalChains: ['eip155:84532', 'eip155:5'],
    })
  })

  test('never include 11297108109', () => {
    const chains = 'eip155:1 eip155:11297108109'
    expect(resolveConfig({ chains, optionalChains: '11297108109' })).toMatchObject({
      chains: ['eip155:1'],
      optionalChains: [],
    })
  })

  test('SD06: lose the name of an unknown network, with the warning of the specification', () => {
    expect(
      resolveConfig({ chains: 'mainnet sepolia testnet goerli', optionalChains: 'testnet' }),
    ).toMatchObject({
      chains: ['starknet:SN_MAIN', 'starknet:SN_SEPOLIA', 'starknet:SN_GOERLI'],
      optionalChains: [],
    })
    expect(warn.mock.calls).toEqual([
      [
        'Unknown networkName',
        'testnet',
        expect.stringContaining('“testnet” in chains is not a CAIP-2 chain id'),
      ],
    ])
  })

  test('lose an invalid word, with one short warning', () => {
    expect(resolveConfig({ chains: `eip155:1 ${'z'.repeat(5_000)}` }).chains).toEqual(['eip155:1'])
    expect(warn).toHaveBeenCalledTimes(1)
    expect(String(warn.mock.calls[0]?.[0]).length).toBeLessThan(200)
  })
})

test('every field of the configuration has a default (J17, J22)', () => {
  expect(resolveConfig()).toMatchObject({
    appName: '',
    chains: ['eip155:1', 'starknet:SN_MAIN'],
    optionalChains: [],
    wallets: [],
    mode: 'canAsk',
    resultType: 'wallet',
    deepLink: 'native',
    networks: [],
    connectors: [],
    store: 'default',
  })
})

test.each([
  ['native', 'native'],
  ['universal', 'universal'],
  ['other', 'native'],
  [undefined, 'native'],
])('the deep-link preference %s becomes %s (J22)', (deepLink, expected) => {
  expect(resolveConfig({ deepLink: deepLink as never }).deepLink).toBe(expected)
})

test('the wallets of a configuration are a list, or words', () => {
  expect(resolveConfig({ wallets: ' a  b,c ' }).wallets).toEqual(['a', 'b', 'c'])
  expect(resolveConfig({ wallets: ['a', '', 'b c'] }).wallets).toEqual(['a', 'b c'])
})
