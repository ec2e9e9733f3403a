import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRequestQueue } from '../../../../src/client/request-queue.js'
import { MAIL_0 } from '../../testing/typed-data-cases.js'
import { install, makeRequest, openSession, settle, useStarknetWallets } from './open-wallet.js'

// The pause between prompts runs only in the tests that are about it.
const pause = vi.hoisted(() => ({ isTrue: false }))
vi.mock('../../../../src/connectors/starknet/prompt-pause.js', async (original) => {
  const { STARKNET_PROMPT_PAUSE } =
    await original<typeof import('../../../../src/connectors/starknet/prompt-pause.js')>()
  return {
    get STARKNET_PROMPT_PAUSE() {
      return pause.isTrue ? STARKNET_PROMPT_PAUSE : 0
    },
  }
})

useStarknetWallets()

const SEPOLIA = 'starknet:SN_SEPOLIA' as const
const CALL = { contractAddress: '0x49d', entrypoint: 'transfer', calldata: ['1'] }
const { config } = makeRequest()
const kinds = (wallet: { prompts: readonly { kind: string }[] }) => wallet.prompts.map(({ kind }) => kind)

describe('a wallet that has locked itself by its timer (W18)', () => {
  const habits = { locksSilently: true, givesUpAfter: 5 }

  it.each(['signTypedData', 'execute'] as const)(
    'shows its unlock screen for %s, and then only that request',
    async (method) => {
      const { wallet, session, changes } = await openSession({ habits })
      wallet.lock()
      await (session[method] as (input: unknown) => Promise<unknown>)(method === 'execute' ? CALL : MAIL_0)
      expect(kinds(wallet)).toEqual(['connect', 'unlock', method === 'execute' ? 'execute' : 'sign'])
      expect(changes).toEqual([])
    },
  )

  it('fails with wallet_locked when the visitor does not unlock it, and the session stays', async () => {
    const { wallet, session, changes } = await openSession({ habits })
    wallet.lock()
    wallet.setApprove('never')
    await expect(session.signTypedData?.(MAIL_0)).rejects.toMatchObject({ code: 'wallet_locked' })
    wallet.setApprove('always')
    await session.signTypedData?.(MAIL_0)
    expect(kinds(wallet).slice(1)).toEqual(['unlock', 'unlock', 'sign'])
    expect(changes).toEqual([])
  })

  it('is unlocked and asked once more when it locks during a request', async () => {
    const { wallet, session } = await openSession({ habits })
    wallet.faults.hold = ['wallet_signTypedData']
    const signing = session.signTypedData?.(MAIL_0)
    await vi.waitFor(() => expect(wallet.requests.at(-1)?.type).toBe('wallet_signTypedData'))
    wallet.lock()
    wallet.faults.hold = []
    wallet.release()
    expect(wallet.isValidSignature(MAIL_0, (await signing) as string[])).toBe(true)
    expect(kinds(wallet)).toEqual(['connect', 'unlock', 'sign'])
    expect(wallet.requests.filter(({ type }) => type === 'wallet_signTypedData')).toHaveLength(2)
  })

  it.each([
    ['before it says that it is locked', 'wallet_getPermissions', 'user_rejected'],
    ['before its script has given the request up', 'wallet_signTypedData', 'request_given_up'],
  ])('AX01: shows no unlock screen for what was given up %s', async (_, held, code) => {
    const { wallet, session } = await openSession({ habits: { locksSilently: true, givesUpAfter: 0 } })
    const queue = createRequestQueue({ onPending() {}, onWait() {}, onGivenUp() {} })
    let carried: Promise<unknown> = Promise.resolve()
    wallet.faults.hold = [held]
    const sending = queue.run('sign', (progress) => {
      carried = session.signTypedData?.(MAIL_0, progress) as Promise<unknown>
      return carried
    })
    const given = expect(sending).rejects.toMatchObject({ code })
    await vi.waitFor(() => expect(wallet.requests.at(-1)?.type).toBe(held))
    wallet.lock()
    queue.cancel()
    await given
    wallet.faults.hold = []
    wallet.release()
    await expect(carried).rejects.toBeTruthy()
    expect(kinds(wallet)).toEqual(['connect'])
  })

  it('AX01: may still be shown what its script has given up, until it says that it is locked', async () => {
    const { wallet, session } = await openSession({ habits: { locksSilently: true, givesUpAfter: 0 } })
    wallet.setApprove('manual')
    /** Signs, and cancels when the script has given the request up and `reached` holds. */
    const cancelOnce = async (held: string[], reached: () => void) => {
      const queue = createRequestQueue({ onPending() {}, onWait() {}, onGivenUp() {} })
      let carried: Promise<unknown> = Promise.resolve()
      wallet.faults.hold = ['wallet_signTypedData']
      const sending = queue.run('sign', (progress) => {
        carried = session.signTypedData?.(MAIL_0, progress) as Promise<unknown>
        return carried
      })
      const ending = sending.catch(({ code }) => code)
      await vi.waitFor(() => expect(wallet.requests.at(-1)?.type).toBe('wallet_signTypedData'))
      wallet.lock()
      wallet.faults.hold = held
      wallet.release()
      await vi.waitFor(reached)
      queue.cancel()
      wallet.faults.hold = []
      wallet.release()
      for (const prompt of wallet.openPrompts) prompt.reject()
      await expect(carried).rejects.toBeTruthy()
      wallet.unlock()
      return ending
    }
    const isRead = () => expect(wallet.requests.at(-1)?.type).toBe('wallet_getPermissions')
    expect(await cancelOnce(['wallet_getPermissions'], isRead)).toBe('request_given_up')
    const isLocked = () => expect(wallet.openPrompts.map(({ kind }) => kind)).toEqual(['unlock'])
    expect(await cancelOnce([], isLocked)).toBe('user_rejected')
  })

  it('fails with wallet_timeout, without a second request, when it is unlocked and gave up', async () => {
    const { wallet, session } = await openSession({
      faults: { errors: { wallet_addInvokeTransaction: new Error('Timeout') } },
    })
    await expect(session.execute?.(CALL)).rejects.toMatchObject({
      code: 'wallet_timeout',
      message: 'The wallet did not answer in time. Open the wallet and try again.',
    })
    expect(wallet.requests.filter(({ type }) => type === 'wallet_addInvokeTransaction')).toHaveLength(1)
    expect(kinds(wallet)).toEqual(['connect'])
  })

  it('AX04: fails with wallet_unavailable when nothing answers, as after its extension was reloaded under the page; the session ends and may come back', async () => {
    const { wallet, session, changes } = await openSession({ habits })
    wallet.faults.hold = ['wallet_getPermissions', 'wallet_requestAccounts', 'wallet_signTypedData']
    await expect(session.signTypedData?.(MAIL_0)).rejects.toMatchObject({ code: 'wallet_unavailable' })
    expect(changes).toEqual([])
    await vi.waitFor(() => expect(changes).toEqual([{ type: 'disconnect', reason: 'lost' }]))
    expect(wallet.requests.some(({ type }) => type === 'wallet_signTypedData')).toBe(false)
    expect(wallet.listenerCount()).toBe(0)
  })
})

