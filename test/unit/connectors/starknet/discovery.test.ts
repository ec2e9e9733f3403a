// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connector } from '../../../../src/connectors/connector.js'
import { toWalletKey } from '../../../../src/connectors/name-and-icon.js'
import { createStarknetSource } from '../../../../src/connectors/starknet/injected/discovery.js'
import { scanGlobals } from '../../../../src/connectors/starknet/injected/scan.js'
import { createScriptedStarknetWallet } from '../../../../src/testing/starknet/create-scripted-starknet-wallet.js'
import type { ScriptedStarknetWalletOptions } from '../../../../src/testing/starknet/options.js'
import type { ScriptedStarknetWallet } from '../../../../src/testing/starknet/wallet.js'
import { makeRequest } from './open-wallet.js'

const AGENTS = {
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  braavos:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Braavos/2.0 Safari/604',
}

const wallets: ScriptedStarknetWallet[] = []
const globals: string[] = []
const put = (name: string, value: unknown) => {
  globals.push(name)
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
const add = (options?: ScriptedStarknetWalletOptions) => {
  const wallet = createScriptedStarknetWallet(options)
  wallets.push(wallet)
  return wallet
}
afterEach(() => {
  for (const wallet of wallets.splice(0)) wallet.dispose()
  for (const name of globals.splice(0)) Reflect.deleteProperty(globalThis, name)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Runs a source as the client does. */
function discover(
  agent: keyof typeof AGENTS = 'chrome',
  named: readonly string[] = [],
  create = createStarknetSource,
) {
  vi.stubGlobal('navigator', { userAgent: AGENTS[agent], maxTouchPoints: 0 })
  const rows = new Map<string, Connector>()
  const source = create()
  const added = vi.fn((connector: Connector) => void rows.set(connector.id, connector))
  const stop = source.start(
    added,
    (id) => void rows.delete(id),
    () => ({ wallets: named, chains: ['starknet:SN_MAIN'], optionalChains: [] }) as never,
  )
  const ready = () =>
    [...rows.values()].filter(({ availability }) => availability === 'ready').map(({ id }) => id)
  return { rows, source, added, ready, stop }
}

const member = (overrides: object = {}) => ({
  id: 'x',
  name: 'X',
  version: '1',
  icon: '',
  request: async () => [],
  on() {},
  off() {},
  ...overrides,
})

describe('finding Starknet wallets', () => {
  it('lists every profile once, however it appears on the page, and asks no wallet', () => {
    const all = (['argentX', 'braavos', 'keplr', 'okxwallet', 'standard'] as const).map((profile) =>
      add({ profile }),
    )
    for (const wallet of all) wallet.install()
    const { ready, rows, source } = discover()
    source.rescan?.()
    expect(all.flatMap(({ requests, calls }) => [...requests, calls.on])).toEqual([0, 0, 0, 0, 0])
    expect(ready()).toEqual(['argentX', 'braavos', 'keplr', 'okxwallet', 'example-standard'])
    for (const connector of rows.values()) expect(connector.note).toBe(undefined)
  })

  it('keeps the records of a wallet apart from those of the same wallet on EVM chains', () => {
    for (const profile of ['argentX', 'braavos', 'keplr', 'okxwallet'] as const) add({ profile }).install()
    const { rows } = discover()
    const names = { keplr: 'Keplr', okxwallet: 'OKX Wallet' }
    for (const [id, name] of Object.entries(names))
      expect(rows.get(id)?.key).not.toBe(toWalletKey(name, `com.${id}`))
    expect([rows.get('argentX')?.key, rows.get('braavos')?.key]).toEqual(['argentx', 'braavos'])
  })

  it('finds a wallet with globals that are not enumerable, as in Argent X', () => {
    add({ profile: 'argentX' }).install()
    expect(Object.keys(globalThis)).not.toContain('starknet_argentX')
    expect(discover().ready()).toEqual(['argentX'])
  })

  it('accepts wallets with the seven members of the wallet API, and with the eleven of the older API', () => {
    put('starknet_seven', member({ id: 'seven' }))
    put(
      'starknet_eleven',
      member({ id: 'eleven', isConnected: false, provider: undefined, enable() {}, isPreauthorized() {} }),
    )
    put('notstarknet', member({ id: 'elsewhere' }))
    expect(discover().ready()).toEqual(['seven', 'eleven'])
  })

  it.each(['id', 'name', 'version', 'icon', 'request', 'on', 'off'])('B03: skips what has no %s', (name) => {
    const wallet: Record<string, unknown> = member()
    delete wallet[name]
    put('starknet_x', wallet)
    put('starknet_y', member({ id: 'y' }))
    expect(discover().ready()).toEqual(['y'])
  })

  it('B01: finds the others when a global or a member throws', () => {
    globals.push('starknet_a')
    Object.defineProperty(globalThis, 'starknet_a', {
      configurable: true,
      get: () => {
        throw new Error('no')
      },
    })
    put(
      'starknet_b',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no')
          },
          has: () => {
            throw new Error('no')
          },
        },
      ),
    )
    put('starknet_c', member({ id: 'c' }))
    put(
      'starknet_d',
      Object.defineProperty(member({ id: 'd' }), 'icon', {
        get: () => {
          throw new Error('no')
        },
      }),
    )
    for (const [index, value] of [null, undefined, 5, 'text', [], Symbol('s')].entries())
      put(`starknet_${index}`, value)
    expect(discover().ready()).toEqual(['c'])
  })

  it('B04: lists two objects with one id as one flagged row, the canonical object, in either order', async () => {
    for (const order of [
      ['starknet', 'starknet_x'],
      ['starknet_x', 'starknet'],
    ]) {
      const objects = { starknet: member({ name: 'Impostor' }), starknet_x: member({ name: 'Right' }) }
      for (const name of order) put(name, objects[name as keyof typeof objects])
      const { rows } = discover()
      expect(rows.get('x')).toMatchObject({ name: 'Right', note: 'shared-identity' })
      expect(await rows.get('x')?.restore(makeRequest())).toBe(null)
      for (const name of globals.splice(0)) Reflect.deleteProperty(globalThis, name)
    }
  })

  it('B05: treats ids of Object.prototype as ordinary texts', () => {
    const ids = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
    for (const id of ids) put(`starknet_${id}`, member({ id, name: id }))
    expect(discover().ready()).toEqual(ids)
    expect(({} as { id?: unknown }).id).toBe(undefined)
  })

  it('B06: accepts icons only as data URIs of images, one or a pair', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo='
    const icons: [string, unknown, { light: string; dark: string }][] = [
      ['plain', png, { light: png, dark: png }],
      ['pair', { light: png, dark: `${png}A` }, { light: png, dark: `${png}A` }],
      ['half', { dark: png }, { light: png, dark: png }],
      ['markup', '<svg onload="alert(1)"></svg>', { light: '', dark: '' }],
      ['script', 'javascript:alert(1)', { light: '', dark: '' }],
      ['html', 'data:text/html,<script>alert(1)</script>', { light: '', dark: '' }],
      ['remote', 'https://tracker.example/a.png', { light: '', dark: '' }],
      ['huge', `data:image/png;base64,${'A'.repeat(200_000)}`, { light: '', dark: '' }],
      ['none', undefined, { light: '', dark: '' }],
    ]
    for (const [id, icon] of icons) put(`starknet_${id}`, member({ id, icon }))
    const { rows } = discover()
    for (const [id, , expected] of icons) expect(rows.get(id)?.icon).toEqual(expected)
  })

  it('A07: reduces names to plain text of at most 64 characters', () => {
    put('starknet_a', member({ id: 'a', name: '\u202eevil\u200b<b>\n\u0000wallet' }))
    put('starknet_b', member({ id: 'b', name: '🙂'.repeat(10_000) }))
    put('starknet_c', member({ id: 'c', name: '\u200b' }))
    const { rows } = discover()
    expect(rows.get('a')?.name).toBe('evil<b> wallet')
    expect([...(rows.get('b')?.name ?? '')]).toHaveLength(64)
    expect(rows.has('c')).toBe(false)
  })

  it('A04: reads every field once', () => {
    const reads: Record<string, number> = {}
    const spy = new Proxy(member(), {
      get(target, name) {
        reads[String(name)] = (reads[String(name)] ?? 0) + 1
        return name === 'name' ? `X${reads.name}` : target[name as keyof typeof target]
      },
    })
    put('starknet_x', spy)
    expect(scanGlobals(globalThis).get('x')?.name).toBe('X1')
    for (const name of ['id', 'name', 'version', 'icon']) expect(reads[name]).toBe(1)
  })

  it('never throws, and does not depend on the order of the globals (P4)', () => {
    const hostile = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true }),
      fc.record(
        {
          id: fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.anything()),
          name: fc.oneof(fc.string(), fc.anything()),
          version: fc.anything(),
          icon: fc.oneof(fc.string(), fc.anything()),
          request: fc.constantFrom(() => [], undefined, 5),
          on: fc.constantFrom(() => {}, undefined),
          off: fc.constantFrom(() => {}, undefined),
        },
        { requiredKeys: ['id', 'name', 'request', 'on', 'off'] },
      ),
    )
    const entry = fc.tuple(fc.stringMatching(/^(?:starknet|ethereum)_?[a-c]?$/), hostile)
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ([name]) => name, maxLength: 6 }), (entries) => {
        const scan = (list: typeof entries) => [...scanGlobals(Object.fromEntries(list)).keys()].sort()
        const found = scanGlobals(Object.fromEntries(entries))
        expect(scan([...entries].reverse())).toEqual(scan(entries))
        for (const [id, wallet] of found) {
          expect(wallet.id).toBe(id)
          expect(wallet.name).not.toBe('')
          expect(wallet.name.length).toBeLessThanOrEqual(128)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('K03: keeps 200 wallets of 1,000, and reads the id of each that it keeps once', () => {
    let reads = 0
    for (let index = 0; index < 1_000; index++) {
      const wallet = member({ name: `W${index}` })
      Object.defineProperty(wallet, 'id', {
        get() {
          reads++
          return `w${index}`
        },
      })
      put(`starknet_${index}`, wallet)
    }
    const { ready } = discover()
    expect([ready().length, reads]).toEqual([200, 200])
  })
})

