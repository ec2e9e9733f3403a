import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../../src/client/config.js'

const refused = (path: string) =>
  expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(path) })

describe('addresses of the page’s own networks (Y02)', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'data:application/json,{"result":"0x0"}',
    'file:///etc/passwd',
    'https://user:secret@node.example',
    'https://node.example\n',
    '',
    5,
  ])('refuse %j and name its place, in each list', (url) => {
    for (const field of ['rpcUrls', 'privateCustomerRpcUrls', 'blockExplorerUrls']) {
      const networks = [{ chainId: 1 }, { chainId: 5, [field]: ['https://fine.example', url] }]
      expect(() => resolveConfig({ networks } as never)).toThrow(refused(`networks[1].${field}[1]`))
    }
  })

  test.each(['https://node.example', 5, {}])('refuse %j as a list and name its place', (list) => {
    const networks = [{ chainId: 1, rpcUrls: list }]
    expect(() => resolveConfig({ networks } as never)).toThrow(refused('networks[0].rpcUrls'))
  })

  test.each([null, 'eip155:1', 5])('refuse %j as a network and name its place', (network) => {
    expect(() => resolveConfig({ networks: [network] } as never)).toThrow(refused('networks[0]'))
  })

  test.each([undefined, null, '', 'zz', 0, -1, 1.5, {}])(
    'refuse the chain id %j and name its place',
    (chainId) => {
      const networks = [{ chainId, rpcUrls: ['https://node.example'] }]
      expect(() => resolveConfig({ networks } as never)).toThrow(refused('networks[0].chainId'))
    },
  )

  test('accept what a page may read from: other machines over http, and a path of the page', () => {
    const rpcUrls = [
      'https://node.example/v1?key=1',
      'http://127.0.0.1:8545',
      'http://192.168.1.5:8545',
      '/rpc',
    ]
    const networks = [{ chainId: 1, rpcUrls, blockExplorerUrls: ['https://scan.example'] }]
    expect(resolveConfig({ networks }).networks).toBe(networks)
  })
})
