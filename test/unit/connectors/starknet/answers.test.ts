import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseChainId, readStarknetChainId } from '../../../../src/protocol/caip2.js'
import { createStarknetError } from '../../../../src/testing/starknet/profiles.js'
import { createLocks } from '../../../counterparts/locks.js'
import { MAIL_0, NESTED_1 } from '../../testing/typed-data-cases.js'
import { collect, install, makeRequest, openSession, settle, useStarknetWallets } from './open-wallet.js'

vi.mock('../../../../src/connectors/starknet/prompt-pause.js', () => ({ STARKNET_PROMPT_PAUSE: 0 }))

useStarknetWallets()
afterEach(() => vi.unstubAllGlobals())

const SEPOLIA = 'starknet:SN_SEPOLIA' as const
const CALL = { contractAddress: '0x49d', entrypoint: 'transfer', calldata: ['1'] }
const requestsOf = (wallet: { requests: readonly { type: string }[] }, type: string) =>
  wallet.requests.filter((request) => request.type === type)

describe('a session of a wallet that changes without an event', () => {
  const faults = { omitEvents: ['accountsChanged', 'networkChanged'] }

  it('reports the change and the change back (W04)', async () => {
    const { wallet, session, changes } = await openSession({ faults })
    const [first, second] = wallet.accounts.map(({ address }) => address)
    wallet.setAccount(1)
    await session.refresh?.()
    await settle()
    wallet.faults.omitEvents = []
    wallet.setAccount(0)
    await settle()
    expect(changes.map((change) => change.type === 'change' && change.account)).toEqual([second, first])
    expect(session.account).toBe(first)
  })

  it.each(['signTypedData', 'execute'] as const)(
    'reports the new account instead of answering %s with it (W05)',
    async (method) => {
      const { wallet, session, changes } = await openSession({ profile: 'keplr', faults })
      wallet.setAccount(1)
      const run = session[method] as (input: unknown) => Promise<unknown>
      const input = method === 'execute' ? CALL : MAIL_0
      await expect(run(input)).rejects.toMatchObject({
        code: 'account_mismatch',
        message: 'The wallet is on another account now. Look which one it is, then try again.',
      })
      await settle()
      expect(changes).toMatchObject([{ type: 'change', account: wallet.accounts[1]?.address }])
      expect(wallet.prompts).toHaveLength(1)
      await run(input)
      expect(wallet.prompts).toHaveLength(2)
    },
  )

  it('hears Keplr’s events on the page of the first connection, without a second window (W05)', async () => {
    const { wallet, changes } = await openSession({ profile: 'keplr', habits: { muteUntilEnabled: true } })
    wallet.setAccount(1)
    await settle()
    expect(changes).toMatchObject([{ account: wallet.accounts[1]?.address }])
    expect(wallet.prompts).toHaveLength(1)
    expect(requestsOf(wallet, 'enable')).toHaveLength(1)
  })
})

describe('the message of a Starknet wallet', () => {
  it.each([114, 118, 119, 120, 162, 163])('is passed on with code %i (W10)', async (code) => {
    const thrown = Object.assign(new Error('The fee is too low'), { code })
    const { connect } = install({ faults: { errors: { wallet_addInvokeTransaction: thrown } } })
    await expect((await connect()).execute?.(CALL)).rejects.toMatchObject({
      message: 'The fee is too low',
      cause: thrown,
    })
  })

  it.each([114, 163])(
    'is replaced by ours for code %i when the wallet only sends the API’s constant (W10)',
    async (code) => {
      const { connect } = install({
        habits: { plainErrors: true },
        faults: { errors: { wallet_addInvokeTransaction: createStarknetError(code, 'SOMETHING_ELSE') } },
      })
      const failed = (await connect()).execute?.(CALL)
      await expect(failed).rejects.toThrow(code === 114 ? 'The request is not valid' : 'an error of its own')
    },
  )

  it('never has several lines of JSON (W23)', async () => {
    const issues = JSON.stringify([{ code: 'invalid_type', path: ['chain_id'] }], null, 2)
    const { wallet, session } = await openSession({
      faults: { errors: { wallet_addInvokeTransaction: new Error(issues) } },
    })
    await expect(session.execute?.(CALL)).rejects.toThrow('Error while execute a transaction')
    wallet.faults.errors = { wallet_addInvokeTransaction: new Error('Out of gas\n  at step 4') }
    await expect(session.execute?.(CALL)).rejects.toThrow(/^Out of gas$/)
  })
})

describe('a slow Starknet wallet', () => {
  it('is recognised as a wallet API wallet once its worker has started (W23)', async () => {
    const { wallet, session } = await openSession({ habits: { wakesAfter: 1_300 } })
    await session.execute?.(CALL)
    expect(requestsOf(wallet, 'wallet_addInvokeTransaction')).toHaveLength(1)
  })

  it('is connected by the next try when its answer is lost and it shows its accounts (W22)', async () => {
    const { wallet, connect } = install({ faults: { loseAnswers: ['wallet_requestAccounts'] } })
    const control = new AbortController()
    const first = connect(makeRequest({ signal: control.signal }))
    await vi.waitFor(() => expect(wallet.allowed).toBe(true))
    control.abort()
    await expect(first).rejects.toMatchObject({ code: 'session_ended' })
    wallet.faults.loseAnswers = []
    expect((await connect()).account).toBe(wallet.account.address)
    expect(wallet.prompts).toHaveLength(1)
  })
})

