import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Frame, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ShopOptions, useShop } from '../browser/support/shop.js'
import { ACCOUNTS, iconOf } from '../browser/support/wallets.js'
import { installBeside } from './pack.js'

/** The providers of real wallets. One of them has a licence that our lockfile does not take. */
const PACKAGES = [
  '@safe-global/safe-apps-provider@0.18.6',
  '@metamask/providers@22.1.1',
  'eth-provider@0.13.7',
  '@keplr-wallet/provider@0.12.313',
  'events@3',
  // MetaMask's streams are Node's.
  'buffer@6',
  'process@0.11',
]
const ACCOUNT = ACCOUNTS[0]
const SIGNATURE = `0x${'ab'.repeat(65)}`
const DATA = {
  types: { Mail: [{ name: 'to', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Shop' },
  message: { to: 'you' },
}

const shop = useShop()
let scripts: Record<'safe' | 'metamask' | 'frame' | 'keplr', string>

/** Announces a provider as the page's only wallet (EIP-6963). */
const ANNOUNCE = `
const announce = (name, rdns, provider) => {
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, rdns, icon: ${JSON.stringify(iconOf('green'))} })
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', tell)
  tell()
}`

const SAFE_APP = `${ANNOUNCE}
import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import { SafeAppProvider } from '@safe-global/safe-apps-provider'
const sdk = new SafeAppsSDK()
sdk.safe.getInfo().then((safe) => {
  const provider = new SafeAppProvider(safe, sdk)
  if (location.search) window.ethereum = provider
  else announce('Safe', 'global.safe', provider)
})`

/** Safe's own page around the app: it answers as the wallet's frame does, and refuses with its words. */
const SAFE_PAGE = (app: string) => `<!doctype html><title>Safe</title><body>
<iframe src="${app}" width="900" height="600"></iframe><script>
  const safe = { safeAddress: '${ACCOUNT}', chainId: 31337, owners: [], threshold: 1, isReadOnly: false }
  const asked = () => {
    if (document.body.dataset.refuses) throw 'Transaction was rejected'
  }
  const answers = {
    getSafeInfo: () => safe,
    rpcCall: ({ call }) => (call === 'eth_getBalance' ? '0xde0b6b3a7640000' : null),
    signMessage: () => (asked(), { signature: '${SIGNATURE}' }),
    signTypedMessage: () => (asked(), { signature: '${SIGNATURE}' }),
    sendTransactions: () => (asked(), { safeTxHash: '0x${'cd'.repeat(32)}' }),
  }
  addEventListener('message', ({ data, source, origin }) => {
    if (source !== document.querySelector('iframe').contentWindow || !answers[data.method]) return
    const { id, method, params } = data
    const reply = (rest) => source.postMessage({ id, version: '9.1.0', ...rest }, origin)
    try {
      reply({ success: true, data: answers[method](params) })
    } catch (error) {
      reply({ success: false, error })
    }
  })
</script>`

/** MetaMask's provider, with the wallet at the other end of a channel, as its content script is. */
const METAMASK = `${ANNOUNCE}
import { MetaMaskInpageProvider } from '@metamask/providers'
import { Duplex } from 'readable-stream'
const { port1, port2 } = new MessageChannel()
const stream = new Duplex({
  objectMode: true,
  read() {},
  write: (message, _, done) => {
    port1.postMessage(message)
    done()
  },
})
port1.onmessage = ({ data }) => stream.push(data)
const state = { chainId: '0x7a69', networkVersion: '31337', isUnlocked: true, isConnected: true }
let accounts = []
const answers = {
  metamask_getProviderState: () => ({ ...state, accounts }),
  eth_requestAccounts: () => {
    accounts = ['${ACCOUNT}']
    port2.postMessage({ jsonrpc: '2.0', method: 'metamask_accountsChanged', params: accounts })
    return accounts
  },
  eth_accounts: () => accounts,
  eth_chainId: () => state.chainId,
  personal_sign: () => '${SIGNATURE}',
}
port2.onmessage = ({ data: { id, method } }) => {
  const error = JSON.parse(document.documentElement.dataset.refusal ?? '{}')[method]
  const answer = answers[method]
  port2.postMessage({
    id,
    jsonrpc: '2.0',
    ...(error ? { error } : answer ? { result: answer() } : { error: { code: -32601, message: 'no such method' } }),
  })
}
announce('MetaMask', 'io.metamask', new MetaMaskInpageProvider(stream, { logger: { ...console, warn() {}, error() {} } }))`

const FRAME = `${ANNOUNCE}
import createProvider from 'eth-provider'
announce('Frame', 'sh.frame', createProvider(document.currentScript.dataset.url, { interval: 100 }))`

/**
 * Keplr's provider in the page and its content script, with a background behind them that opens a window for each request but
 * those that Keplr's own lets pass (its published source). The address names the wallet's state and the visitor's answer.
 */
const KEPLR = `
import { InjectedKeplr, injectKeplrToWindow, Keplr } from '@keplr-wallet/provider'
const SKIPPED = {
  evm: ['keplr_initProviderState', 'eth_accounts'],
  starknet: ['keplr_initStarknetProviderState', 'wallet_getPermissions'],
}
const state = new URLSearchParams(location.search)
let isLocked = state.has('locked')
if (state.has('withdrawn')) localStorage.removeItem('keplr')
const heard = (window.keplrHeard = { requests: [], windows: [] })
const isAllowed = () => localStorage.getItem('keplr') === 'allowed'
const isSkipped = (family, method, params) =>
  SKIPPED[family].includes(method) || (method === 'wallet_requestAccounts' && params?.silent_mode === true)
const key = () => {
  if (isLocked) throw new Error('KeyRing is locked')
}
const open = async (method) => {
  if (isAllowed() && !isLocked) return
  heard.windows.push(method)
  await new Promise((resolve) => setTimeout(resolve, 700))
  if (state.has('refuses')) throw new Error('Request rejected')
  isLocked = false
  localStorage.setItem('keplr', 'allowed')
}
const EVM = {
  keplr_initProviderState: () =>
    isAllowed() && !isLocked
      ? { currentEvmChainId: 31337, currentChainId: 'eip155:31337', selectedAddress: '${ACCOUNT}' }
      : null,
  eth_accounts: () => (isAllowed() ? (key(), ['${ACCOUNT}']) : []),
  eth_requestAccounts: () => (key(), ['${ACCOUNT}']),
  eth_chainId: () => '0x7a69',
  personal_sign: () => '${SIGNATURE}',
}
const nobody = { currentChainId: null, selectedAddress: null, rpc: null }
const here = { currentChainId: 'starknet:SN_MAIN', selectedAddress: '0x5', rpc: location.origin }
const STARKNET = {
  keplr_initStarknetProviderState: () => (isAllowed() ? (key(), here) : nobody),
  keplr_enableStarknetProvider: () => (key(), here),
  wallet_getPermissions: () => (isAllowed() ? (key(), ['accounts']) : []),
  wallet_requestAccounts() {
    if (!isAllowed()) throw new Error(location.origin + ' is not permitted. Please disconnect and reconnect to the website.')
    key()
    return ['0x5']
  },
  wallet_requestChainId: () => '0x534e5f4d41494e',
}
const answer = async (family, methods, method, params) => {
  if (!/^keplr_init/.test(method)) heard.requests.push(method)
  if (!isSkipped(family, method, params)) await open(method)
  if (methods[method]) return methods[method]()
  throw new Error('The type "' + method + '" is not supported.')
}
const background = {
  'check-need-enable-access-for-evm': ({ method }) => !isSkipped('evm', method),
  'check-need-enable-access-for-starknet': ({ method, params }) => !isSkipped('starknet', method, params),
  'enable-access-for-evm': () => {},
  'enable-access-for-starknet': () => {},
  'request-json-rpc-to-evm': ({ method, params }) => answer('evm', EVM, method, params),
  'request-json-rpc-to-starknet': ({ method, params }) => answer('starknet', STARKNET, method, params),
}
const requester = {
  sendMessage: async (_, message) => background[message.type()]?.(message),
}
const core = new Keplr('0.12.313', 'extension', requester)
InjectedKeplr.startProxy(core, undefined)
const nothing = () => {}
const events = {
  addMessageListener: (listener) => window.addEventListener('message', listener),
  removeMessageListener: (listener) => window.removeEventListener('message', listener),
  postMessage: (message) => window.postMessage(message, window.location.origin),
}
const icon = ${JSON.stringify(iconOf('blue'))}
injectKeplrToWindow(
  new InjectedKeplr(undefined, '0.12.313', 'extension', nothing, nothing, events, undefined,
    { uuid: crypto.randomUUID(), name: 'Keplr', icon, rdns: 'app.keplr' },
    { id: 'keplr', name: 'Keplr', icon }),
)`

beforeAll(() => {
  const folder = installBeside('evm-wallets', ...PACKAGES)
  const shim = join(folder, 'shim.js')
  writeFileSync(shim, `export { default as process } from 'process/browser'\nexport { Buffer } from 'buffer'`)
  const bundle = (contents: string) =>
    buildSync({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      inject: [shim],
      define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    }).outputFiles[0]?.text ?? ''
  scripts = {
    safe: bundle(SAFE_APP),
    metamask: bundle(METAMASK),
    frame: bundle(FRAME),
    keplr: bundle(KEPLR),
  }
}, 240_000)

/** Writes a page with a wallet's script. */
const withScript = (name: keyof typeof scripts, words = ''): ShopOptions => {
  shop.server.route(`/${name}.js`, { headers: { 'content-type': 'text/javascript' }, body: scripts[name] })
  return { head: `<script src="/${name}.js"${words}></script>` }
}

/** Calls a method of the page's button. @returns its value, or its error's code */
const ask = (frame: Frame, method: string, ...args: unknown[]): Promise<unknown> =>
  frame.evaluate(
    ([name, given]) => {
      const button = document.querySelector('wallet-connect-button') as unknown as Record<
        string,
        (...args: unknown[]) => Promise<unknown>
      >
      return (button[name] as (...args: unknown[]) => Promise<unknown>)(...given).catch(
        (error: { code: string }) => error.code,
      )
    },
    [method, args] as const,
  )
const statusOf = (frame: Frame) =>
  frame.evaluate(() => document.querySelector('wallet-connect-button')?.status as string)
const untilStatus = (frame: Frame, status: string) =>
  expect.poll(() => statusOf(frame).catch(() => ''), { timeout: 20_000 }).toBe(status)

describe('Safe by its packages, in a frame of its page (EW01)', () => {
  it.each(['announced', 'as window.ethereum'])(
    '%s connects, signs, sends, refuses, is restored and disconnects',
    async (way) => {
      const app = shop.write(withScript('safe')) + (way === 'announced' ? '' : '?legacy')
      shop.cdn.route('/safe', { headers: { 'content-type': 'text/html' }, body: SAFE_PAGE(app) })
      const { page } = await shop.open({ url: `${shop.cdn.origin}/safe` })
      const frame = page.frames()[1] as Frame
      await untilStatus(frame, 'idle')
      await frame.locator('[part=button]').click()
      await untilStatus(frame, 'connected')
      expect(await frame.evaluate(() => document.querySelector('wallet-connect-button')?.account)).toBe(
        ACCOUNT,
      )

      expect(await ask(frame, 'signMessage', 'Tea')).toBe(SIGNATURE)
      expect(await ask(frame, 'signTypedData', DATA)).toBe(SIGNATURE)
      const send = () =>
        frame.evaluate(
          (from) =>
            (
              document.querySelector('wallet-connect-button') as never as {
                provider: { request(call: object): Promise<string> }
              }
            ).provider.request({ method: 'eth_sendTransaction', params: [{ from, to: from, value: '0x1' }] }),
          ACCOUNT,
        )
      expect(await send()).toBe(`0x${'cd'.repeat(32)}`)
      await page.evaluate(() => document.body.setAttribute('data-refuses', 'yes'))
      expect(await ask(frame, 'signMessage', 'Tea')).toBe('user_rejected')
      expect(await ask(frame, 'signTypedData', DATA)).toBe('user_rejected')

      await page.reload()
      const again = page.frames()[1] as Frame
      await untilStatus(again, 'connected')
      await ask(again, 'disconnect')
      expect(await statusOf(again)).toBe('idle')
    },
  )
})

describe('MetaMask by its provider, over its stream', () => {
  it('connects, signs, and every refusal is one, whatever its code (EW06)', async () => {
    const { page, button } = await shop.open(withScript('metamask'))
    const frame = page.mainFrame()
    const refuse = (refusal: Record<string, object>) =>
      page.evaluate((given) => {
        document.documentElement.dataset.refusal = JSON.stringify(given)
      }, refusal)
    await refuse({ eth_requestAccounts: { code: -32603, message: 'User rejected the request.' } })
    expect(await ask(frame, 'connect', { walletId: 'io.metamask' })).toBe('user_rejected')
    await refuse({})
    await button.click()
    await untilStatus(frame, 'connected')
    expect(await ask(frame, 'signMessage', 'Tea')).toBe(SIGNATURE)
    for (const error of [
      { code: 4001, message: 'MetaMask Message Signature: User denied message signature.' },
      { code: -32603, message: 'User denied message signature' },
      { code: -32603, message: 'User rejected the request.' },
      { code: -32000, message: 'User rejected the request.' },
      { code: -32603, message: 'Internal error', data: { originalError: { code: 4001 } } },
    ]) {
      await refuse({ personal_sign: error })
      expect(await ask(frame, 'signMessage', 'Tea'), error.message).toBe('user_rejected')
    }
    await refuse({ personal_sign: { code: -32603, message: 'Ledger device: Locked device' } })
    expect(await ask(frame, 'signMessage', 'Tea')).toBe('sign_failed')
  })
})

describe('Frame by its provider', () => {
  let stop = async () => {}
  afterEach(() => stop())

  it('quits and starts again: the page is connected again by the wallet’s own event, without a focus (EW07)', async () => {
    const results: Record<string, unknown> = {
      net_version: '31337',
      eth_chainId: '0x7a69',
      eth_syncing: false,
      eth_accounts: [ACCOUNT],
      eth_requestAccounts: [ACCOUNT],
      eth_subscribe: '0x1',
      personal_sign: SIGNATURE,
    }
    const sockets = new Set<WebSocket>()
    const listen = (at: number) =>
      new Promise<WebSocketServer>((resolve) => {
        const server: WebSocketServer = new WebSocketServer({ port: at, host: '127.0.0.1' }, () =>
          resolve(server),
        )
        server.on('connection', (socket) => {
          sockets.add(socket)
          socket.on('message', (text) => {
            const { id, method } = JSON.parse(String(text))
            const answer =
              method in results ? { result: results[method] } : { error: { code: 4200, message: 'no' } }
            socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...answer }))
          })
        })
        stop = async () => {
          for (const socket of sockets) socket.terminate()
          sockets.clear()
          await new Promise((closed) => server.close(closed))
        }
      })
    const { port } = (await listen(0)).address() as AddressInfo
    const { page, button, heard } = await shop.open({
      ...withScript('frame', ` data-url="ws://127.0.0.1:${port}"`),
      expectsErrors: true,
    })
    const frame = page.mainFrame()
    await button.click()
    await untilStatus(frame, 'connected')
    await stop()
    await untilStatus(frame, 'idle')
    expect((await heard('disconnected')).map(({ detail }) => detail)).toMatchObject([{ reason: 'wallet' }])
    await listen(port)
    await untilStatus(frame, 'connected')
    expect(await heard('connected')).toHaveLength(2)
    expect(await ask(frame, 'signMessage', 'Tea')).toBe(SIGNATURE)
  })
})

