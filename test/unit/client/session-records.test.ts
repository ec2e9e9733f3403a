import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRecords, parseReconnect } from '../../../src/client/session-records.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { anyText } from '../../counterparts/any-text.js'

const NAMESPACES = ['eip155', 'starknet']
const text = fc.oneof(anyText(), fc.string(), fc.constantFrom('__proto__', 'constructor', ''))
/** Mutated texts that look like a reconnect flag. */
const flag = fc.oneof(
  text,
  fc.json(),
  fc
    .array(fc.tuple(fc.constantFrom(...NAMESPACES, '__proto__', 'solana'), text), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, id]) => `${name}=${id}`).join(' ')),
)

describe('a stored record', () => {
  test('is read from any text without an error, and only names of our namespaces come out (P14)', () => {
    fc.assert(
      fc.property(flag, (value) => {
        const found = parseReconnect(value)
        for (const [namespace, id] of Object.entries(found)) {
          expect(NAMESPACES).toContain(namespace)
          expect(typeof id).toBe('string')
        }
        expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  test('is read as it was written, whatever the ids are (P14)', () => {
    const id = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((value) => !/\p{Cs}/u.test(value))
    fc.assert(
      fc.property(id, id, text, (evm, starknet, store) => {
        const storage = createMemoryStorage()
        const records = createRecords(storage, store)
        records.writeReconnect('eip155', evm)
        records.writeReconnect('starknet', starknet)
        expect(createRecords(storage, store).readReconnect()).toEqual({ eip155: evm, starknet })
        records.writeReconnect('eip155', null)
        expect(records.readReconnect()).toEqual({ starknet })
        records.writeReconnect('starknet', null)
        expect(storage.keys?.()).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('is written without an error for ids that cannot be encoded', () => {
    const records = createRecords(createMemoryStorage(), '\udfff')
    records.writeReconnect('starknet', 'half \ud800')
    expect(records.readReconnect()).toEqual({ starknet: 'half ' })
  })

  test('is ignored when it is larger than any that this package writes (E04)', () => {
    const storage = createMemoryStorage()
    const records = createRecords(storage, 'shop')
    const limit = 16 * 1024
    records.writeWallet('one', { account: 'a'.repeat(limit), chainId: 'eip155:1', switched: false })
    expect(records.readWallet('one')?.account).toHaveLength(limit)
    records.writeWallet('one', { account: 'a'.repeat(limit + 1), chainId: 'eip155:1', switched: false })
    expect(records.readWallet('one')).toBe(null)
    storage.setItem(records.reconnectKey, `eip155=io.metamask ${'x'.repeat(limit)}`)
    expect(records.readReconnect()).toEqual({})
  })

  test('is read as a whole or not at all, and deleted completely', () => {
    const storage = createMemoryStorage()
    const records = createRecords(storage, 'default')
    const record = { account: '0x1', chainId: 'eip155:1', topic: 'abc', switched: true }
    records.writeWallet('one', record)
    records.writeWallet('two', { ...record, topic: undefined, switched: false })
    expect(records.readWallet('one')).toEqual(record)
    expect(records.readWallet('two')).toEqual({ ...record, topic: undefined, switched: false })
    storage.removeItem('wcb.1:default:one:chain')
    expect([records.readWallet('one'), records.readWallet('nobody')]).toEqual([null, null])
    records.clearOthers(['two'])
    expect(storage.keys?.()?.every((key) => key.includes(':two:'))).toBe(true)
    records.clearWallet('two')
    expect(storage.keys?.()).toEqual([])
  })
})
