import { describe, expect, it, vi } from 'vitest'
import { parseStarknetVersion } from '../../../../src/connectors/starknet/account-api.js'
import { watchStarknetUnlock } from '../../../../src/connectors/starknet/injected/connect.js'
import type { StarknetProfileName } from '../../../../src/testing/starknet/profiles.js'
import { createStarknetError } from '../../../../src/testing/starknet/profiles.js'
import { install, makeRequest, openSession, settle, useStarknetWallets } from './open-wallet.js'

// Without this each prompt would wait for the window before it; habits.test.ts tests that wait.
vi.mock('../../../../src/connectors/starknet/prompt-pause.js', () => ({ STARKNET_PROMPT_PAUSE: 0 }))

useStarknetWallets()

const PROFILES: StarknetProfileName[] = ['argentX', 'argentX-legacy', 'braavos', 'keplr', 'okxwallet']
const SEPOLIA = 'starknet:SN_SEPOLIA' as const

describe.each(PROFILES)('connecting %s', (profile) => {
  it('asks once, and returns the account, the chain and the wallet object', async () => {
    const { wallet, connect } = install({ profile })
    const request = makeRequest()
    const session = await connect(request)
    expect(session.account).toBe(wallet.account.address)
    expect(session.chainId).toBe('starknet:SN_MAIN')
    expect(session.provider).toBe(wallet.object)
    expect(session.peer).toMatchObject({ name: wallet.profile.name, version: wallet.profile.version })
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
    expect(request.onAwaiting).toHaveBeenCalledTimes(1)
  })

  it('fails with the visitor’s refusal, in whatever form the wallet reports it', async () => {
    const { wallet, connect } = install({ profile, approve: 'never' })
    await expect(connect()).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 'user_rejected',
      message: 'User rejected request',
    })
    expect(wallet.listenerCount()).toBe(0)
  })
})