describe('a Starknet wallet that comes late or goes', () => {
  it('is found by itself within the first second, and later by a rescan', async () => {
    vi.useFakeTimers()
    vi.resetModules()
    const { createStarknetSource: createFresh } = await import(
      '../../../../src/connectors/starknet/injected/discovery.js'
    )
    const { ready, source } = discover('chrome', undefined, createFresh)
    add({ profile: 'braavos' }).install()
    await vi.advanceTimersByTimeAsync(100)
    expect(ready()).toEqual(['braavos'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(vi.getTimerCount()).toBe(0)
    add({ profile: 'argentX' }).install()
    source.rescan?.()
    expect(ready().sort()).toEqual(['argentX', 'braavos'])
    // Modules that are imported from here on must keep the real timers.
    vi.resetModules()
  })

  it('is asked to register once, however many stores look for it', () => {
    const hear = vi.fn()
    discover()
    addEventListener('wallet-standard:app-ready', hear)
    discover()
    removeEventListener('wallet-standard:app-ready', hear)
    expect(hear).not.toHaveBeenCalled()
  })

  it('is found at any time when it registers, and removed when it unregisters', () => {
    const { ready } = discover()
    const wallet = add({ profile: 'standard' })
    wallet.install()
    expect(ready()).toEqual(['example-standard'])
    wallet.uninstall()
    expect(ready()).toEqual([])
  })

  it('changes its row from “install” to ready and back', () => {
    const { rows, source } = discover()
    expect(rows.get('argentX')).toMatchObject({
      availability: 'install',
      name: 'Ready Wallet (formerly Argent)',
    })
    const wallet = add({ profile: 'argentX' })
    wallet.install()
    source.rescan?.()
    expect(rows.get('argentX')).toMatchObject({ availability: 'ready', name: 'Argent X' })
    wallet.uninstall()
    source.rescan?.()
    expect(rows.get('argentX')?.availability).toBe('install')
  })

  it('is not reported any more once the source is stopped', () => {
    const { ready, source, stop } = discover()
    stop?.()
    add({ profile: 'standard' }).install()
    add({ profile: 'braavos' }).install()
    source.rescan?.()
    expect(ready()).toEqual([])
  })

  it('is reported once, and a rescan without news reports nothing', () => {
    add({ profile: 'argentX' }).install()
    const { added, source } = discover()
    const before = added.mock.calls.length
    for (let round = 0; round < 5; round++) source.rescan?.()
    expect(added.mock.calls).toHaveLength(before)
  })

  it('has one row when it is registered and on the window with the same id: the window’s', () => {
    add({ profile: 'standard', overrides: { id: 'braavos', name: 'Registered' } }).install()
    add({ profile: 'braavos' }).install()
    const { rows, ready } = discover()
    expect(ready()).toEqual(['braavos'])
    expect(rows.get('braavos')).toMatchObject({ name: 'Braavos' })
    expect(rows.get('braavos')?.note).toBe(undefined)
  })

  it.each([
    null,
    undefined,
    {},
    { name: 'X', features: null },
    { name: 'X', features: { 'starknet:walletApi': {} } },
    { name: 'Solana', features: { 'standard:connect': {}, 'solana:signMessage': {} } },
  ])('is ignored when it registers %o', (wallet) => {
    const { ready } = discover()
    const register = (api: { register(...wallets: unknown[]): () => void }) => void api.register(wallet)
    globalThis.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    globalThis.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: null }))
    expect(ready()).toEqual([])
  })
})

