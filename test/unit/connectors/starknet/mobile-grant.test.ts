import { describe, expect, it } from 'vitest'
import { readMobileAccount, readMobileGrant } from '../../../../src/connectors/starknet/relay/grant.js'

const WANTED = ['starknet:SN_MAIN'] as const
const BOTH = ['starknet_signTypedData', 'starknet_requestAddInvokeTransaction']
const grant = (accounts: string[], methods = BOTH, peer = 'A wallet', name = 'starknet') =>
  readMobileGrant({ [name]: { accounts, methods, events: [] } }, peer, WANTED)
const ADDRESS = `0x${'5'.padStart(64, '0')}`

describe('what a phone has granted', () => {
  it('is read in both spellings of a chain, each account once', () => {
    const read = grant(['starknet:SNMAIN:5', 'starknet:SNMAIN:0x05', 'starknet:SN_SEPOLIA:0x6'])
    expect(read?.chains).toEqual(['starknet:SN_MAIN', 'starknet:SN_SEPOLIA'])
    expect(read?.spelling.get('starknet:SN_MAIN')).toBe('starknet:SNMAIN')
    expect(read?.accountsOf('starknet:SN_MAIN')).toEqual([ADDRESS])
    expect(read?.accountsOf('starknet:OTHER')).toEqual([])
  })

  it.each([
    ['its methods', BOTH, 'A wallet', true],
    ['the name of an older wallet', [], 'Ready Mobile', true],
    ['neither', BOTH.slice(0, 1), 'A wallet', false],
  ])('is usable by %s', (_, methods, peer, isUsable) => {
    expect(grant(['starknet:SN_MAIN:0x5'], methods, peer) !== null).toBe(isUsable)
  })

  it.each([
    ['an account without a chain', ['0x5']],
    ['another chain alone', ['starknet:SN_SEPOLIA:0x5']],
    ['the zero address', ['starknet:SN_MAIN:0x0']],
    ['more accounts than anybody has', Array.from({ length: 101 }, (_, n) => `starknet:SN_MAIN:0x${n + 1}`)],
  ])('is nothing with %s', (_, accounts) => expect(grant(accounts)).toBeNull())

  it('is nothing in another family, and an account is no other text', () => {
    expect(grant(['starknet:SN_MAIN:0x5'], BOTH, 'A wallet', 'starknets')).toBeNull()
    expect(readMobileAccount('0x5')).toEqual({ chain: null, address: '0x5' })
    expect(readMobileAccount('eip155:1:0x5')).toBeNull()
  })
})
