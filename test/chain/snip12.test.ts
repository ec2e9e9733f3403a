import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { typedData as oracle } from 'starknet'
import { beforeAll, describe, expect, it } from 'vitest'
import { initSync, runTests } from 'wasm-cairo'
import { createStarknetSignInRevision1 } from '../../src/protocol/sign-in-starknet.js'
import { createMessageTypedData } from '../../src/protocol/starknet-message.js'
import { parseTypedData, type StarknetTypedData } from '../../src/protocol/starknet-typed-data.js'
import { createScriptedAccount } from '../../src/testing/starknet/account.js'
import { starknetKeccak, toFelt, toHex } from '../../src/testing/starknet/hash.js'
import { hashTypedData } from '../../src/testing/starknet/typed-data-hash.js'

const account = createScriptedAccount('0x1a2b3c4d5e6f7081')
const MESSAGE_0 = createMessageTypedData({
  message: 'nonce4f1c0ffee',
  domain: 'shop.example',
  chainId: 'starknet:SN_MAIN',
})
const MESSAGE_1: StarknetTypedData = {
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({ name, type: 'shortstring' })),
    Outer: [
      { name: 'inner', type: 'Inner' },
      { name: 'list', type: 'u128*' },
    ],
    Inner: [{ name: 'text', type: 'shortstring' }],
  },
  primaryType: 'Outer',
  domain: { name: 'shop.example', version: '1', chainId: 'SN_MAIN', revision: '1' },
  message: { inner: { text: 'nonce4f1c0ffee' }, list: [5, '6', '0x7'] },
}

const HOST = 'a-rather-long-name-of-a-shop.example:8443'
const SIGN_IN = createStarknetSignInRevision1({
  host: HOST,
  address: account.address,
  nonce: 'nonce4f1c0ffee',
  chainId: 'starknet:SN_MAIN',
  issuedAt: 1_800_000_000,
  expiresAt: 1_800_000_600,
})

const INNER = '"Inner"("text":"shortstring")'
const TYPES = {
  TYPE_DOMAIN: toHex(
    starknetKeccak(
      '"StarknetDomain"("name":"shortstring","version":"shortstring","chainId":"shortstring","revision":"shortstring")',
    ),
  ),
  TYPE_SIGN_IN: toHex(
    starknetKeccak(
      '"SignIn"("host":"string","address":"ContractAddress","nonce":"shortstring","issuedAt":"timestamp","expiresAt":"timestamp")',
    ),
  ),
  TYPE_INNER: toHex(starknetKeccak(INNER)),
  TYPE_OUTER: toHex(starknetKeccak(`"Outer"("inner":"Inner","list":"u128*")${INNER}`)),
}

/** Runs the Cairo tests with these constants, in the real compiler and virtual machine. */
function runCairo(constants: Record<string, string>): string {
  const source = readFileSync(new URL('./account.cairo', import.meta.url), 'utf8')
  const program = source.replace(/\b[A-Z]+(?:_[A-Z0-9]+)+\b/g, (name) => constants[name] ?? name)
  return runTests(program, true, '', false, false, true, '', false, false)
}

beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('wasm-cairo/wasm-cairo_bg.wasm')
  initSync({ module: readFileSync(path) })
})

describe('an account contract in Cairo', () => {
  it('hashes both revisions and both forms of a sign-in as our wallets and starknet.js do, and accepts only their signatures', () => {
    const [hash0, hash1, hash2] = [MESSAGE_0, MESSAGE_1, SIGN_IN].map((typedData) => {
      const hash = hashTypedData(parseTypedData(typedData, 'starknet:SN_MAIN'), account.address)
      expect(toHex(hash)).toBe(oracle.getMessageHash(typedData as never, account.address))
      return hash
    }) as [bigint, bigint, bigint]
    const [r0, s0] = account.sign(hash0) as [string, string]
    const [r1, s1] = account.sign(hash1) as [string, string]
    const [r2, s2] = account.sign(hash2) as [string, string]
    const constants = {
      ACCOUNT_FELT: toHex(BigInt(account.address)),
      PUBLIC_KEY: account.publicKey,
      ...TYPES,
      ...{ HASH_0: toHex(hash0), R_0: r0, S_0: s0 },
      ...{ HASH_1: toHex(hash1), R_1: r1, S_1: s1 },
      ...{ HASH_2: toHex(hash2), R_2: r2, S_2: s2 },
      HOST_BEGIN: toHex(toFelt(HOST.slice(0, 31))),
      HOST_END: toHex(toFelt(HOST.slice(31))),
      HOST_LENGTH: toHex(BigInt(HOST.length - 31)),
    }
    expect(runCairo(constants)).toMatch(/5 passed; 0 failed/)
    // The check itself can fail.
    expect(runCairo({ ...constants, HASH_0: toHex(hash0 + 1n) })).not.toMatch(/5 passed/)
  })
})