describe('a Starknet wallet that is not installed', () => {
  it.each([
    ['chrome', 'chromewebstore.google.com', 'chromewebstore.google.com'],
    ['firefox', 'addons.mozilla.org', 'addons.mozilla.org'],
    ['edge', 'microsoftedge.microsoft.com', 'microsoftedge.microsoft.com'],
  ] as const)('is offered for installation from the shop of %s', (agent, argent, braavos) => {
    const { rows } = discover(agent)
    expect([...rows.values()].map(({ id, availability }) => [id, availability])).toEqual([
      ['argentX', 'install'],
      ['braavos', 'install'],
    ])
    expect(rows.get('argentX')?.downloads[agent]).toContain(argent)
    expect(rows.get('braavos')?.downloads[agent]).toContain(braavos)
  })

  it('is hidden on Safari, and shown there when it is installed', () => {
    add({ profile: 'braavos' }).install()
    const { rows } = discover('safari')
    expect(rows.get('argentX')?.availability).toBe('hidden')
    expect(rows.get('braavos')?.availability).toBe('ready')
  })

  it('has a row when the page names it', () => {
    const others = ['keplr', 'okxwallet', 'xverse', 'fordefi']
    const { rows } = discover('chrome', ['argentX', ...others])
    expect([...rows.keys()]).toEqual(['argentX', 'braavos', ...others])
    expect([...rows.values()].every(({ availability }) => availability === 'install')).toBe(true)
    expect(discover('firefox', others).rows.get('xverse')?.availability).toBe('hidden')
    expect([...discover().rows.keys()]).toEqual(['argentX', 'braavos'])
  })

  it('has no row when installing it leads nowhere: MetaMask alone speaks no Starknet (SW06)', () => {
    const { rows, source } = discover('chrome', ['metamask'])
    expect(rows.has('metamask')).toBe(false)
    put('starknet_metamask', member({ id: 'metamask', name: 'MetaMask' }))
    source.rescan?.()
    expect(rows.get('metamask')?.availability).toBe('ready')
  })

  it('cannot be connected', async () => {
    const { rows } = discover()
    await expect(rows.get('argentX')?.connect(makeRequest())).rejects.toMatchObject({
      code: 'not_found',
      message: 'Connector not found',
    })
  })
})