describe('connecting a Starknet wallet', () => {
  it.each([
    ['an empty list', [], 'user_rejected'],
    ['B08: nothing', undefined, 'connect_failed'],
    ['B08: an empty address', [''], 'connect_failed'],
    ['B08: numbers', [1, 2], 'connect_failed'],
    ['B08: an object', { 0: '0x1', length: 1 }, 'connect_failed'],
    ['B08: zero', ['0x0'], 'connect_failed'],
    ['a single text', '0x5', 'accepted'],
    ['duplicates', ['0x5', '0x05', null, '5'], 'accepted'],
  ])('ends as expected when the answer is %s', async (_name, answer, outcome) => {
    const { connect } = install({
      profile: 'braavos',
      overrides: { accountApi: false },
      faults: { answers: { wallet_requestAccounts: answer } },
    })
    if (outcome === 'accepted') {
      expect((await connect()).accounts).toEqual([`0x${'5'.padStart(64, '0')}`])
    } else await expect(connect()).rejects.toMatchObject({ code: outcome })
  })

  it.each([
    [111, 'asset_not_erc20'],
    [113, 'user_rejected'],
    [114, 'request_invalid'],
    [115, 'account_already_deployed'],
    [116, 'not_implemented'],
    [117, 'network_switching_only_available_in_wallet'],
    [118, 'wallet_failed'],
    [162, 'wallet_outdated'],
    [163, 'wallet_failed'],
    [4001, 'user_rejected'],
  ])('B14: fails with its own code for error %i: %s', async (code, expected) => {
    const thrown = createStarknetError(code)
    const { connect } = install({ faults: { errors: { wallet_requestAccounts: thrown } } })
    await expect(connect()).rejects.toMatchObject({ code: expected, cause: thrown })
  })

  it('passes on a wallet’s own message without a code, else “Unknow error on enable wallet”', async () => {
    const words = install({
      faults: { errors: { wallet_requestAccounts: new Error('The moon is in the way') } },
    })
    await expect(words.connect()).rejects.toMatchObject({
      code: 'enable_failed',
      message: 'The moon is in the way',
    })
    words.wallet.faults.errors = { wallet_requestAccounts: undefined }
    await expect(words.connect()).rejects.toThrow('Unknow error on enable wallet')
  })

  it('B07: fails with “Failed to connect to wallet” when enable leaves the wallet unconnected', async () => {
    const { connect } = install({ profile: 'okxwallet', faults: { enableLeavesUnconnected: true } })
    await expect(connect()).rejects.toThrow(
      expect.objectContaining({ code: 'connect_failed', message: 'Failed to connect to wallet' }),
    )
  })

  it.each(['v6', 'V5', '', null, 5])('B09: a starknetVersion is v4 or v5, not %j', (version) => {
    expect([parseStarknetVersion('v4'), parseStarknetVersion()]).toEqual(['v4', 'v5'])
    expect(() => parseStarknetVersion(version)).toThrow(expect.objectContaining({ code: 'request_invalid' }))
  })

  it('J09: enables a wallet that only has version v4 with v4', async () => {
    const { wallet, connect } = install({ profile: 'okxwallet' })
    const enable = wallet.object.enable as (options: { starknetVersion: string }) => Promise<unknown>
    wallet.object.enable = async (options: { starknetVersion: string }) => {
      if (options.starknetVersion !== 'v4') throw new Error('Unsupported starknet.js version: v5')
      return enable(options)
    }
    expect((await connect()).account).toBe(wallet.account.address)
  })

  it.each(['hold', 'undefined'])('works with a wallet of the older API that answers %s', async (kind) => {
    const { wallet, connect } = install({
      profile: 'okxwallet',
      faults:
        kind === 'hold'
          ? { hold: ['wallet_getPermissions'] }
          : { answers: { wallet_getPermissions: undefined, wallet_requestAccounts: undefined } },
    })
    expect((await connect()).account).toBe(wallet.account.address)
  })

  it('distinguishes a locked wallet from a refusal', async () => {
    const { wallet, connect } = install({
      profile: 'braavos',
      faults: { answers: { wallet_requestAccounts: [] } },
    })
    await expect(connect()).rejects.toMatchObject({ code: 'user_rejected' })
    wallet.allow()
    wallet.lock()
    await expect(connect()).rejects.toMatchObject({ code: 'wallet_locked' })
  })

  it.each([
    ['before its next answer, fails to connect and says that it is locked', 0],
    ['after its next answer, connects', 1],
  ])('that locks itself %s (SW04)', async (_name, answers) => {
    const { wallet, connect } = install({ habits: { locksSilently: true } })
    const own = wallet.object.request as (call: { type: string }) => Promise<unknown>
    let left = Number.POSITIVE_INFINITY
    wallet.object.request = async (call: { type: string }) => {
      const isLast = --left < 0
      if (isLast) wallet.lock()
      const answer = own(call)
      if (call.type === 'wallet_requestAccounts' && left > answers) left = answers
      return answer
    }
    const connecting = connect()
    if (answers === 0) {
      await expect(connecting).rejects.toMatchObject({
        code: 'wallet_locked',
        message: 'The wallet is locked. Unlock it and try again.',
      })
      expect(wallet.listenerCount()).toBe(0)
      return
    }
    const session = await connecting
    expect(session).toMatchObject({ account: wallet.account.address, chainId: 'starknet:SN_MAIN' })
    // Locked, and not gone.
    await expect(session.refresh?.()).rejects.toMatchObject({ code: 'wallet_locked' })
  })

  it('never shows the raw text of a wallet that does not know the page (SW04)', async () => {
    const { wallet, session } = await openSession()
    wallet.faults.errors = { wallet_signTypedData: new Error('Not preauthorized') }
    await expect(session.signMessage?.('nonce')).rejects.toMatchObject({
      code: 'wallet_unauthorized',
      message: 'The wallet has not allowed this page. Connect again to allow it.',
    })
  })

  it('opens one window however often it is called, and every caller gets the answer', async () => {
    const { wallet, connect } = install({ approve: 'manual' })
    const both = [connect(), connect()]
    ;(await wallet.nextPrompt('connect')).approve()
    const [first, second] = await Promise.all(both)
    expect(wallet.mostPrompts).toBe(1)
    expect([first?.account, second?.account]).toEqual([wallet.account.address, wallet.account.address])
  })

  it('A11: ends at once when it is cancelled, and joins the open window when it is called again', async () => {
    const { wallet, connect } = install({ approve: 'manual' })
    const control = new AbortController()
    const first = connect(makeRequest({ signal: control.signal }))
    const prompt = await wallet.nextPrompt('connect')
    control.abort()
    await expect(first).rejects.toMatchObject({ code: 'session_ended' })
    expect(wallet.listenerCount()).toBe(0)
    const second = connect()
    await settle()
    expect(wallet.prompts).toHaveLength(1)
    prompt.approve()
    expect((await second).account).toBe(wallet.account.address)
  })

  it('switches to the requested chain, and uses the account of that chain', async () => {
    const { wallet, connect } = install({ accountPerChain: true })
    const session = await connect(makeRequest({ chainId: SEPOLIA }))
    expect(session.chainId).toBe(SEPOLIA)
    expect(session.account).toBe(wallet.accounts[1]?.address)
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect', 'switch'])
  })

  it('refuses a wallet with a chain that cannot be read', async () => {
    const { wallet, connect } = install({ faults: { answers: { wallet_requestChainId: 'nowhere' } } })
    await expect(connect()).rejects.toMatchObject({ code: 'wallet_malformed' })
    expect(wallet.listenerCount()).toBe(0)
  })

  it('logs Unknown chainId for a chain that neither we nor the page know', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { connect } = install({ faults: { answers: { wallet_requestChainId: '0x4b4154414e41' } } })
    expect((await connect()).chainId).toBe('starknet:0x4b4154414e41')
    expect(warn).toHaveBeenCalledWith('Unknown chainId', 'starknet:0x4b4154414e41')
  })

  it.each(['throws', 'rejects'] as const)('A10: works with a wallet when its on %s', async (on) => {
    const { session } = await openSession({ faults: { on } })
    expect(session.liveUpdates).toBe(on === 'rejects')
    await session.disconnect()
  })

  it.each([
    [
      'throws on the spot',
      () => {
        throw new Error('sync')
      },
      'enable_failed',
    ],
    ['answers with a bare value', () => ['0x5'], 'accepted'],
    [
      'answers with a broken thenable',
      () => ({
        then() {
          throw new Error('then')
        },
      }),
      'enable_failed',
    ],
  ])('A12: accepts a request that %s', async (_name, request, outcome) => {
    const { wallet, connect } = install({ overrides: { accountApi: false } })
    const own = wallet.object.request as (call: { type: string }) => unknown
    wallet.object.request = (call: { type: string }) =>
      call.type === 'wallet_requestAccounts' ? request() : own(call)
    wallet.allow()
    if (outcome === 'accepted') expect((await connect()).accounts).toHaveLength(1)
    else await expect(connect()).rejects.toMatchObject({ code: outcome })
  })

  it('B12: leaves no listener behind in 100 rounds', async () => {
    const { wallet, connect } = install()
    for (let round = 0; round < 100; round++) {
      const session = await connect()
      session.watch(() => {})
      await session.disconnect()
    }
    expect(wallet.calls.on).toBe(200)
    expect(wallet.calls.off).toBe(200)
    expect(wallet.listenerCount()).toBe(0)
  })
})

