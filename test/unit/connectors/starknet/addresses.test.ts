import { describe, expect, it } from 'vitest'
import { parseAssetParams } from '../../../../src/connectors/starknet/asset-params.js'
import { parseChainParams } from '../../../../src/connectors/starknet/chain-params.js'

const chain = { chainId: 'SN_SEPOLIA', chainName: 'Sepolia', rpcUrls: ['https://node.example'] }
const HOSTILE = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://shop.example/icon.png',
  'https://user:secret@shop.example',
  'https:\\\\shop.example',
  'https://shop.example\n',
  5,
]

describe('addresses that a page passes to a Starknet wallet (Y02)', () => {
  it.each(
    ['rpcUrls', 'blockExplorerUrls', 'iconUrls'].flatMap((field) =>
      HOSTILE.map((url): [string, unknown] => [field, url]),
    ),
  )('in addChain: %s with %j is refused by name', (field, url) => {
    expect(() => parseChainParams({ ...chain, [field]: [url] } as never)).toThrow(
      expect.objectContaining({ code: 'request_invalid', message: expect.stringContaining(field) }),
    )
  })

  it('in addChain: an icon may be a data URI, and a node may be on 0.0.0.0', () => {
    const input = { ...chain, rpcUrls: ['http://0.0.0.0:5050'], iconUrls: ['data:image/png;base64,AA=='] }
    expect(parseChainParams(input)).toMatchObject({ rpcUrls: input.rpcUrls, iconUrls: input.iconUrls })
  })

  it('in addChain are sent as they were checked, even when the list changes between two reads', () => {
    let looks = 0
    const input = {
      ...chain,
      get blockExplorerUrls() {
        return looks++ === 0 ? ['https://scan.example'] : ['javascript:alert(1)']
      },
    }
    expect(parseChainParams(input).blockExplorerUrls).toEqual(['https://scan.example'])
  })

  it.each(HOSTILE)('in watchAsset: the image %j is refused by name', (image) => {
    const input = { type: 'ERC20', options: { address: '0x49d', image } }
    expect(() => parseAssetParams(input as never)).toThrow(
      expect.objectContaining({ code: 'request_invalid', message: expect.stringContaining('image') }),
    )
  })
})
