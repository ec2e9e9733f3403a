import { describe, expect, it } from 'vitest'
import {
  forgetLastWallet,
  readLastWallet,
  rememberLastWallet,
} from '../../../../src/connectors/starknet/last-wallet.js'
import { createMemoryStorage } from '../../../../src/platform/storage.js'

const keys = (storage: ReturnType<typeof createMemoryStorage>) => storage.keys?.() ?? []

describe('the last Starknet wallet', () => {
  it('is stored under both names of the specification', () => {
    const storage = createMemoryStorage()
    rememberLastWallet(storage, 'argentX')
    expect(keys(storage)).toEqual([
      'starknetLastConnectedWallet',
      expect.stringMatching(/^gsw-last-\d+-[a-z0-9]+$/),
    ])
    for (const key of keys(storage)) expect(storage.getItem(key)).toBe('argentX')
    expect(readLastWallet(storage)).toBe('argentX')
  })

  it('does not come from a key of the year 9999 (Y19, Y25)', () => {
    const storage = createMemoryStorage()
    for (const at of ['253370764800000', '9'.repeat(400)]) storage.setItem(`gsw-last-${at}-x`, 'bogus')
    expect(readLastWallet(storage)).toBe('bogus')
    storage.setItem('gsw-last-1700000000000-x', 'own')
    expect(readLastWallet(storage)).toBe('own')
  })

  it('E12: comes from the newest of many gsw-last keys, and all of them are removed, but no foreign key', () => {
    const storage = createMemoryStorage()
    for (const [at, id] of [
      [1_700_000_000_000, 'old'],
      [1_800_000_000_000, 'new'],
      [1_750_000_000_000, 'mid'],
    ]) {
      storage.setItem(`gsw-last-${at}-abc${at}`, String(id))
    }
    storage.setItem('gsw-last', 'bare')
    storage.setItem('gsw-other', 'foreign')
    storage.setItem('wc@2:client:0.3//session', 'foreign')
    expect(readLastWallet(storage)).toBe('new')
    forgetLastWallet(storage)
    expect(keys(storage)).toEqual(['gsw-other', 'wc@2:client:0.3//session'])
    expect(readLastWallet(storage)).toBe(null)
  })

  it('does not collect keys', () => {
    const storage = createMemoryStorage()
    for (const id of ['a', 'b', 'c']) rememberLastWallet(storage, id)
    expect(keys(storage)).toHaveLength(2)
    expect(readLastWallet(storage)).toBe('c')
  })

  it('E04: is none when the text can be no id', () => {
    const storage = createMemoryStorage()
    storage.setItem('starknetLastConnectedWallet', 'x'.repeat(5_000_000))
    expect(readLastWallet(storage)).toBe(null)
  })

  it('works on a storage that cannot list its keys', () => {
    const { keys: _, ...storage } = createMemoryStorage()
    rememberLastWallet(storage, 'braavos')
    expect(readLastWallet(storage)).toBe('braavos')
  })
})