describe('a wallet with a permission for each network (W19)', () => {
  const habits = { leavePerNetwork: true }

  it('is asked for the accounts of the new network, and one change is reported', async () => {
    const { wallet, session, changes } = await openSession({ habits, accountPerChain: true })
    await session.switchChain?.(SEPOLIA, config)
    await settle()
    const account = wallet.accounts[1]?.address
    expect(kinds(wallet)).toEqual(['connect', 'switch', 'connect'])
    expect(changes).toEqual([{ type: 'change', account, accounts: [account], chainId: SEPOLIA }])
    expect(session).toMatchObject({ account, chainId: SEPOLIA })
    await session.switchChain?.('starknet:SN_MAIN', config)
    expect(kinds(wallet).slice(3)).toEqual(['switch'])
  })

  it('connects on the requested network', async () => {
    const { wallet, connect } = install({ habits })
    const session = await connect(makeRequest({ chainId: SEPOLIA }))
    expect(session.chainId).toBe(SEPOLIA)
    expect(kinds(wallet)).toEqual(['connect', 'switch', 'connect'])
  })

  it('ends the session when the visitor gives no permission on the new network', async () => {
    const { wallet, session, changes } = await openSession({ habits })
    wallet.setApprove(({ kind }) => kind === 'switch')
    await expect(session.switchChain?.(SEPOLIA, config)).rejects.toMatchObject({ code: 'user_rejected' })
    await vi.waitFor(() => expect(changes).toEqual([{ type: 'disconnect', reason: 'wallet' }]))
    expect(wallet.listenerCount()).toBe(0)
  })

  it('fails to connect when the visitor gives no permission there, and is released', async () => {
    const { wallet, connect } = install({
      habits,
      approve: ({ kind }) => kind === 'switch' || wallet.prompts.length === 1,
    })
    await expect(connect(makeRequest({ chainId: SEPOLIA }))).rejects.toMatchObject({ code: 'user_rejected' })
    expect(kinds(wallet)).toEqual(['connect', 'switch', 'connect'])
    expect(wallet.listenerCount()).toBe(0)
  })

  it('is released when the visitor cancels the connection during the switch', async () => {
    const { wallet, connect } = install({ habits })
    wallet.setApprove(({ kind }) => (kind === 'connect' ? true : undefined))
    const control = new AbortController()
    const connecting = connect(makeRequest({ chainId: SEPOLIA, signal: control.signal }))
    await wallet.nextPrompt('switch')
    control.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'session_ended' })
    expect(wallet.listenerCount()).toBe(0)
  })

  it('keeps the session when the visitor refuses the switch', async () => {
    const { wallet, session, changes } = await openSession({ habits })
    wallet.setApprove('never')
    await expect(session.switchChain?.(SEPOLIA, config)).rejects.toMatchObject({ code: 'user_rejected' })
    await settle()
    expect(changes).toEqual([])
  })

  it('is disconnected when it disconnects while a switch is refused', async () => {
    const { wallet, session, changes } = await openSession()
    wallet.setApprove('manual')
    const switching = session.switchChain?.(SEPOLIA, config)
    const prompt = await wallet.nextPrompt('switch')
    wallet.disconnect()
    await settle()
    expect(changes).toEqual([])
    prompt.reject()
    await expect(switching).rejects.toMatchObject({ code: 'user_rejected' })
    await vi.waitFor(() => expect(changes).toEqual([{ type: 'disconnect', reason: 'wallet' }]))
  })
})

