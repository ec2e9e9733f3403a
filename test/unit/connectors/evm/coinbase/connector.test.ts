import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveConfig, type WalletClientConfig } from '../../../../../src/client/config.js'
import { createCoinbaseConnector } from '../../../../../src/connectors/evm/coinbase/connector.js'
import { createCoinbaseProvider } from '../../../../../src/connectors/evm/coinbase/provider.js'
import { COINBASE_SDK_VERSION } from '../../../../../src/connectors/evm/coinbase/sdk-version.js'
import { WalletError } from '../../../../../src/errors/wallet-error.js'

const require = createRequire(import.meta.url)
const sdk = require.resolve('@coinbase/wallet-sdk').replace(/dist\/index\.js$/, '')
const readSdk = (file: string) => readFileSync(`${sdk}dist/${file}`, 'utf8')

afterEach(() => vi.unstubAllGlobals())

const request = (config: WalletClientConfig = {}) => ({
  config: resolveConfig(config),
  signal: new AbortController().signal,
  onUri() {},
  onAwaiting() {},
})

describe('the row of the coinbase-style wallet', () => {
  it('has its override key, and offers the hosted page instead of an installation', () => {
    const row = createCoinbaseConnector()
    expect(row).toMatchObject({
      id: 'coinbase',
      key: 'coinbase',
      name: 'Coinbase Wallet',
      availability: 'ready',
      canConnectViaQrCode: true,
      canConnectViaCustodialService: true,
      downloads: {},
      supportedChains: ['EVM', 'ETH'],
    })
  })

  it.each([
    ['coinbaseWalletExtension', { request() {} }],
    ['ethereum', { isCoinbaseBrowser: true, request() {} }],
  ])('offers no hosted page when the wallet is in the page as %s', (name, value) => {
    vi.stubGlobal(name, value)
    expect(createCoinbaseConnector().canConnectViaCustodialService).toBe(false)
  })

  it('is not misled by a hostile global (A22)', () => {
    vi.stubGlobal('coinbaseWalletExtension', {
      get request() {
        throw new Error('no')
      },
    })
    vi.stubGlobal('ethereum', { isCoinbaseBrowser: 'yes', request() {} })
    expect(createCoinbaseConnector().canConnectViaCustodialService).toBe(true)
  })

  it('connects the wallet in the page on the requested chain, without a window', async () => {
    const opened = vi.fn()
    const answers: Record<string, unknown> = {
      eth_requestAccounts: ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
      eth_chainId: '0x1',
    }
    vi.stubGlobal('open', opened)
    vi.stubGlobal('location', new URL('https://shop.example/'))
    vi.stubGlobal('ethereum', {
      isCoinbaseBrowser: true,
      request: async ({ method }: { method: string }) => answers[method],
      on() {},
      removeListener() {},
    })
    const session = await createCoinbaseConnector().connect(request())
    expect([session.account, session.chainId]).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'eip155:1',
    ])
    expect(opened).not.toHaveBeenCalled()
  })

  it('takes an empty list of accounts for a refusal (W09), and an invalid answer for a failure', async () => {
    vi.stubGlobal('location', new URL('https://shop.example/'))
    for (const [answer, code] of [
      [[], 'user_rejected'],
      ['none', 'connect_failed'],
    ]) {
      vi.stubGlobal('ethereum', { isCoinbaseBrowser: true, request: async () => answer })
      await expect(createCoinbaseConnector().connect(request())).rejects.toMatchObject({ code })
    }
  })

  it.each([
    'http://keys.example/connect',
    'https://user:secret@keys.example/',
    'https://user@keys.example/',
    'http://localhost.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'keys.example',
    '',
  ])('opens no window at %s', async (keysUrl) => {
    vi.stubGlobal('location', new URL('https://shop.example/'))
    await expect(createCoinbaseConnector({ keysUrl }).connect(request())).rejects.toMatchObject({
      code: 'config_invalid',
    })
    await expect(
      createCoinbaseConnector().connect(request({ coinbaseUrl: keysUrl || 'x' })),
    ).rejects.toMatchObject({ code: 'config_invalid' })
  })
})

