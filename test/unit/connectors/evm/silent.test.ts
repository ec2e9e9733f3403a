import '../../client/fake-timers.js'
import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import type { Connector, WalletSession } from '../../../../src/connectors/connector.js'
import { readCapabilities } from '../../../../src/connectors/evm/capabilities.js'
import { createInjectedConnector } from '../../../../src/connectors/evm/injected/connector.js'
import type { EvmFaults } from '../../../../src/testing/evm/faults.js'
import {
  ALICE,
  BOB,
  createClient,
  createDevice,
  createWallet,
  outcome,
  pass,
  toConnector,
} from '../../client/fixture.js'
import { createShop } from '../../sign-in/shop.js'

const methods = (wallet: { requests: readonly { method: string }[] }) =>
  wallet.requests.map(({ method }) => method)
const prompts = (wallet: { prompts: readonly { method: string }[] }) =>
  wallet.prompts.map(({ method }) => method)

/** Restores by the connector, as a page that loads. */
async function restore(connector: Connector): Promise<WalletSession | null> {
  const { signal } = new AbortController()
  const restoring = connector.restore({ config: { networks: [] } as never, signal })
  restoring.catch(() => {})
  await pass(1)
  return restoring
}

/** A wallet that opens a window for each request but `eth_accounts`, as Keplr does. */
const keplr = (faults: EvmFaults = {}, options = {}) =>
  createWallet('Keplr', { faults: { asksBefore: true, ...faults }, ...options })

// The first connect that signs in loads code. Here it is loaded first, so that only the tests' own clock decides the order.
beforeAll(async () => {
  await import('../../../../src/connectors/evm/connect-at-once.js')
  const shop = createShop({ config: { signIn: 'on-connect' }, wallet: { signsInAtOnce: true } })
  const connecting = shop.connect().then(() => shop.control.complete())
  await pass(5_000)
  await connecting
})

