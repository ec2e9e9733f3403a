import { type Hex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { PHONE_KEYS } from '../../counterparts/relay-phone-evm.js'
import { type SigningOptions, sending, signPayload } from '../../counterparts/relay-phone-sign-in.js'
import { createVisitor } from '../../unit/server/visitor.js'
import { accountCode, HOSTILE, planAccount, wrap } from '../sign-in/contracts.js'
import { first, useRelay } from './bench.js'
import { openSignInPage } from './sign-in-page.js'

const bench = useRelay()

const ownerOf = (index: number) => privateKeyToAccount(PHONE_KEYS[index] as Hex).address

/** Places a contract account of the phone's key. */
async function place(code: Hex = accountCode(ownerOf(0))): Promise<Hex> {
  const { address } = createVisitor()
  await bench.node.request('anvil_setCode', [address, code])
  return address
}

/** A page, and a phone that signs for contract accounts; the server asks the chain. */
async function open(options: SigningOptions) {
  const signIn = sending((client, request) => signPayload(client, request, options))
  const phone = await bench.startApp({ signIn })
  const page = await openSignInPage(bench, { rpc: { 'eip155:31337': bench.node.url } })
  const connect = async () => {
    const { uri } = await page.showCode()
    phone.pair(uri).catch(() => {})
    return page.complete()
  }
  return { phone, page, connect }
}

describe('a phone with contract accounts that connects and signs in at once', () => {
  test('is asked once for a deployed account, and the server asks the account (EW33)', async () => {
    const address = await place()
    const { phone, page, connect } = await open({ contract: { addressOf: () => address } })
    expect(await connect()).toMatchObject({ address, chainId: 'eip155:31337', verified: true })
    expect(page.verified).toEqual([{ address, chainId: 'eip155:31337' }])
    expect(page.client.getState()).toMatchObject({ status: 'connected', account: address })
    expect(phone.requests).toEqual([])
  })

  test.each(['eip1271', 'eip6492'])(
    'is asked once for an account that is not deployed yet, which stays so (EW33): %s',
    async (type) => {
      const { address, factoryCalldata } = planAccount(ownerOf(0), pad(type === 'eip1271' ? '0x21' : '0x22'))
      const { phone, connect } = await open({
        contract: { addressOf: () => address, type, pack: (own) => wrap(factoryCalldata, own) },
      })
      expect(await connect()).toMatchObject({ address, verified: true })
      expect(phone.requests).toEqual([])
      expect(await bench.node.request('eth_getCode', [address, 'latest'])).toBe('0x')
    },
  )

  test('with a key and a contract in one answer uses the proof of the first account alone (EW29, EW33)', async () => {
    const contract = await place(accountCode(ownerOf(1)))
    const { page, connect } = await open({})
    await connect()
    expect(page.client.getState().account).toBe(first)
    await page.client.disconnect()

    // Both accounts in one answer, the contract first.
    const both = sending(async (client, request) => [
      ...(await signPayload(client, request, {
        keys: PHONE_KEYS.slice(1, 2),
        contract: { addressOf: () => contract },
      })),
      ...(await signPayload(client, request)),
    ])
    const phone = await bench.startApp({ signIn: both })
    const next = await openSignInPage(bench, { rpc: { 'eip155:31337': bench.node.url } })
    const { uri } = await next.showCode()
    phone.pair(uri).catch(() => {})
    expect(await next.complete()).toMatchObject({ address: contract, verified: true })
    expect(next.client.getState().connections[0]?.accounts).toEqual([contract, first])
    expect(next.verified).toEqual([{ address: contract, chainId: 'eip155:31337' }])
    expect(phone.requests).toEqual([])
  })

  test.each<[string, () => Promise<SigningOptions>]>([
    [
      'of somebody else',
      async () => {
        const address = await place(accountCode(ownerOf(1)))
        return { contract: { addressOf: () => address } }
      },
    ],
    [
      'that refuses',
      async () => {
        const address = await place(HOSTILE.reverts as Hex)
        return { contract: { addressOf: () => address } }
      },
    ],
    ['that is none, and a key of somebody else', async () => ({ contract: { addressOf: () => ownerOf(1) } })],
    [
      'that the factory would not create',
      async () => {
        const { address } = planAccount(ownerOf(1), pad('0x23'))
        const { factoryCalldata } = planAccount(ownerOf(0), pad('0x23'))
        return {
          contract: {
            addressOf: () => address,
            type: 'eip6492',
            pack: (own) => wrap(factoryCalldata, own),
          },
        }
      },
    ],
  ])('is refused by the server for a contract %s (EW31, EW33)', async (_, write) => {
    const { page, connect } = await open(await write())
    await expect(connect()).rejects.toMatchObject({ code: 'signature_invalid' })
    expect(page.verified).toEqual([])
    expect(page.signedIn).toEqual([])
    await page.client.disconnect()
  })
})
