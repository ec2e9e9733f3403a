import fc from 'fast-check'
import { ec, typedData as oracle, hash as starknetHash } from 'starknet'
import { describe, expect, it } from 'vitest'
import { createMessageTypedData } from '../../../../src/protocol/starknet-message.js'
import { parseTypedData, type StarknetTypedData } from '../../../../src/protocol/starknet-typed-data.js'
import {
  computeAddress,
  createScriptedAccount,
  isValidSignature,
  type SignatureLayout,
} from '../../../../src/testing/starknet/account.js'
import { toHex } from '../../../../src/testing/starknet/hash.js'
import { encodeCalls, hashInvoke, type InvokeV3 } from '../../../../src/testing/starknet/transaction.js'
import { hashTypedData } from '../../../../src/testing/starknet/typed-data-hash.js'
import { CASES, NESTED_1 } from '../typed-data-cases.js'

const ACCOUNT = '0x0123456789abcdef'
const expected = (typedData: StarknetTypedData) => BigInt(oracle.getMessageHash(typedData as never, ACCOUNT))

describe('the SNIP-12 hash of the scripted wallets', () => {
  it.each(Object.entries(CASES))('equals starknet.js’s for %s (P12)', (_name, typedData) => {
    const chain = typedData === NESTED_1 ? 'starknet:SN_SEPOLIA' : 'starknet:SN_MAIN'
    const hash = expected(typedData)
    expect(hashTypedData(typedData, ACCOUNT)).toBe(hash)
    // What the page sends on has the same hash.
    expect(hashTypedData(parseTypedData(typedData, chain), ACCOUNT)).toBe(hash)
  })

  it('equals starknet.js’s for random structs of both revisions (P12)', () => {
    const name = fc.stringMatching(/^[A-Z][a-zA-Z ]{0,11}[a-z]$/)
    const value = fc.oneof(
      fc.bigInt(0n, 2n ** 251n),
      fc.integer({ min: 0 }),
      fc.stringMatching(/^[a-z ]{1,31}$/),
    )
    const struct = fc.uniqueArray(fc.tuple(name, value), {
      minLength: 1,
      maxLength: 3,
      selector: ([key]) => key,
    })
    fc.assert(
      fc.property(struct, struct, fc.constantFrom(0, 1), (inner, outer, revision) => {
        const toFields = (list: typeof inner) => list.map(([key]) => ({ name: key, type: 'felt' }))
        const toMessage = (list: typeof inner) =>
          Object.fromEntries(list.map(([key, item]) => [key, String(item)]))
        const domainFields = ['name', 'version', 'chainId', ...(revision ? ['revision'] : [])]
        const typedData: StarknetTypedData = {
          types: {
            [revision ? 'StarknetDomain' : 'StarkNetDomain']: domainFields.map((key) => ({
              name: key,
              type: revision ? 'shortstring' : 'felt',
            })),
            Inner: toFields(inner),
            Outer: [...toFields(outer), { name: 'inner 1', type: 'Inner' }, { name: 'all', type: 'Inner*' }],
          },
          primaryType: 'Outer',
          domain: { name: 'Random', version: '1', chainId: 'SN_MAIN', ...(revision && { revision: '1' }) },
          message: {
            ...toMessage(outer),
            'inner 1': toMessage(inner),
            all: [toMessage(inner), toMessage(inner)],
          },
        }
        expect(hashTypedData(parseTypedData(typedData, 'starknet:SN_MAIN'), ACCOUNT)).toBe(
          expected(typedData),
        )
      }),
      { numRuns: 10 },
    )
  })

  it('never is the same for two sign-in messages (P12)', () => {
    const nonce = fc
      .stringMatching(/^[A-Za-z][A-Za-z0-9]{0,30}$/)
      .filter((text) => Number.isNaN(Number(text)))
    const hashOf = (message: string) =>
      hashTypedData(
        createMessageTypedData({ message, domain: 'shop.example', chainId: 'starknet:SN_MAIN' }),
        ACCOUNT,
      )
    // One hash takes some milliseconds: each nonce is compared with all others.
    const nonces = fc.uniqueArray(nonce, { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(nonces, (all) => {
        expect(new Set(all.map(hashOf)).size).toBe(all.length)
      }),
      { numRuns: 1 },
    )
  })
})

describe('the accounts of the scripted wallets', () => {
  const key = '0x1234567890abcdef'

  it('have the address of their class and key', () => {
    const account = createScriptedAccount(key)
    const [publicKey, classHash] = [ec.starkCurve.getStarkKey(key), account.classHash]
    expect(account.publicKey).toBe(publicKey)
    expect(BigInt(account.address)).toBe(
      BigInt(starknetHash.calculateContractAddressFromHash(publicKey, classHash, [publicKey], 0)),
    )
    expect(computeAddress(classHash, publicKey, [publicKey])).toBe(account.address)
  })

  it.each(['plain', 'argent', 'argent-guardian', 'braavos'] as SignatureLayout[])(
    'sign in the layout %s, which only their own contract accepts',
    (layout) => {
      const account = createScriptedAccount(key, layout)
      const signature = account.sign(123n)
      expect(isValidSignature(account, 123n, signature)).toBe(true)
      expect(isValidSignature(account, 124n, signature)).toBe(false)
      expect(isValidSignature(createScriptedAccount('0x77', layout), 123n, signature)).toBe(false)
      expect(isValidSignature(account, 123n, [...signature.slice(0, -1), '0x1'])).toBe(false)
    },
  )

  it('hash an invoke transaction as starknet.js does', () => {
    const bound = { max_amount: '0x10', max_price_per_unit: '0x20' }
    const calls = [
      { contractAddress: '0x49d', entrypoint: 'transfer', calldata: ['0x1', '0x2', '0x0'] },
      { contractAddress: '0x50', entrypoint: 'approve', calldata: [] },
    ]
    const transaction: Omit<InvokeV3, 'signature'> = {
      type: 'INVOKE',
      version: '0x3',
      sender_address: '0x123',
      calldata: encodeCalls(calls),
      nonce: '0x7',
      resource_bounds: {
        l1_gas: bound,
        l2_gas: { max_amount: '0x30', max_price_per_unit: '0x40' },
        l1_data_gas: bound,
      },
      tip: '0x0',
      paymaster_data: [],
      account_deployment_data: [],
      nonce_data_availability_mode: 'L1',
      fee_data_availability_mode: 'L1',
    }
    const toBound = (one: typeof bound) => ({
      max_amount: BigInt(one.max_amount),
      max_price_per_unit: BigInt(one.max_price_per_unit),
    })
    const { l1_gas, l2_gas, l1_data_gas } = transaction.resource_bounds
    const expectedHash = starknetHash.calculateInvokeTransactionHash({
      senderAddress: '0x123',
      version: '0x3',
      compiledCalldata: transaction.calldata,
      chainId: '0x534e5f4d41494e',
      nonce: '0x7',
      accountDeploymentData: [],
      nonceDataAvailabilityMode: 0,
      feeDataAvailabilityMode: 0,
      resourceBounds: { l1_gas: toBound(l1_gas), l2_gas: toBound(l2_gas), l1_data_gas: toBound(l1_data_gas) },
      tip: 0n,
      paymasterData: [],
    } as never)
    expect(toHex(hashInvoke(transaction, '0x534e5f4d41494e'))).toBe(expectedHash)
  })
})