describe('restoring a Starknet session', () => {
  it.each(PROFILES)('works without a window for %s when the wallet allows the page', async (profile) => {
    const { wallet, restore } = install({ profile })
    wallet.allow()
    const session = await restore()
    expect(session?.account).toBe(wallet.account.address)
    expect(session?.chainId).toBe('starknet:SN_MAIN')
    expect(wallet.prompts).toEqual([])
  })

  it.each(PROFILES)('returns nothing, without a window, for %s without permission', async (profile) => {
    const { wallet, restore } = install({ profile })
    // Argent X reports no permission while it is locked, so we cannot tell the two apart (W02).
    if (wallet.profile.id === 'argentX')
      await expect(restore()).rejects.toMatchObject({ code: 'wallet_locked' })
    else expect(await restore()).toBe(null)
    expect(wallet.prompts).toEqual([])
    expect(wallet.listenerCount()).toBe(0)
  })

  it.each(PROFILES.slice(0, 4))(
    'B15: opens no window for a locked %s, and keeps its record (W02)',
    async (profile) => {
      const { wallet, restore } = install({ profile })
      wallet.allow()
      wallet.lock()
      await expect(restore()).rejects.toMatchObject({ code: 'wallet_locked' })
      expect(wallet.prompts).toEqual([])
      expect(wallet.listenerCount()).toBe(0)
      wallet.unlock()
      expect((await restore())?.account).toBe(wallet.account.address)
    },
  )

  it('B15: returns nothing, without a window, for a locked okxwallet, which says that it does not know the page', async () => {
    const { wallet, restore } = install({ profile: 'okxwallet' })
    wallet.allow()
    wallet.lock()
    expect(await restore()).toBe(null)
    expect(wallet.prompts).toEqual([])
  })

  it('keeps the record of a wallet that hides its permission while it is locked (W02, W21)', async () => {
    const { wallet, restore, connect } = install({ habits: { locksSilently: true } })
    wallet.allow()
    wallet.lock()
    await expect(restore()).rejects.toMatchObject({ code: 'wallet_locked' })
    wallet.unlock()
    const session = await connect()
    wallet.lock()
    await expect(session.refresh?.()).rejects.toMatchObject({ code: 'wallet_locked' })
    wallet.unlock()
    expect(await session.refresh?.()).toMatchObject({ account: wallet.account.address })
    expect(wallet.prompts).toEqual([])
  })

  it('learns of the unlocking by the wallet’s own event, and asks it nothing (W02)', async () => {
    const { wallet, source } = install()
    const unlocked = vi.fn()
    const stop = watchStarknetUnlock(source, unlocked)
    wallet.emit('accountsChanged', [])
    expect(unlocked).not.toHaveBeenCalled()
    wallet.emit('accountsChanged', [wallet.account.address])
    expect(unlocked).toHaveBeenCalledTimes(1)
    stop()
    expect(wallet.listenerCount()).toBe(0)
    expect(wallet.requests).toEqual([])
  })

  it('keeps the record of a wallet that locks itself between two answers (SW04)', async () => {
    const { wallet, restore } = install({
      profile: 'braavos',
      faults: { errors: { wallet_requestChainId: new Error('Not preauthorized') } },
    })
    wallet.allow()
    await expect(restore()).rejects.toMatchObject({ code: 'wallet_locked' })
    expect(wallet.listenerCount()).toBe(0)
  })

  it('B02: ends in time when the wallet never answers', async () => {
    const { wallet, restore } = install({ faults: { hold: ['wallet_getPermissions', 'isPreauthorized'] } })
    const signal = AbortSignal.timeout(30)
    expect(await restore(makeRequest({ signal }))).toBe(null)
    expect(wallet.listenerCount()).toBe(0)
  })

  it('returns nothing when the wallet is gone', async () => {
    const { wallet, restore, connect } = install()
    wallet.uninstall()
    expect(await restore()).toBe(null)
    await expect(connect()).rejects.toMatchObject({ code: 'wallet_unavailable' })
  })
})

it('a Starknet wallet that answers nothing is not asked a second time by its older method (M13)', async () => {
  const { wallet, connect } = install({ faults: { answers: { wallet_requestAccounts: null } } })
  await expect(connect()).rejects.toMatchObject({ code: 'connect_failed' })
  expect(wallet.prompts).toEqual([])
})