describe('Keplr by its provider and its content script', () => {
  /** What its background has heard since the page began. */
  const listen = (page: Page) =>
    page.evaluate(
      () => (window as never as { keplrHeard: { requests: string[]; windows: string[] } }).keplrHeard,
    )
  const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  /** Waits until the page has asked a wallet that shows no account, and has given the question up. */
  const untilGivenUp = async (page: Page) => {
    await expect.poll(async () => (await listen(page)).requests.length).toBeGreaterThan(0)
    await page.waitForFunction(() => document.querySelector('wallet-connect-button')?.state.phase === 'ready')
  }
  const visit = (family: 'eip155' | 'starknet', more = '') =>
    shop.open({
      ...withScript('keplr'),
      body: `<wallet-connect-button id="one" app-name="Shop" chains="${family === 'eip155' ? 'eip155:31337' : 'starknet:SN_MAIN'}" ${more}></wallet-connect-button>`,
      expectsErrors: true,
    })
  const IDS = { eip155: 'app.keplr', starknet: 'keplr' }
  const CONSENT = { eip155: 'eth_requestAccounts', starknet: 'wallet_requestAccounts' }

  it.each(['eip155', 'starknet'] as const)(
    'WP01, WP02, WP03: opens one window for a connection, none at a load or a return, whatever its state (%s)',
    async (family) => {
      const opened = await visit(family)
      const { page, url } = opened
      const isStored = () =>
        page.evaluate(
          (name) => (localStorage.getItem('wcb.1:default:reconnect') ?? '').includes(`${name}=`),
          family,
        )
      expect(await listen(page)).toEqual({ requests: [], windows: [] })
      await ask(page.mainFrame(), 'connect', { walletId: IDS[family] })
      expect(await statusOf(page.mainFrame())).toBe('connected')
      expect((await listen(page)).windows).toEqual([CONSENT[family]])

      await page.goto(url)
      await untilStatus(page.mainFrame(), 'connected')
      const { length } = (await listen(page)).requests
      await comeBack(page)
      await expect.poll(async () => (await listen(page)).requests.length).toBeGreaterThan(length)
      expect((await listen(page)).windows).toEqual([])

      await page.goto(`${url}?locked`)
      await untilGivenUp(page)
      const before = (await listen(page)).requests.length
      await comeBack(page)
      await expect.poll(async () => (await listen(page)).requests.length).toBeGreaterThan(before)
      expect((await listen(page)).windows).toEqual([])
      expect(await isStored()).toBe(true)

      await page.goto(url)
      await untilStatus(page.mainFrame(), 'connected')
      await page.goto(`${url}?withdrawn`)
      await untilGivenUp(page)
      // An EVM wallet does not say whether it is locked or has withdrawn its permission.
      await expect.poll(isStored).toBe(family === 'eip155')
      await comeBack(page)
      expect((await listen(page)).windows).toEqual([])
    },
  )

  it.each([
    ['eip155', ''],
    ['eip155', 'sign-in="form" sign-in-nonce="nOnePromptNonce1234567890"'],
    ['starknet', ''],
  ] as const)('WP02, WP05: asks nothing more after a refusal (%s %s)', async (family, more) => {
    const { page, url } = await visit(family, more)
    await page.goto(`${url}?refuses`)
    expect(await ask(page.mainFrame(), 'connect', { walletId: IDS[family] })).toBe('user_rejected')
    await page.waitForLoadState('networkidle')
    const { requests, windows } = await listen(page)
    expect(windows).toEqual([CONSENT[family]])
    expect(requests.at(-1)).toBe(CONSENT[family])
  })
})
