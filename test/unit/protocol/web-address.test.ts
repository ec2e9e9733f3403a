import { describe, expect, test } from 'vitest'
import { isLoopback } from '../../../src/protocol/loopback.js'
import { isImageAddress, isNodeAddress, isWebAddress } from '../../../src/protocol/web-address.js'

describe('the hosts of this machine (Y19, Y21)', () => {
  test.each(['localhost', 'shop.localhost', '127.0.0.1', '127.1.2.3', '[::1]', '0.0.0.0'])(
    'include %s',
    (host) => {
      expect(isLoopback(new URL(`http://${host}:3000`).hostname)).toBe(true)
    },
  )

  test.each(['http://0', 'http://0x7f.1', 'http://2130706433', 'http://[0:0:0:0:0:0:0:1]'])(
    'include %s, as a browser reads it',
    (url) => expect(isLoopback(new URL(url).hostname)).toBe(true),
  )

  test.each([
    'localhost.example',
    'notlocalhost',
    '127.0.0.1.example',
    '10.0.0.1',
    '0.0.0.1',
    '[::2]',
    '',
    '[::]x',
  ])('do not include %s', (host) => expect(isLoopback(host)).toBe(false))
})

describe('addresses (Y02)', () => {
  test('may be https, or http on this machine, for a wallet', () => {
    for (const url of ['https://a.example', 'HTTPS://a.example/x?y#z', 'http://0.0.0.0:1', 'http://[::1]/'])
      expect(isWebAddress(url)).toBe(true)
    for (const url of [
      'http://a.example',
      '/rpc',
      'https://',
      'https://a b',
      'https://a.example/\u0000',
      undefined,
    ])
      expect(isWebAddress(url)).toBe(false)
  })

  test('may be data URIs for a picture, but not for a document', () => {
    for (const url of [
      'https://a.example/x.png',
      'data:image/png;base64,AA==',
      'data:image/svg+xml,%3Csvg/%3E',
    ])
      expect(isImageAddress(url)).toBe(true)
    for (const url of [
      'data:text/html,image/png',
      'data:image/',
      'data:image',
      'data:,image/png',
      'http://a.example',
    ])
      expect(isImageAddress(url)).toBe(false)
  })

  test('may be on any host, and the page’s own, when the page itself reads', () => {
    for (const url of ['http://192.168.1.5:8545', '/rpc', 'rpc/main', 'https://a.example'])
      expect(isNodeAddress(url)).toBe(true)
    for (const url of [
      '//user@a.example/',
      'data:,x',
      '',
      ' ',
      'javascript:0',
      'wss://a.example',
      'java\nscript:0',
    ])
      expect(isNodeAddress(url)).toBe(false)
  })
})
