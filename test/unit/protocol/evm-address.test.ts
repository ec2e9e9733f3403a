import * as fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { readAccounts } from '../../../src/connectors/evm/accounts.js'
import { isEvmAddress, toChecksumAddress } from '../../../src/protocol/evm-address.js'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

test('the checksum equals EIP-55’s own examples', () => {
  for (const example of [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ]) {
    expect(toChecksumAddress(example.toLowerCase())).toBe(example)
  }
})

test('the checksum does not depend on the letters’ case, is idempotent, and equals viem’s (P8)', () => {
  fc.assert(
    fc.property(address, (value) => {
      const checksummed = toChecksumAddress(value)
      expect(toChecksumAddress(checksummed)).toBe(checksummed)
      expect(toChecksumAddress(`0x${value.slice(2).toUpperCase()}`)).toBe(checksummed)
      expect(checksummed.toLowerCase()).toBe(value)
      expect(checksummed).toBe(getAddress(value))
      expect(readAccounts([value, checksummed])).toEqual([checksummed])
    }),
    { numRuns: 300 },
  )
})

test('an EVM address is 0x and 40 hex digits, and nothing else', () => {
  const good = `0x${'aB'.repeat(20)}`
  expect(isEvmAddress(good)).toBe(true)
  for (const bad of [
    '',
    '0x',
    good.slice(2),
    `${good}0`,
    good.slice(0, -1),
    ` ${good}`,
    `${good}\n`,
    `0x${'g'.repeat(40)}`,
    5,
    null,
    {},
    [good],
  ]) {
    expect(isEvmAddress(bad)).toBe(false)
  }
})
