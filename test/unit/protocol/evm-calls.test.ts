import { describe, expect, test } from 'vitest'
import { parseEvmCalls } from '../../../src/protocol/evm-calls.js'

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('the calls of execute on EVM (EW12)', () => {
  test.each([
    [10n, '0xa'],
    ['10', '0xa'],
    ['0x0a', '0xa'],
    ['0XA', '0xa'],
    [10, '0xa'],
    ['0', '0x0'],
    [(1n << 256n) - 1n, `0x${'f'.repeat(64)}`],
    [String((1n << 256n) - 1n), `0x${'f'.repeat(64)}`],
  ])('an amount of %s becomes %s', (value, hex) => {
    expect(parseEvmCalls({ to: TO, value }).calls).toEqual([{ to: TO, value: hex }])
  })

  test.each([-1n, 1n << 256n, '', ' 1', '1.5', '-1', '0x', '1e3', 0.5, Number.NaN, 2 ** 53, null, true, {}])(
    'refuses an amount of %s',
    (value) => {
      expect(() => parseEvmCalls([{ to: TO }, { to: TO, value }])).toThrow(
        expect.objectContaining({
          code: 'request_invalid',
          message: 'execute: calls[1].value is not an amount in wei',
        }),
      )
    },
  )

  test.each([
    [undefined, 'a call or a non-empty list'],
    [null, 'a call or a non-empty list'],
    [[], 'a call or a non-empty list'],
    ['0x', 'calls[0] is not a call'],
    [[{ to: TO }, []], 'calls[1] is not a call'],
    [{ to: TO.replace('f39F', 'F39F') }, 'calls[0].to'],
    [{ to: 'shop.eth' }, 'calls[0].to'],
    [{ data: '0x' }, 'calls[0].to'],
    [{ to: TO, data: '0x1' }, 'calls[0].data'],
    [{ to: TO, data: 'hello' }, 'calls[0].data'],
    [{ to: TO, data: null }, 'calls[0].data'],
    [{ contractAddress: '0x1', entrypoint: 'transfer' }, 'calls[0].to'],
    [new Array(1), 'calls[0] is not a call'],
    [Array.from({ length: 101 }, () => ({ to: TO })), 'at most 100'],
  ])('refuses %j', (calls, text) => {
    expect(() => parseEvmCalls(calls)).toThrow(
      expect.objectContaining({ code: 'request_invalid', message: expect.stringContaining(text) }),
    )
  })

  test.each([
    [{ chainId: 'starknet:SN_MAIN' }, 'options.chainId'],
    [{ chainId: 0 }, 'options.chainId'],
    [{ paymasterUrl: 'javascript:alert(1)' }, 'options.paymasterUrl'],
    [{ paymasterUrl: 'http://paymaster.example' }, 'options.paymasterUrl'],
    [{ capabilities: [] }, 'options.capabilities'],
    ['fast', 'options is not'],
  ])('refuses the options %j', (options, text) => {
    expect(() => parseEvmCalls({ to: TO }, options)).toThrow(
      expect.objectContaining({ code: 'request_invalid', message: expect.stringContaining(text) }),
    )
  })

  test('adds the paymaster to the capabilities that the page names', () => {
    const given = { paymasterService: { context: { plan: 1 }, url: 'https://old.example' }, other: {} }
    expect(
      parseEvmCalls({ to: TO }, { capabilities: given, paymasterUrl: 'https://new.example' }).capabilities,
    ).toEqual({ paymasterService: { context: { plan: 1 }, url: 'https://new.example' }, other: {} })
    expect(parseEvmCalls({ to: TO }, { capabilities: {} }).capabilities).toBeNull()
  })

  test('reads the chain in any spelling', () => {
    for (const chainId of [8453, '0x2105', '8453', 'eip155:8453'])
      expect(parseEvmCalls({ to: TO }, { chainId }).chainId).toBe('eip155:8453')
  })

  test('PR16: one call may have gas, fees and a nonce, in hex for the wallet', () => {
    const fees = { gas: 50_000, maxFeePerGas: 2n, maxPriorityFeePerGas: '1', nonce: '0x07' }
    expect(parseEvmCalls({ to: TO, ...fees }).calls).toEqual([
      { to: TO, gas: '0xc350', maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1', nonce: '0x7' },
    ])
    expect(parseEvmCalls([{ to: TO, nonce: undefined, gas: undefined }]).calls).toEqual([{ to: TO }])
  })

  test('PR16: data without an address makes a contract, and an address that is missing by mistake does not', () => {
    expect(parseEvmCalls({ data: '0x6001', value: 1n }).calls).toEqual([{ data: '0x6001', value: '0x1' }])
    for (const call of [{ to: undefined, data: '0x6001' }, { to: null, data: '0x6001' }, { value: 1n }, {}])
      expect(() => parseEvmCalls(call)).toThrow(expect.objectContaining({ code: 'request_invalid' }))
  })

  test.each([
    [{ to: TO, gasLimit: 1 }, undefined, 'calls[0].gasLimit'],
    [{ to: TO, gasPrice: 1 }, undefined, 'calls[0].gasPrice'],
    [{ to: TO, from: TO }, undefined, 'calls[0].from'],
    [[{ to: TO }, { to: TO, chainId: 1 }], undefined, 'calls[1].chainId'],
    [{ to: TO, gas: -1 }, undefined, 'calls[0].gas'],
    [{ to: TO, nonce: 1.5 }, undefined, 'calls[0].nonce'],
    [{ to: TO, nonce: (1n << 64n) - 1n }, undefined, 'calls[0].nonce'],
    [{ to: TO, maxFeePerGas: 'much' }, undefined, 'calls[0].maxFeePerGas'],
    [[{ to: TO, gas: 1 }, { to: TO }], undefined, 'calls[0].gas'],
    [{ to: TO, nonce: 1 }, { paymasterUrl: 'https://paymaster.example' }, 'calls[0].nonce'],
    [{ to: TO }, { nonce: 1 }, 'options.nonce'],
    [{ to: TO }, { gas: 1 }, 'options.gas'],
    [{ to: TO }, { paymaster: {} }, 'options.paymaster'],
  ])('PR16: what would be left out is refused by its name: %#', (calls, options, text) => {
    expect(() => parseEvmCalls(calls, options)).toThrow(
      expect.objectContaining({ code: 'request_invalid', message: expect.stringContaining(text) }),
    )
  })
})