it('typed data of revision 1 reaches the wallet with its revision as a text (W24)', async () => {
  const { wallet, session } = await openSession()
  const typedData = { ...NESTED_1, domain: { ...NESTED_1.domain, chainId: 'SN_MAIN', revision: 1 } }
  const signature = (await session.signTypedData?.(typedData)) as string[]
  expect(wallet.prompts.at(-1)?.params).toMatchObject({ domain: { revision: '1' } })
  expect(wallet.isValidSignature(typedData, signature)).toBe(true)
  expect(typedData.domain.revision).toBe(1)
})

describe('a page inside a page of another origin (W26)', () => {
  const frame = () =>
    vi.stubGlobal('top', {
      get location() {
        throw new DOMException('cross-origin', 'SecurityError')
      },
    })

  it.each(['an empty event', 'no leave'])('learns what to do when it answers with %s', async (kind) => {
    frame()
    const { wallet, connect } = install({
      faults: {
        hold: ['wallet_requestChainId'],
        ...(kind === 'no leave' && { errors: { wallet_requestChainId: new Error('Not preauthorized') } }),
      },
    })
    const connecting = connect()
    await vi.waitFor(() => expect(wallet.requests.at(-1)?.type).toBe('enable'))
    if (kind !== 'no leave') wallet.disconnect()
    wallet.release()
    await expect(connecting).rejects.toMatchObject({
      code: 'wallet_framed',
      message: expect.stringContaining('Open this page in a tab of its own'),
    })
  })

  it('connects when the wallet allows it', async () => {
    frame()
    const { wallet, connect } = install()
    expect((await connect()).account).toBe(wallet.account.address)
  })
})

describe('a chain whose name does not begin with SN_ (W12)', () => {
  it('keeps its name, in which capitals count', () => {
    expect(readStarknetChainId('starknet:KATANA')).toBe('starknet:KATANA')
    expect(parseChainId('starknet:katana_2')).toBe('starknet:katana_2')
    expect(readStarknetChainId('SN_Katana')).toBe('starknet:SN_Katana')
    expect(readStarknetChainId('sn_sepolia')).toBe(SEPOLIA)
    for (const text of [
      'KATANA',
      'starknet:',
      'starknet:12',
      'starknet:0xzz',
      `starknet:${'K'.repeat(32)}`,
    ]) {
      expect(readStarknetChainId(text)).toBe(null)
    }
  })

  it('has the page’s own name, even when the wallet returns hex', async () => {
    const chains = 'starknet:SN_MAIN starknet:KATANA'
    const { wallet, connect } = install({ nodes: { SN_MAIN: null, KATANA: null } })
    const request = makeRequest({}, { chains })
    const session = await connect(request)
    const changes = collect(session)
    wallet.setChain('KATANA')
    await settle()
    expect(changes).toMatchObject([{ chainId: 'starknet:KATANA' }])
    await session.switchChain?.('starknet:SN_MAIN', request.config)
    await session.switchChain?.('starknet:KATANA', request.config)
    expect(session.chainId).toBe('starknet:KATANA')
    expect(await session.refresh?.()).toMatchObject({ chainId: 'starknet:KATANA' })
  })
})

describe('two tabs of one origin (W27)', () => {
  it('show one prompt at a time, and a waiting prompt can be cancelled without delaying others', async () => {
    vi.stubGlobal('navigator', { locks: createLocks() })
    // Two objects of one wallet, as in two tabs.
    const tabs = [
      install({ profile: 'braavos' }),
      install({ profile: 'braavos' }),
      install({ profile: 'braavos' }),
    ]
    const sessions = await Promise.all(tabs.map(({ connect }) => connect()))
    for (const { wallet } of tabs) wallet.setApprove('manual')
    const [first, second, third] = sessions.map((session) => session.signTypedData?.(MAIL_0))
    const prompt = await tabs[0]?.wallet.nextPrompt('sign')
    await settle()
    expect(tabs.map(({ wallet }) => wallet.openPrompts.length)).toEqual([1, 0, 0])
    await sessions[1]?.disconnect()
    await expect(second).rejects.toMatchObject({ code: 'session_ended' })
    prompt?.approve()
    await first
    ;(await tabs[2]?.wallet.nextPrompt('sign'))?.approve()
    expect(await third).toHaveLength(3)
  })

  it('can still sign when the browser refuses its locks', async () => {
    vi.stubGlobal('navigator', {
      locks: { request: () => Promise.reject(new DOMException('no locks here', 'SecurityError')) },
    })
    const { session } = await openSession()
    expect(await session.signTypedData?.(MAIL_0)).toHaveLength(5)
  })
})
