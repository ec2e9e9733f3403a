import { describe, expect, it, vi } from 'vitest'
import { resolveConfig, type WalletClientConfig } from '../../../../../src/client/config.js'
import { describeHost } from '../../../../../src/connectors/starknet/web-wallet/host.js'
import { chooseOrigin } from '../../../../../src/connectors/starknet/web-wallet/host-origin.js'

const choose = (config: WalletClientConfig, wanted?: `starknet:${string}`) =>
  chooseOrigin(resolveConfig(config), wanted)

describe('the e-mail wallet’s host', () => {
  it('is the provider’s, for the requested chain or the first chain', () => {
    expect(choose({})).toBe('https://web.ready.co')
    expect(choose({ chains: 'eip155:1 starknet:SN_SEPOLIA' })).toBe('https://sepolia-web.ready.co')
    expect(choose({}, 'starknet:SN_SEPOLIA')).toBe('https://sepolia-web.ready.co')
    expect(choose({ chains: 'starknet:SN_SEPOLIA' }, 'starknet:SN_MAIN')).toBe('https://web.ready.co')
  })

  it('is accepted under its old and its new name, on the same network only', () => {
    expect(describeHost('https://web.argent.xyz')).toEqual({
      origin: 'https://web.argent.xyz',
      origins: ['https://web.ready.co', 'https://web.argent.xyz'],
      chainId: 'starknet:SN_MAIN',
    })
    // The provider’s domain is part of this name too, which does not make it mainnet.
    expect(describeHost('https://sepolia-web.argent.xyz')).toMatchObject({
      origins: ['https://sepolia-web.ready.co', 'https://sepolia-web.argent.xyz'],
      chainId: 'starknet:SN_SEPOLIA',
    })
  })

  it('is accepted only under its own name when the page chooses it', () => {
    expect(choose({ webWalletUrl: 'https://wallet.example/login?x=1' })).toBe('https://wallet.example')
    expect(describeHost('https://wallet.example').origins).toEqual(['https://wallet.example'])
    expect(describeHost('http://localhost:3005')).toMatchObject({
      origins: ['http://localhost:3005'],
      chainId: 'starknet:SN_SEPOLIA',
    })
  })

  it.each(['http://localhost:3005', 'http://127.0.0.1:3005', 'http://[::1]:3005', 'http://0.0.0.0:3005'])(
    'may be without https on this machine: %s',
    (webWalletUrl) => {
      expect(choose({ webWalletUrl })).toBe(webWalletUrl)
    },
  )

  it.each([
    'http://wallet.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'https://user:secret@wallet.example',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('is refused for %s', (webWalletUrl) => {
    expect(() => choose({ webWalletUrl })).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })

  it('SD07: is that of mainnet, with one warning, where the address cannot be read', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    // The page is warned once: this is another page than those of other tests.
    vi.resetModules()
    const { chooseOrigin: chooseThere } = await import(
      '../../../../../src/connectors/starknet/web-wallet/host-origin.js'
    )
    for (const webWalletUrl of ['wallet.example', '//wallet.example', 'https://', 'not a url'])
      expect(chooseThere(resolveConfig({ chains: 'starknet:SN_SEPOLIA', webWalletUrl }))).toBe(
        'https://web.ready.co',
      )
    expect(warn.mock.calls).toEqual([['wallet-connect-button: “wallet.example” is not a URL; using mainnet']])
    warn.mockRestore()
  })
})
