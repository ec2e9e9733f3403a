import './fake-timers.js'
import '../../../src/client/find-last.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WalletError } from '../../../src/errors/wallet-error.js'
import {
  ALICE,
  connectOne,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  isOpen,
  outcome,
  pass,
  toConnector,
  visited,
} from './fixture.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Makes the page report that it finished loading this many ms ago. */
function loadedAgo(ms: number) {
  const page = { loadEventEnd: performance.now() - ms }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([page as never])
  return page
}

describe('the list of wallets', () => {
  test('looks for late wallets for as long as it is open', async () => {
    const device = createDevice()
    const looks = vi.fn()
    device.source.rescan = looks
    const { client } = createClient(device)
    client.open()
    await pass(2_000)
    expect(looks.mock.calls).toEqual([[true], [true], [true], [true]])
    client.dismiss()
    await pass(2_000)
    expect(looks).toHaveBeenCalledTimes(4)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('EN01: fetches the code of wallets that open a window as soon as it is painted: Safari blocks a window that waits for code', async () => {
    const device = createDevice()
    const looks = vi.fn()
    device.source.rescan = looks
    const { client } = createClient(device)
    client.open()
    await pass()
    expect(looks).not.toHaveBeenCalled()
    await pass(100)
    expect(looks.mock.calls).toEqual([[true]])
    client.dispose()
  })
})

describe('the mode canAsk', () => {
  test('connects the only wallet without the list', async () => {
    const one = createWallet('One')
    const { client, emitted } = createClient(createDevice(one))
    const shown: boolean[] = []
    client.subscribe(() => shown.push(client.getState().open))
    const promise = client.connect()
    await pass(300)
    expect(await promise).toMatchObject({
      connector: {
        id: 'com.one',
        key: 'one',
        connectedChain: 'EVM',
        activeAccount: ALICE,
        chainId: 'eip155:1',
      },
      wallet: {
        id: 'com.one',
        account: ALICE,
        selectedAddress: ALICE,
        isConnected: true,
        chainId: 'eip155:1',
      },
    })
    expect(emitted()).toEqual(['connecting', 'connected'])
    expect(shown).not.toContain(true)
  })

  test('waits at most 300 ms for a second wallet, then connects the only wallet', async () => {
    const { client } = createClient(createDevice(createWallet('One')))
    const promise = client.connect()
    await pass(299)
    expect(client.getState()).toMatchObject({ open: false, attempt: null })
    await pass(21)
    expect((await promise).wallet?.id).toBe('com.one')
  })

  test('waits one turn late in a page’s life, because every wallet’s script has run', async () => {
    const { loadEventEnd } = loadedAgo(301)
    expect(loadEventEnd).toBeLessThan(performance.now())
    const { client } = createClient(createDevice(createWallet('One')))
    const promise = client.connect()
    expect(client.getState().attempt).toBe(null)
    await pass(2)
    expect((await promise).wallet?.id).toBe('com.one')
  })

  test('waits for the rest of the 300 ms after the page’s load, and lists a second wallet that comes meanwhile', async () => {
    loadedAgo(100)
    const device = createDevice(createWallet('One'))
    const { client } = createClient(device)
    void client.connect()
    await pass(180)
    expect(client.getState()).toMatchObject({ open: false, attempt: null })
    device.add(createWallet('Late'))
    await pass(20)
    expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
  })

  test('restores the wallet of the last session silently even though there are others', async () => {
    const { open } = await visited(createWallet('Two'), createWallet('One'))
    const { client, log } = open()
    expect((await client.connect()).wallet?.id).toBe('com.two')
    expect(log).toEqual([['connected', expect.objectContaining({ restored: true }), 'connected']])
    expect(client.getState().open).toBe(false)
  })

  test('a marked wallet is not connected without a click', async () => {
    const one = createWallet('One')
    const device = createDevice()
    device.add({ ...toConnector(one), note: 'shared-identity' as never })
    const { client } = createClient(device)
    void outcome(client.connect())
    await pass(1_000)
    expect([one.prompts, client.getState().open]).toEqual([[], true])
  })
})

describe('canAsk in a call that no click has begun (SP06)', () => {
  const TYPES = ['wallet', 'connector'] as const

  /** Creates a page that calls `connect` by itself, after an earlier session with a wallet that answers slowly. */
  async function load(resultType: 'wallet' | 'connector' = 'wallet') {
    vi.stubGlobal('navigator', { userActivation: { isActive: false } })
    const one = createWallet('One')
    const { open } = await visited(one, createWallet('Two'))
    Object.assign(one.faults, { hold: ['eth_accounts'] })
    const { client } = open()
    const shown: boolean[] = []
    client.subscribe(() => shown.push(client.getState().open))
    return { one, client, shown, promise: client.connect({ resultType }) }
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test.each(TYPES)('shows no list before a slow wallet has answered (%s)', async (type) => {
    const { one, shown, promise } = await load(type)
    await pass(800)
    one.release()
    await pass(20)
    expect((await promise).connector?.id).toBe('com.one')
    expect(shown).not.toContain(true)
  })

  test.each(TYPES)('shows the list after a second without an answer (%s)', async (type) => {
    const { client } = await load(type)
    await pass(980)
    expect(client.getState().open).toBe(false)
    await pass(40)
    expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
  })

  test('shows the list soon when the wallet answers that it has no session', async () => {
    const { one, client } = await load()
    one.disconnect()
    Object.assign(one.faults, { hold: [] })
    one.release()
    await pass(320)
    expect(client.getState().open).toBe(true)
  })
})

test('a call that wants only a name and is given up no longer listens to the wallet', async () => {
  const one = createWallet('One')
  const { open } = await visited(one)
  Object.assign(one.faults, { hold: ['eth_accounts'] })
  const { client } = open()
  for (let calls = 0; calls < 3; calls++) {
    const call = client.connect({ resultType: 'connector' })
    await pass(50)
    expect(one.listenerCount('accountsChanged')).toBe(1)
    client.abort(new WalletError('session_ended'))
    expect(await outcome(call)).toBe('session_ended')
    await pass()
    expect(one.listenerCount('accountsChanged')).toBe(0)
  }
})

describe('any other mode', () => {
  test.each(['alwaysAsk', 'another word'])(
    'shows the list at once for one wallet, and lists a wallet that comes later: %s',
    async (mode) => {
      const device = createDevice(createWallet('One'))
      const { client } = createClient(device, { mode: mode as 'alwaysAsk' })
      void client.connect()
      await pass()
      expect(client.getState().open).toBe(true)
      device.add(createWallet('Late'))
      await pass()
      expect(client.getState().choices.map(({ id }) => id)).toEqual(['com.one', 'com.late'])
    },
  )

  test('waits up to 300 ms while there is no row', async () => {
    const device = createDevice()
    const { client } = createClient(device, { mode: 'alwaysAsk' })
    void client.connect()
    await pass(200)
    expect(client.getState().open).toBe(false)
    device.add(createWallet('Late'))
    await pass(20)
    expect(client.getState()).toMatchObject({ open: true, choices: [{ id: 'com.late' }] })
  })
})

test('the result type connector names the only wallet without the list', async () => {
  const { client } = createClient(createDevice(createWallet('One')), { resultType: 'connector' })
  const promise = client.connect()
  await pass(300)
  expect((await promise).connector?.name).toBe('One')
})

describe('the option walletId', () => {
  test('waits also when a row to install is in the place of the late wallet', async () => {
    const install = createOwnConnector({ id: 'com.late', namespace: 'eip155', availability: 'install' })
    const device = createDevice(install.connector)
    const { client } = createClient(device)
    const promise = client.connect({ walletId: 'com.late' })
    await pass(200)
    device.add(createWallet('Late'))
    await pass(20)
    expect((await promise).wallet?.id).toBe('com.late')
  })

  test('fails with “Connector not found” for an unknown id, with one error event', async () => {
    const { client, log } = createClient(createDevice(createWallet('One')))
    const promise = client.connect({ walletId: 'com.nobody' })
    promise.catch(() => {})
    await pass(400)
    await expect(promise).rejects.toMatchObject({
      name: 'ConnectorNotFoundError',
      code: 'not_found',
      message: 'Connector not found',
    })
    expect(log).toEqual([['error', expect.objectContaining({ code: 'not_found' }), 'idle']])
  })

  test('shows the list for a shared identity instead of choosing between the two wallets (A06)', async () => {
    const twins = [createWallet('One'), createWallet('Two')]
    const device = createDevice(
      ...twins.map((wallet) => {
        const { connector } = createOwnConnector({
          id: `io.metamask:${wallet.info.uuid}`,
          aliases: ['io.metamask'],
          namespace: 'eip155',
          note: 'shared-identity',
        })
        return connector
      }),
    )
    const { client } = createClient(device)
    void client.connect({ walletId: 'io.metamask' })
    await pass()
    expect(client.getState()).toMatchObject({ open: true, phase: 'choosing', attempt: null })
  })
})

describe('the option chainId', () => {
  test('decides the chain of the connected wallet, in any spelling', async () => {
    for (const chainId of ['eip155:5', '0x5', 5, '5']) {
      const one = createWallet('One')
      const { client, details } = createClient(createDevice(one))
      expect((await client.connect({ walletId: 'com.one', chainId })).wallet?.chainId).toBe('eip155:5')
      expect(one.chainId).toBe('0x5')
      expect(details('connected')).toEqual([expect.objectContaining({ chainId: 'eip155:5' })])
      expect(details('changed')).toEqual([])
    }
  })

  test('switches the current connection', async () => {
    const { one, client, emitted } = await connectOne()
    expect((await client.connect({ chainId: 5 })).wallet?.chainId).toBe('eip155:5')
    expect(one.chainId).toBe('0x5')
    expect(emitted()).toEqual(['connecting', 'connected', 'changed'])
  })

  test('that is invalid is refused before anything happens', async () => {
    for (const chainId of ['', 'zz', 0, -1, 1.5, Number.NaN, 2 ** 53, null, {}]) {
      const { client, emitted } = createClient(createDevice(createWallet('One')))
      expect(await outcome(client.connect({ chainId: chainId as never }))).toBe('request_invalid')
      expect(emitted()).toEqual(['error'])
    }
  })
})

describe('the open list', () => {
  test('has exactly the wallets that `wallets` names, in that order', async () => {
    const own = createOwnConnector()
    const device = createDevice(
      createWallet('One'),
      createWallet('Two'),
      createWallet('Three'),
      own.connector,
    )
    const ids = (wallets: string) => {
      const { client } = createClient(device, { wallets })
      client.discover()
      return client.getState().choices.map(({ id }) => id)
    }
    expect(ids('own com.two')).toEqual(['own', 'com.two'])
    expect(ids('com.three injected')).toEqual(['com.three', 'com.one', 'com.two'])
    expect(ids('com.nobody')).toEqual([])
    const twin = createOwnConnector({ id: 'com.two:1', aliases: ['com.two'], namespace: 'eip155' })
    device.add(twin.connector)
    expect(ids('com.two own')).toEqual(['com.two', 'com.two:1', 'own'])
  })

  test('has rows to install after the installed wallets, and cannot choose them', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Chrome/140.0 Safari/537.36' })
    const install = createOwnConnector({
      id: 'io.metamask',
      namespace: 'eip155',
      availability: 'install',
      downloads: { chrome: 'https://shop.example/metamask' },
    })
    const device = createDevice(install.connector, createWallet('One'))
    const { client } = createClient(device, { mode: 'alwaysAsk' })
    void client.connect()
    await pass(300)
    expect(client.getState().choices).toMatchObject([
      { id: 'com.one', availability: 'ready', download: null },
      { id: 'io.metamask', availability: 'install', download: 'https://shop.example/metamask' },
    ])
    client.pick('io.metamask')
    expect(client.getState()).toMatchObject({ phase: 'choosing', attempt: null })
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15' })
    client.configure({})
    await pass()
    expect(client.getState().choices.map(({ id }) => id)).toEqual(['com.one'])
  })

  test('keeps an installed wallet when a row to install, or a wallet of another namespace, has the same id', async () => {
    const device = createDevice(createWallet('One'))
    const { client } = createClient(device)
    client.discover()
    device.add(createOwnConnector({ id: 'com.one', availability: 'install' }).connector)
    device.add(createOwnConnector({ id: 'com.one', namespace: 'starknet' }).connector)
    await pass()
    expect(client.getState().choices).toMatchObject([
      { name: 'One', namespace: 'eip155', availability: 'ready' },
    ])
  })

  test('has the page’s own connector in place of a found wallet with the same id', async () => {
    const own = createOwnConnector({ id: 'com.one', namespace: 'eip155', name: 'Mine' })
    const { client } = createClient(createDevice(createWallet('One')), { connectors: [own.connector] })
    client.discover()
    expect(client.getState().choices.map(({ name }) => name)).toEqual(['Mine'])
  })
})

describe('a source that has to load a part first', () => {
  /** Creates a device with more wallets in a part that is still loading. */
  function createLoading() {
    const device = createDevice(createWallet('One'))
    let done = () => {}
    const settled = new Promise<void>((resolve) => {
      done = resolve
    })
    Object.assign(device.source, { settled })
    return { device, done }
  }

  test('does not make the only wallet so far count as the only one, and does not delay the list', async () => {
    const { device } = createLoading()
    const { client } = createClient(device)
    void client.connect()
    await pass(340)
    expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
  })

  test('is waited for when its wallet is requested by id', async () => {
    const { device, done } = createLoading()
    const { client } = createClient(device)
    const promise = client.connect({ walletId: 'com.two' })
    await pass(2_000)
    // Wallets that come together are looked at once.
    device.add(createWallet('Three'))
    await pass(10)
    device.add(createWallet('Two'))
    done()
    await pass(10)
    expect((await promise).wallet?.id).toBe('com.two')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is waited for at most five seconds', async () => {
    const { device } = createLoading()
    const { client } = createClient(device)
    const promise = outcome(client.connect({ walletId: 'com.two' }))
    await pass(4_900)
    expect(await isOpen(promise)).toBe(true)
    await pass(200)
    expect(await promise).toBe('not_found')
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('an attempt keeps the configuration that it began with, and the next attempt uses the new one (F09)', async () => {
  const own = createOwnConnector()
  const { client } = createClient(createDevice(own.connector))
  void client.connect({ walletId: 'own' })
  await pass()
  client.configure({ chains: 'starknet:SN_MAIN', appName: 'Later' })
  expect(own.waiting[0]?.request.config.appName).toBe('')
  client.dismiss()
  void client.connect({ walletId: 'own' })
  await pass()
  expect(own.waiting[1]?.request.config.appName).toBe('Later')
})

test('an invalid configuration is refused as a whole', () => {
  const { client } = createClient(createDevice())
  expect(() => client.configure({ chains: '' })).toThrow(
    'No chains specified in either `chains` or `optionalChains`',
  )
  expect(client.getConfig().chains).toContain('eip155:1')
})

test('discovery sends no request to any wallet (K03)', async () => {
  const one = createWallet('One')
  const { client } = createClient(createDevice(one, createWallet('Two')))
  void client.connect()
  await pass(1_000)
  expect([one.requests.length, one.listenerCount()]).toEqual([0, 0])
  expect(await isOpen(client.connect())).toBe(true)
})

test.each(['argentWebWallet', 'coinbase'])(
  '%s says that it needs a window where there is none',
  async (walletId) => {
    const { client } = createClient(createDevice())
    const connecting = outcome(client.connect({ walletId }))
    await pass(1_000)
    expect(await connecting).toBe('no_window')
  },
)

test('an unknown result type counts as the default', async () => {
  const { client } = createClient(createDevice(createWallet('One')))
  const connecting = client.connect({ walletId: 'com.one', resultType: 'nonsense' as never })
  await pass()
  expect(await connecting).toMatchObject({ wallet: { account: ALICE } })
  await client.disconnect(null as never)
  expect(client.getState().status).toBe('idle')
})

test.each([[[null]], [5], [[5]], [[{ id: 'x' }]]])(
  'own connectors that are none are refused: %j',
  (connectors) => {
    expect(() => createClient(createDevice(), { connectors: connectors as never })).toThrow(
      /^connectors.* is not valid$/,
    )
  },
)
