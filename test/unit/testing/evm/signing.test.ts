import { type RecoverTypedDataAddressParameters, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { send, useScriptedPair } from '../scripted-pair.js'

const pair = useScriptedPair()
const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECOND = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const typedData = (chainId: number) =>
  ({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Order: [{ name: 'what', type: 'string' }],
    },
    primaryType: 'Order',
    domain: { name: 'Shop', chainId },
    message: { what: 'tea' },
  }) as const

async function connected(options = {}) {
  const wallet = pair.create(options)
  await send(wallet, 'eth_requestAccounts')
  return wallet
}

describe('a signature of a scripted wallet', () => {
  it('over a message, as hex or as text, lets the account be recovered', async () => {
    const wallet = await connected()
    for (const sent of ['0x48656c6c6f20e282ac', 'Hello €']) {
      const signature = (await send(wallet, 'personal_sign', sent, FIRST)) as `0x${string}`
      expect(await recoverMessageAddress({ message: 'Hello €', signature })).toBe(FIRST)
    }
  })

  it('over typed data (EIP-712) accepts an object or JSON', async () => {
    const wallet = await connected()
    const data = typedData(31337)
    for (const sent of [data, JSON.stringify(data)]) {
      const signature = (await send(wallet, 'eth_signTypedData_v4', FIRST, sent)) as `0x${string}`
      expect(await recoverTypedDataAddress({ ...data, signature } as RecoverTypedDataAddressParameters)).toBe(
        FIRST,
      )
    }
  })

  it('is refused over typed data for another chain than the current one', async () => {
    const wallet = await connected()
    await expect(send(wallet, 'eth_signTypedData_v4', FIRST, typedData(1))).rejects.toMatchObject({
      code: -32602,
    })
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('is refused before consent, and for an account that was not shared', async () => {
    await expect(send(pair.create(), 'personal_sign', '0x41', FIRST)).rejects.toMatchObject({ code: 4100 })
    await expect(send(await connected(), 'personal_sign', '0x41', SECOND)).rejects.toMatchObject({
      code: 4100,
    })
  })

  it('may wait in several windows at a time', async () => {
    const wallet = await connected()
    wallet.setApprove('manual')
    const one = send(wallet, 'personal_sign', '0x41', FIRST)
    const two = send(wallet, 'personal_sign', '0x42', FIRST)
    await wallet.nextPrompt('sign')
    expect(wallet.openPrompts).toHaveLength(2)
    wallet.openPrompts[1]?.reject()
    wallet.openPrompts[0]?.approve()
    await expect(two).rejects.toMatchObject({ code: 4001 })
    expect(await one).toMatch(/^0x[0-9a-f]{130}$/)
  })
})

describe('a transaction of a scripted wallet', () => {
  it('is sent and mined by the node', async () => {
    const wallet = await connected()
    const hash = await send(wallet, 'eth_sendTransaction', {
      from: FIRST,
      to: SECOND,
      value: '0x1',
      chainId: '0x7a69',
    })
    await pair.first.request('evm_mine')
    expect(await send(wallet, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect', 'send'])
  })

  it('is refused for another chain', async () => {
    const wallet = await connected()
    const sent = send(wallet, 'eth_sendTransaction', { from: FIRST, to: SECOND, chainId: '0x1' })
    await expect(sent).rejects.toMatchObject({ code: -32602 })
  })
})
