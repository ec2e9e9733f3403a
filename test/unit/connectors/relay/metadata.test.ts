import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../../../../src/client/config.js'
import { readMetadata } from '../../../../src/connectors/relay/metadata.js'

const read = (config: object) => readMetadata(resolveConfig({ appName: 'Shop', ...config }))

afterEach(() => vi.unstubAllGlobals())

describe('what a phone wallet shows about the page', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://user:secret@shop.example',
    'http://shop.example/icon.png',
    'https:\\\\shop.example',
  ])('is never %s (Y02)', (address) => {
    vi.stubGlobal('location', new URL('https://shop.example/basket'))
    expect(read({ appUrl: address, appIcon: address })).toMatchObject({
      url: 'https://shop.example',
      icons: [],
    })
  })

  it('is what the page configures, if that is an address', () => {
    vi.stubGlobal('location', new URL('https://shop.example/basket'))
    const appIcon = 'https://cdn.example/icon.png'
    expect(read({ appUrl: 'https://www.shop.example', appIcon })).toMatchObject({
      url: 'https://www.shop.example',
      icons: [appIcon],
    })
    expect(read({ appIcon: 'data:image/png;base64,AA==' }).icons).toEqual([])
  })

  it('is the page’s own address during development in the local network', () => {
    vi.stubGlobal('location', new URL('http://192.168.1.5:3000/'))
    expect(read({})).toMatchObject({ url: 'http://192.168.1.5:3000', icons: [] })
  })
})