describe('the coinbase-style provider for the page', () => {
  const failing = (error: unknown) => createCoinbaseProvider(() => Promise.reject(error)).outer

  it.each([
    [new WalletError('popup_closed'), 4001],
    [new WalletError('session_ended'), 4900],
    [new WalletError('popup_blocked'), -32_603],
    [{ code: 4001, message: 'no' }, 4001],
    [{ code: 4902, message: 'Unrecognized chain ID' }, 4902],
    ['words only', -32_603],
    [undefined, -32_603],
  ])('turns a rejection with %s into an Error with a number', async (thrown, code) => {
    const error = (await failing(thrown)
      .request({ method: 'personal_sign' })
      .catch((caught) => caught)) as Error
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code, cause: thrown })
    expect(error.message).not.toBe('')
  })

  it.each([undefined, null, {}, { method: 1 }, 'eth_chainId'])('refuses %s as a request', async (args) => {
    await expect(failing('never').request(args as never)).rejects.toMatchObject({ code: -32_600 })
  })

  it('reports each chain once, calls every listener when one throws, and no removed listener', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { outer, emit } = createCoinbaseProvider(async () => null)
    const heard: unknown[] = []
    const off = (payload: unknown) => heard.push(['off', payload])
    outer.on('chainChanged', () => {
      throw new Error('a page’s mistake')
    })
    outer.on('chainChanged', (payload) => heard.push(payload))
    outer.on('chainChanged', off)
    outer.removeListener('chainChanged', off)
    for (const chain of ['0x1', '0x1', '0xa']) emit('chainChanged', chain)
    expect(heard).toEqual(['0x1', '0xa'])
    expect(reported).toHaveBeenCalledTimes(2)
  })
})

describe('the coinbase SDK', () => {
  it('has exactly the version with the internals that we use', () => {
    expect(JSON.parse(readFileSync(`${sdk}package.json`, 'utf8')).version).toBe(COINBASE_SDK_VERSION)
    expect(readSdk('core/constants.js')).toContain("'https://keys.coinbase.com/connect'")
  })

  it('has the version that its wallet’s pages are told, and that is written once (T15)', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(devDependencies['@coinbase/wallet-sdk']).toBe(COINBASE_SDK_VERSION)
    const copies = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /^(?!.*node_modules).*\.tsx?$/.test(file) &&
        readFileSync(`src/${file}`, 'utf8').includes(`'${COINBASE_SDK_VERSION}'`),
    )
    expect(copies).toEqual(['connectors/evm/coinbase/sdk-version.ts'])
  })

  it('has the internals that we replace', () => {
    const signer = readSdk('sign/scw/SCWSigner.js')
    for (const field of ['keyManager', 'storage', 'accounts', 'chain', 'communicator'])
      expect(signer).toContain(`this.${field} =`)
    const used = (name: string) =>
      [
        ...new Set(
          [...signer.matchAll(new RegExp(`this\\.${name}\\.(\\w+)`, 'g'))].map(([, method]) => method),
        ),
      ].sort()
    expect(used('communicator')).toEqual(['postRequestAndWaitForResponse'])
    expect(used('keyManager')).toEqual(['clear', 'getOwnPublicKey', 'getSharedSecret', 'setPeerPublicKey'])
    expect(used('storage')).toEqual(['clear', 'loadObject', 'storeObject'])
    expect(signer.match(/communicator\)\.(\w+)/g)).toEqual(Array(2).fill('communicator).waitForPopupLoaded'))
  })

  it('sends no telemetry', () => {
    expect(
      readSdk('sign/scw/SCWSigner.js') + readSdk('sign/walletlink/relay/WalletLinkRelay.js'),
    ).not.toMatch(/telemetry|analytics|amplitude|cca-lite/i)
  })
})