describe('a wallet that opens a window for each request but eth_accounts', () => {
  it.each(['locked', 'withdrawn'] as const)(
    'WP01: hears nothing else at a load, a try or a return while it is %s, and keeps the record of a locked one',
    async (state) => {
      const wallet = keplr()
      const { client, storage } = createClient(createDevice(wallet))
      await client.connect({ walletId: 'com.keplr' })
      client.dispose()
      const shown = wallet.prompts.length
      const asked = wallet.requests.length
      if (state === 'locked') wallet.lock()
      else wallet.disconnect()
      const again = createClient(createDevice(wallet), { storage })
      const restored = again.client.restore()
      await pass(2_000)
      await restored
      expect(again.client.getState().status).toBe('idle')
      expect(wallet.prompts).toHaveLength(shown)
      expect(new Set(methods(wallet).slice(asked))).toEqual(new Set(['eth_accounts']))
      if (state === 'locked') {
        wallet.unlock()
        await pass()
        expect(again.client.getState()).toMatchObject({ status: 'connected', account: ALICE })
        expect(wallet.prompts).toHaveLength(shown)
      }
    },
  )

  it('WP01: hears nothing else when a connected page is read again', async () => {
    const wallet = keplr()
    await wallet.connect()
    const session = (await restore(toConnector(wallet))) as WalletSession
    wallet.faults.locksSilently = true
    wallet.lock()
    const asked = wallet.requests.length
    await expect(session.refresh?.()).rejects.toThrow('KeyRing is locked')
    wallet.unlock()
    wallet.disconnect()
    expect(await session.refresh?.()).toBe('locked')
    expect(methods(wallet).slice(asked)).toEqual(['eth_accounts', 'eth_accounts'])
    expect(wallet.prompts).toEqual([])
  })

  it('WP05: is asked once for a click that also signs in, and nothing after a refusal', async () => {
    const shop = createShop({ config: { signIn: 'on-connect' }, wallet: { faults: { asksBefore: true } } })
    const connecting = shop.connect().then(() => shop.control.complete())
    await pass(1_000)
    await connecting
    expect(prompts(shop.wallet)).toEqual(['wallet_getCapabilities', 'personal_sign'])
    expect(methods(shop.wallet).slice(0, 3)).toEqual([
      'wallet_getCapabilities',
      'eth_requestAccounts',
      'eth_accounts',
    ])
    const refusing = createShop({
      config: { signIn: 'on-connect' },
      wallet: { approve: 'never', faults: { asksBefore: true } },
    })
    const refused = outcome(refusing.connect())
    await pass(1_000)
    expect(await refused).toBe('user_rejected')
    await pass(10_000)
    expect(prompts(refusing.wallet)).toHaveLength(1)
    expect(methods(refusing.wallet)).toHaveLength(1)
  })

  it('WP05: is not asked what it can do when it is known to ask for its permission first', async () => {
    const shop = createShop({
      config: { signIn: 'on-connect' },
      wallet: { approve: 'manual', faults: { asksBefore: true } },
    })
    Object.assign(shop.wallet.provider, { isKeplr: true })
    const refused = outcome(shop.connect())
    await pass(5_000)
    const prompt = await shop.wallet.nextPrompt('connect')
    expect(prompt.method).toBe('eth_requestAccounts')
    prompt.reject()
    expect(await refused).toBe('user_rejected')
    await pass(5_000)
    expect(methods(shop.wallet)).toEqual(['eth_requestAccounts'])
  })

  it('WP05: is asked nothing else while its window has the focus of the page', async () => {
    vi.stubGlobal('document', { hasFocus: () => false })
    try {
      const shop = createShop({
        config: { signIn: 'on-connect' },
        wallet: { approve: 'manual', faults: { asksBefore: true } },
      })
      const refused = outcome(shop.connect())
      await pass(20_000)
      const prompt = await shop.wallet.nextPrompt('connect')
      expect(methods(shop.wallet)).toEqual(['wallet_getCapabilities'])
      prompt.reject()
      expect(await refused).toBe('user_rejected')
      await pass(5_000)
      expect(methods(shop.wallet)).toEqual(['wallet_getCapabilities'])
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe('a lost answer', () => {
  it.each(['eth_accounts', 'eth_chainId'])(
    'PR15: of %s to a page that is read again is asked for once more, and the account is the wallet’s own',
    async (method) => {
      const wallet = createWallet('One')
      await wallet.connect()
      const connector = toConnector(wallet)
      const { signal } = new AbortController()
      // The session keeps the function that it was connected with.
      let isLosing = false
      const { request } = wallet.provider
      wallet.provider.request = (args) => {
        if (!isLosing || args.method !== method) return request(args)
        isLosing = false
        return new Promise(() => {})
      }
      const restoring = connector.restore({ config: { networks: [] } as never, signal })
      await pass(1)
      const session = (await restoring) as WalletSession
      wallet.faults.omitEvents = ['accountsChanged', 'chainChanged']
      wallet.setAccounts([BOB])
      wallet.setChain(5)
      isLosing = true
      const read = session.refresh?.()
      await pass(1_500)
      expect(await read).toMatchObject({ account: BOB, chainId: 'eip155:5' })
    },
  )

  it('PR15: of every read leaves the session as it is, in time, and without a timer', async () => {
    const wallet = createWallet('One')
    await wallet.connect()
    const session = (await restore(toConnector(wallet))) as WalletSession
    wallet.faults.hold = ['eth_accounts']
    const read = outcome(session.refresh?.() as Promise<unknown>)
    await pass(10_000)
    expect(await read).toBe('wallet_timeout')
    expect([session.account, session.chainId]).toEqual([ALICE, 'eip155:1'])
    const last = outcome(session.refresh?.() as Promise<unknown>)
    session.watch(() => {})()
    expect(await last).toBe('wallet_timeout')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('AX03: to the visitor’s consent is told by the wallet’s event', async () => {
    const wallet = createWallet('One', { faults: { loseAnswers: ['eth_requestAccounts'] } })
    const { client } = createClient(createDevice(wallet))
    const connecting = client.connect({ walletId: 'com.one' })
    await pass(1_000)
    await connecting
    expect(client.getState()).toMatchObject({ status: 'connected', account: ALICE, chainId: 'eip155:1' })
  })

  it('AX03: for the chain is told by the wallet’s event, or ends the wait with wallet_timeout', async () => {
    const wallet = createWallet('One', { faults: { hold: ['eth_chainId'] } })
    const { client } = createClient(createDevice(wallet))
    const connecting = client.connect({ walletId: 'com.one' })
    await pass(100)
    wallet.emit('connect', { chainId: '0x5' })
    await pass(1_000)
    await connecting
    expect(client.getState()).toMatchObject({ status: 'connected', chainId: 'eip155:5' })
    await client.disconnect()
    const silent = outcome(client.connect({ walletId: 'com.one' }))
    await pass(10_000)
    expect(await silent).toBe('wallet_timeout')
    expect(wallet.listenerCount()).toBe(0)
  })
})

describe('disconnecting a wallet that is an SDK in the page', () => {
  /** Connects a wallet with these answers, and disconnects it. @returns what it heard of the end */
  async function end(
    answers: Record<string, () => unknown>,
    members: object = {},
    disconnect?: () => unknown,
  ) {
    const heard: string[] = []
    const provider = {
      async request({ method }: { method: string }) {
        if (/^wallet_/.test(method)) heard.push(method)
        if (answers[method]) return answers[method]()
        if (/ccounts$/.test(method)) return [ALICE]
        if (method === 'eth_chainId') return '0x1'
        throw Object.assign(new Error('no such method'), { code: 4200 })
      },
      disconnect() {
        heard.push('disconnect()')
      },
      ...members,
    }
    const connector = createInjectedConnector({
      id: 'sdk',
      name: 'SDK',
      icon: '',
      provider: provider as never,
      ...(disconnect && { disconnect: () => heard.push('own') && disconnect() }),
    })
    const { client } = createClient(createDevice(connector))
    await client.connect({ walletId: 'sdk' })
    const ending = client.disconnect()
    await pass(2_000)
    expect(await outcome(ending)).toBeUndefined()
    return heard
  }
  const [revoke, leave] = ['wallet_revokePermissions', 'wallet_disconnect']
  const never = () => new Promise(() => {})

  test.each<[string, Record<string, () => unknown>, object, string[]]>([
    ['revokes permissions', { [revoke]: () => null }, {}, [revoke]],
    ['knows wallet_disconnect', { [leave]: () => null }, {}, [revoke, leave]],
    ['knows its own disconnect()', {}, {}, [revoke, leave, 'disconnect()']],
    [
      'leaves unknown methods unanswered',
      { [revoke]: never, [leave]: never },
      {},
      [revoke, leave, 'disconnect()'],
    ],
    ['knows nothing', {}, { disconnect: undefined }, [revoke, leave]],
    ['fails in disconnect()', {}, { disconnect: () => Promise.reject(new Error('no')) }, [revoke, leave]],
  ])('WP04: is done by the first way that it knows, where it %s', async (_, answers, members, expected) => {
    expect(await end(answers, members)).toEqual(expected)
  })

  test.each<[string, () => unknown]>([
    ['returns', () => undefined],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['never settles', never],
  ])('WP04: is done by `disconnect` alone where the page names it, and it %s', async (_, disconnect) => {
    expect(await end({}, {}, disconnect)).toEqual(['own'])
  })
})

it('PR17: a wallet that leaves its capabilities unanswered holds up one request for five seconds, and no other until it answers', async () => {
  let answer = (_: unknown) => {}
  let asked = 0
  const context = {
    provider: {
      request: () => {
        asked++
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    },
    report: { account: ALICE, chainId: 'eip155:1' },
  } as never
  const first = readCapabilities(context, 'eip155:1')
  await pass(5_000)
  expect(await first).toEqual({})
  expect(await readCapabilities(context, 'eip155:1')).toEqual({})
  expect(asked).toBe(1)
  answer({})
  await pass()
  const next = readCapabilities(context, 'eip155:1')
  answer({ '0x1': { atomic: { status: 'supported' } } })
  expect(await next).toEqual({ atomic: { status: 'supported' } })
})

it('WP06: a request that the wallet still shows is request_pending, and nothing else is asked', async () => {
  const wallet = createWallet('Rabby', {
    faults: {
      errors: { eth_requestAccounts: { code: -32001, message: 'Already processing connect. Please wait.' } },
    },
  })
  const { client } = createClient(createDevice(wallet))
  const connecting = outcome(client.connect({ walletId: 'com.rabby' }))
  await pass(2_000)
  expect(await connecting).toBe('request_pending')
  expect(methods(wallet)).toEqual(['eth_requestAccounts'])
})
