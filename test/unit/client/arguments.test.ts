import './fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import { takeSnapshot } from '../../../src/client/snapshot.js'
import { BOB, connectOne, connectOwn, outcome, pass } from './fixture.js'

const typedData = () => ({
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Shop' },
  message: { text: 'first' },
})

/** Creates a connected EVM wallet with another request open in its window. */
async function busy() {
  const setup = await connectOne()
  const { one } = setup
  one.setApprove('manual')
  void setup.client.signMessage('first of all').catch(() => {})
  await pass()
  const free = async () => {
    const asked = one.prompts.length
    one.openPrompts[0]?.approve()
    await vi.waitFor(() => expect(one.prompts.length).toBeGreaterThan(asked))
    return one.prompts.at(-1)
  }
  return { free, ...setup }
}

describe('a request keeps its arguments as they were at the call (Y08)', () => {
  test('for typed data', async () => {
    const { client, free } = await busy()
    const data = typedData()
    const signed = client.signTypedData(data)
    data.message.text = 'changed'
    data.types.Mail.push({ name: 'more', type: 'string' })
    const prompt = await free()
    expect(JSON.parse((prompt?.params as string[])[1] as string)).toMatchObject({
      types: { Mail: [{ name: 'text', type: 'string' }] },
      message: { text: 'first' },
    })
    client.dispose()
    expect(await outcome(signed)).toBe('session_ended')
  })

  test('for a chain and a token', async () => {
    const { client, free } = await busy()
    const asset = { type: 'ERC20' as const, options: { address: BOB, symbol: 'ONE', decimals: 18 } }
    void client.watchAsset(asset).catch(() => {})
    asset.options.symbol = 'TWO'
    const prompt = await free()
    expect(prompt?.params).toMatchObject({ options: { symbol: 'ONE' } })
  })

  test('for the calls of a transaction and their options', async () => {
    const execute = vi.fn(async () => ({ transactionHash: '0x1' }))
    let release = (_: string[]) => {}
    const signMessage = () => new Promise<string[]>((resolve) => (release = resolve))
    const { client } = await connectOwn({ execute, signMessage })
    client.signMessage('first of all').catch(() => {})
    await pass()
    const calls = [{ contractAddress: '0x1', entrypoint: 'pay', calldata: [1n, '2'] }]
    const options = { nonce: 1 }
    const sent = client.execute(calls, options)
    calls[0]?.calldata.splice(0, 2, '9')
    Object.assign(calls[0] as object, { contractAddress: '0x666' })
    calls.push({ contractAddress: '0x667', entrypoint: 'steal', calldata: [] })
    options.nonce = 2
    release(['0x1'])
    await sent
    expect(execute).toHaveBeenCalledWith(
      [{ contractAddress: '0x1', entrypoint: 'pay', calldata: [1n, '2'] }],
      { nonce: 1 },
      expect.objectContaining({ signal: expect.any(AbortSignal) }),
    )
  })

  test.each([
    ['signMessage', ['a']],
    ['signMessage', ''],
    ['signTypedData', { types: {} }],
    ['switchChain', { chainId: 'zz' }],
    ['addChain', { chainId: 7 }],
    ['watchAsset', { type: 'ERC721' }],
  ] as const)('an invalid %s fails at once, without waiting for the open window', async (method, args) => {
    const { client, one } = await busy()
    const failed = outcome(client[method](args as never))
    await pass()
    expect(one.openPrompts).toHaveLength(1)
    expect(await failed).not.toBe('busy')
    expect(String(await failed)).toMatch(/invalid|erc20/)
  })

  test.each([
    ['execute', { to: BOB, value: 1n }],
    ['signMessage', 'Hello'],
    ['signTypedData', typedData()],
    ['switchChain', { chainId: 5 }],
    ['watchAsset', { type: 'ERC20', options: { address: BOB } }],
  ] as const)('%s asks no wallet with options that are no object', async (method, args) => {
    const { one, client } = await connectOne()
    const asked = one.requests.length
    for (const options of [5, true, 'eip155:5', [], [{ chainId: 5 }], () => {}]) {
      const asking = (client[method] as (...all: unknown[]) => Promise<unknown>)(args, options)
      await expect(asking).rejects.toMatchObject({
        code: 'request_invalid',
        message: `${method}: options is not an object`,
      })
    }
    expect(one.requests).toHaveLength(asked)
  })

  test('a session checks the arguments at the call, and gets the same copy in its turn', async () => {
    const check = vi.fn()
    const execute = vi.fn(async () => ({ transactionHash: '0x1' }))
    const { client } = await connectOwn({ check, execute })
    const calls = { contractAddress: '0x1', entrypoint: 'pay' }
    await client.execute(calls)
    expect(check).toHaveBeenCalledWith('execute', [calls, undefined])
    const args = check.mock.calls[0]?.[1] as unknown[]
    expect(args[0]).not.toBe(calls)
    expect((execute.mock.calls as unknown[][])[0]?.[0]).toBe(args[0])
  })

  test('a getter and a Proxy are read once, so the wallet gets what was checked', async () => {
    const { one, client } = await connectOne()
    let read = 0
    const message = {
      get text() {
        return `read ${++read} times`
      },
    }
    await client.signTypedData({ ...typedData(), message })
    expect([read, (one.requests.at(-1)?.params as string[])[1]]).toEqual([
      1,
      expect.stringContaining('read 1 times'),
    ])
    const seen: string[] = []
    const data = new Proxy(typedData(), {
      get(target, key) {
        seen.push(String(key))
        return Reflect.get(target, key)
      },
    })
    await client.signTypedData(data)
    expect(seen.sort()).toEqual(['domain', 'message', 'primaryType', 'types'])
  })
})

describe('a snapshot', () => {
  test('copies lists, plain objects and bytes, and keeps primitives and instances of a class', () => {
    class Felt {}
    const felt = new Felt()
    const bytes = Uint8Array.of(1, 2)
    const own = JSON.parse('{ "__proto__": { "polluted": true } }')
    const value = { list: [1n, 'a', null, undefined], felt, bytes, own }
    const copy = takeSnapshot(value, 'x')
    expect(copy).toEqual(value)
    expect([copy.felt === felt, copy.bytes === bytes, copy.list === value.list]).toEqual([true, false, false])
    expect(Object.getPrototypeOf(copy.own)).toBe(Object.prototype)
  })

  const fail = () => {
    throw new Error('no')
  }
  const loop: unknown[] = []
  loop.push(loop)
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  test.each<[string, unknown[]]>([
    ['refers to itself', loop],
    ['throws when it is read', [Object.defineProperty({}, 'a', { get: fail, enumerable: true })]],
    ['is a revoked Proxy', proxy],
    ['says that it has no end', new Proxy([], { get: (_, key) => (key === 'length' ? 1e12 : 0) })],
  ])('fails with a sentence for a value that %s', (_, value) => {
    expect(() => takeSnapshot(value, 'execute')).toThrow(
      expect.objectContaining({ code: 'request_invalid', message: 'execute: the arguments cannot be read' }),
    )
  })
})
