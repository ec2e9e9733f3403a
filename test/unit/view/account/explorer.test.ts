import { describe, expect, it } from 'vitest'
import { findExplorerPage } from '../../../../src/view/account/explorer.js'

const find = (url: string | string[], chainId = 'eip155:1', subject: 'account' | 'transaction' = 'account') =>
  findExplorerPage(chainId, [{ chainId, blockExplorerUrls: [url].flat() }], subject, '0xAb')

describe('the link to a block explorer (U40)', () => {
  it('is below the explorer address of the page', () => {
    expect(find('https://scan.example')).toBe('https://scan.example/address/0xAb')
    expect(find('https://scan.example/main/', 'eip155:1', 'transaction')).toBe(
      'https://scan.example/main/tx/0xAb',
    )
    expect(find('https://scan.example', 'starknet:SN_MAIN')).toBe('https://scan.example/contract/0xAb')
  })

  it.each([
    'http://scan.example',
    'javascript:alert(1)',
    'https://user:pass@scan.example',
    '/scan',
    'https://scan.example/\\evil.example',
    '',
  ])('does not exist for %j', (url) => {
    expect(find(url)).toBeUndefined()
  })

  it('is the first https address, and missing when the page names none', () => {
    expect(find(['http://scan.example', 'https://two.example'])).toBe('https://two.example/address/0xAb')
    expect(findExplorerPage('eip155:1', [], 'account', '0xAb')).toBeUndefined()
  })
})
