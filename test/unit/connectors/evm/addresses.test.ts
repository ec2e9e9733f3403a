import '../../client/fake-timers.js'
import { describe, expect, test } from 'vitest'
import type { AddChainParams, WatchAssetParams } from '../../../../src/connectors/connector.js'
import { BOB, createClient, createDevice, createWallet, outcome } from '../../client/fixture.js'

const HOSTILE = [
  'javascript:alert(1)',
  ' https://shop.example',
  'https://shop.example\n',
  'https:\\shop.example',
  'https:shop.example',
  'data:text/html,<script>alert(1)</script>',
  'http://shop.example/icon.png',
  'https://user:secret@shop.example',
  `https://shop.example/${'x'.repeat(200_000)}`,
  '//shop.example',
  '',
  5,
  null,
  { toString: () => 'https://shop.example' },
]

async function connected() {
  const one = createWallet('One')
  Object.assign(one.faults, { answers: { wallet_addEthereumChain: null } })
  const { client } = createClient(createDevice(one))
  await client.connect({ walletId: 'com.one' })
  return { one, client }
}

const chain = { chainId: 137, chainName: 'Polygon', rpcUrls: ['https://polygon.example'] }

describe('addresses that a page passes to an EVM wallet (Y02)', () => {
  test.each(
    (['rpcUrls', 'blockExplorerUrls', 'iconUrls'] as const).flatMap((field) =>
      HOSTILE.map((url): [string, unknown] => [field, url]),
    ),
  )('in addChain: %s with %j never reaches the wallet', async (field, url) => {
    const { client, one } = await connected()
    const before = one.requests.length
    const params = { ...chain, [field]: ['https://fine.example', url] } as AddChainParams
    await expect(client.addChain(params)).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining(field),
    })
    expect(one.requests).toHaveLength(before)
  })

  test.each(['https://icons.example/a.png', 'http://localhost/a.png'])(
    'in addChain: iconUrls passes the page’s text on unchanged',
    async (icon) => {
      const { client, one } = await connected()
      const images = [icon, 'data:image/png;base64,AA==', 'data:image/svg+xml,%3Csvg%3E']
      await client.addChain({ ...chain, iconUrls: images })
      expect(one.requests.at(-1)?.params).toMatchObject([{ iconUrls: images }])
    },
  )

  test.each(['https://icons.example', {}, 7])('in addChain: iconUrls is a list, not %j', async (iconUrls) => {
    const { client } = await connected()
    expect(await outcome(client.addChain({ ...chain, iconUrls } as never))).toBe('request_invalid')
  })

  test('are sent as they were checked, even when the list changes between two reads', async () => {
    const { client, one } = await connected()
    let looks = 0
    const params = {
      ...chain,
      get rpcUrls() {
        return looks++ === 0 ? ['https://polygon.example'] : ['javascript:alert(1)']
      },
    }
    await client.addChain(params)
    expect(one.requests.at(-1)?.params).toMatchObject([{ rpcUrls: ['https://polygon.example'] }])
  })

  test.each(HOSTILE.filter((url) => url !== null && url !== ''))(
    'in watchAsset: the image %j never reaches the wallet',
    async (image) => {
      const { client, one } = await connected()
      const before = one.requests.length
      const params = { type: 'ERC20', options: { address: BOB, image } } as WatchAssetParams
      await expect(client.watchAsset(params)).rejects.toMatchObject({
        code: 'request_invalid',
        message: expect.stringContaining('image'),
      })
      expect(one.requests).toHaveLength(before)
    },
  )

  test.each([5, {}, 'x'.repeat(65)])('in watchAsset: the name %j never reaches the wallet', async (name) => {
    const { client } = await connected()
    const params = { type: 'ERC20', options: { address: BOB, name } } as WatchAssetParams
    expect(await outcome(client.watchAsset(params))).toBe('request_invalid')
  })
})