describe('a Starknet connector', () => {
  it('answers to Argent and to Ready, and keeps the id argentX', () => {
    add({ profile: 'argentX' }).install()
    const connector = discover().rows.get('argentX')
    expect(connector?.aliases).toEqual(expect.arrayContaining(['argent', 'ready', 'Argent', 'Ready']))
    expect(connector).toMatchObject({
      id: 'argentX',
      key: 'argentx',
      group: 'starknet',
      namespace: 'starknet',
      supportedChains: ['STARK'],
    })
  })

  it('recognises its own app’s browser by the wallet’s flag and by the user agent', () => {
    const argent = add({ profile: 'argentX' })
    argent.object.isInAppBrowser = true
    argent.install()
    add({ profile: 'braavos' }).install()
    const { rows } = discover('braavos')
    expect([rows.get('argentX')?.ownsBrowser, rows.get('braavos')?.ownsBrowser]).toEqual([true, true])
    expect(discover('chrome').rows.get('braavos')?.ownsBrowser).toBe(false)
  })

  it.each(['braavos', 'standard'] as const)(
    'connects, signs, hears and disconnects (%s)',
    async (profile) => {
      const wallet = add({ profile })
      wallet.install()
      const connector = discover().rows.get(wallet.profile.id)
      const session = await connector?.connect(makeRequest())
      expect(session?.account).toBe(wallet.account.address)
      const changes: unknown[] = []
      session?.watch((change) => changes.push(change))
      wallet.setChain('SN_SEPOLIA')
      await vi.waitFor(() => expect(changes).toHaveLength(1))
      expect(session?.chainId).toBe('starknet:SN_SEPOLIA')
      wallet.setAccount(1)
      await vi.waitFor(() => expect(session?.account).toBe(wallet.account.address))
      const { hash: _, ...provider } = session?.provider as Record<string, unknown>
      expect(Object.keys(provider)).toEqual(
        expect.arrayContaining(['id', 'name', 'version', 'icon', 'request', 'on', 'off']),
      )
      const signature = await session?.signMessage?.('hello')
      expect(signature).toHaveLength(profile === 'braavos' ? 3 : 2)
      await session?.disconnect()
      expect(wallet.listenerCount()).toBe(0)
      expect(wallet.allowed).toBe(profile === 'braavos')
    },
  )

  it('gives two sessions of a registered wallet the same provider, and disconnects it with the last (SP14)', async () => {
    const wallet = add({ profile: 'standard' })
    wallet.install()
    const connector = discover().rows.get('example-standard')
    const [first, second] = [await connector?.connect(makeRequest()), await connector?.restore(makeRequest())]
    expect(first?.provider).toBe(second?.provider)
    await first?.disconnect()
    expect(wallet.allowed).toBe(true)
    await second?.disconnect()
    expect(wallet.allowed).toBe(false)
  })

  it('B18: reports a wallet that unregisters as unavailable', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const wallet = add({ profile: 'standard' })
    wallet.install()
    const session = await discover().rows.get('example-standard')?.connect(makeRequest())
    wallet.uninstall()
    await expect(session?.signMessage?.('hello')).rejects.toMatchObject({ code: 'wallet_unavailable' })
    await session?.disconnect()
  })
})