describe('a wallet that answers before its window closes (W20)', () => {
  const habits = { windowClosesAfter: 300 }
  beforeEach(() => {
    pause.isTrue = true
  })
  afterEach(() => {
    pause.isTrue = false
  })

  it('gets its pause between connecting and signing, and between queued requests', async () => {
    const { wallet, session } = await openSession({ habits })
    await session.signTypedData?.(MAIL_0)
    await Promise.all([session.execute?.(CALL), session.execute?.(CALL)])
    expect(kinds(wallet)).toEqual(['connect', 'sign', 'execute', 'execute'])
  })

  it('W19: keeps its session when a switch is given up before it is asked for permission on the new network', async () => {
    const { wallet, session, changes } = await openSession({
      habits: { leavePerNetwork: true },
      faults: { omitEvents: ['accountsChanged', 'networkChanged'] },
    })
    const queue = createRequestQueue({ onPending() {}, onWait() {}, onGivenUp() {} })
    let carried: Promise<unknown> = Promise.resolve()
    const switching = queue.run('switch', (progress) => {
      carried = session.switchChain?.(SEPOLIA, config, progress) as Promise<unknown>
      return carried
    })
    const given = expect(switching).rejects.toMatchObject({ code: 'request_given_up' })
    // The switch is answered, and a silent read says that the page has no permission there.
    await vi.waitFor(() => {
      const types = wallet.requests.map(({ type }) => type)
      expect(types.slice(types.indexOf('wallet_switchStarknetChain'))).toContain('wallet_getPermissions')
    })
    await settle()
    queue.cancel()
    await given
    await expect(carried).rejects.toBeTruthy()
    expect(kinds(wallet)).toEqual(['connect', 'switch'])
    await session.switchChain?.(SEPOLIA, config)
    expect(changes.map(({ type }) => type)).not.toContain('disconnect')
    expect(session.chainId).toBe(SEPOLIA)
  })

  it('gets its pause between the unlock screen and the request', async () => {
    const { wallet, session } = await openSession({ habits: { ...habits, locksSilently: true } })
    wallet.lock()
    await session.signTypedData?.(MAIL_0)
    expect(kinds(wallet)).toEqual(['connect', 'unlock', 'sign'])
  })
})
