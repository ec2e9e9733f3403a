import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test, vi } from 'vitest'
import { resolveConfig } from '../../../src/client/config.js'
import { createCoinbaseConnector } from '../../../src/connectors/evm/coinbase/connector.js'
import { createInjectedConnector } from '../../../src/connectors/evm/injected/connector.js'
import { ask } from '../../../src/connectors/evm/provider.js'
import { CATALOGUE } from '../../../src/errors/catalogue.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { digest } from '../../../src/exports/client.js'
import { openFrame } from '../../../src/platform/frame.js'

const request = () => ({
  config: resolveConfig({ chains: 'eip155:8453 starknet:SN_SEPOLIA' }),
  signal: new AbortController().signal,
  onUri() {},
  onAwaiting() {},
})

const told = (code: keyof typeof CATALOGUE) => expect.objectContaining({ code, message: CATALOGUE[code] })

const injected = (provider: unknown) =>
  createInjectedConnector({ id: 'com.one', name: 'One', icon: '', provider: provider as never })

test('an error links to the page that has its code, and keeps the text of the contract (T03)', () => {
  const page = readFileSync('docs/errors.md', 'utf8')
  for (const [code, text] of Object.entries(CATALOGUE)) {
    const error = new WalletError(code as keyof typeof CATALOGUE)
    expect(error.message).toBe(text)
    expect(error.docsUrl).toBe('https://unpkg.com/wallet-connect-button/docs/errors.md')
    expect(page).toContain(`| \`${code}\` |`)
    expect(Object.keys(error)).not.toContain('docsUrl')
  }
})

describe('texts of the specification that nothing else raises (T14)', () => {
  it('include “Window is not defined” for a hosted wallet without a browser', async () => {
    expect(typeof window).toBe('undefined')
    await expect(createCoinbaseConnector().connect(request())).rejects.toEqual(told('no_window'))
    expect(() => openFrame({ url: 'https://wallet.example' } as never)).toThrow(told('no_window'))
  })

  it.each([undefined, null, {}, { request: 'text' }, 5])(
    'include “No provider found (init connection)” for a wallet with the provider %j',
    async (provider) => {
      const onAwaiting = vi.fn()
      await expect(injected(provider).connect({ ...request(), onAwaiting })).rejects.toEqual(
        told('no_provider_init'),
      )
      expect(onAwaiting).not.toHaveBeenCalled()
    },
  )

  it('include “No provider found” for a provider that has lost its request()', async () => {
    const provider: { request?(): Promise<unknown> } = { request: async () => '0x1' }
    expect(await ask(provider as never, 'eth_chainId')).toBe('0x1')
    delete provider.request
    await expect(ask(provider as never, 'eth_chainId')).rejects.toEqual(told('no_provider'))
  })

  it('include “Digest method not supported” for any method except sha256', () => {
    expect(digest('sha256', '')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    for (const method of ['sha1', 'SHA-256', 'md5', ''])
      expect(() => digest(method, '')).toThrow(told('digest'))
  })

  it('are raised somewhere, like every text of the catalogue', () => {
    const code = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?!errors\/|.*node_modules).*\.tsx?$/.test(file))
      .map((file) => readFileSync(`src/${file}`, 'utf8'))
      .join('\n')
    /** Errors with their own class, and errors that come from wallets' numbers. */
    const others: Record<string, RegExp> = {
      not_connected: /new ConnectorNotConnectedError/,
      not_found: /new ConnectorNotFoundError|'not_found'/,
      user_rejected: /new UserRejectedRequestError/,
      user_not_connected: /new UserNotConnectedError/,
    }
    const numbers = readFileSync('src/errors/normalise.ts', 'utf8')
    const silent = Object.keys(CATALOGUE).filter(
      (one) => !(others[one] ?? new RegExp(`'${one}'`)).test(code) && !numbers.includes(`: '${one}'`),
    )
    expect(silent).toEqual([])
  })
})
