import { describe, expect, it, vi } from 'vitest'
import { listenToWallet } from '../../../../src/connectors/starknet/listen-to-wallet.js'
import { install, openSession, settle, useStarknetWallets } from './open-wallet.js'

useStarknetWallets()

const SEPOLIA = 'starknet:SN_SEPOLIA'

describe('an event of a connected Starknet wallet', () => {
  it('reports a new account with its chain, once however often the wallet repeats it', async () => {
    const { wallet, session, changes } = await openSession()
    wallet.setAccount(1)
    wallet.setAccount(1)
    await settle()
    wallet.setAccount(1)
    wallet.emit('accountsChanged', [wallet.account.address.toUpperCase().replace('0X', '0x')])
    await settle()
    const account = wallet.accounts[1]?.address
    expect(changes).toEqual([{ type: 'change', account, accounts: [account], chainId: 'starknet:SN_MAIN' }])
    expect(session.account).toBe(account)
  })

  it.each(['argentX', 'argentX-legacy', 'braavos', 'keplr', 'okxwallet'] as const)(
    'reports a new network of %s in one change',
    async (profile) => {
      const { wallet, session, changes } = await openSession({ profile })
      wallet.setChain('SN_SEPOLIA')
      await settle()
      expect(changes).toEqual([
        { type: 'change', account: session.account, accounts: session.accounts, chainId: SEPOLIA },
      ])
      expect(session.chainId).toBe(SEPOLIA)
    },
  )

  it('makes us read the account of the new network when it does not name it', async () => {
    const { wallet, session, changes } = await openSession({
      profile: 'keplr',
      accountPerChain: true,
      faults: { omitEvents: ['accountsChanged'] },
    })
    wallet.setChain('SN_SEPOLIA')
    await vi.waitFor(() => expect(session.account).toBe(wallet.accounts[1]?.address))
    await settle()
    expect(changes.at(-1)).toMatchObject({ account: wallet.accounts[1]?.address, chainId: SEPOLIA })
  })

  it.each([
    ['SN_MAIN', []],
    ['mainnet-alpha', []],
    ['SN_GOERLI', ['starknet:SN_GOERLI']],
    ['goerli-alpha', ['starknet:SN_GOERLI']],
    ['0x534e5f4d41494e', []],
    ['sn_sepolia', [SEPOLIA]],
    ['0x534E5F5345504F4C4941', [SEPOLIA]],
    ['SN_ELSEWHERE', [null]],
    ['0x99', [null]],
    [{ chainId: 'SN_MAIN' }, [null]],
    [7, [null]],
  ])('B10: that is networkChanged with %s from mainnet gives %s', async (value, chains) => {
    const { wallet, session, changes } = await openSession()
    wallet.emit('networkChanged', value)
    await settle()
    expect(changes.map((change) => change.type === 'change' && change.chainId)).toEqual(chains)
    // An empty change does not name the chain.
    expect(session.chainId).toBe(chains[0] ?? 'starknet:SN_MAIN')
  })

  it.each([
    ['accountsChanged', undefined],
    ['accountsChanged', null],
    ['accountsChanged', ''],
    ['accountsChanged', []],
    ['accountsChanged', ['']],
    ['networkChanged', undefined],
    ['networkChanged', null],
    ['networkChanged', ''],
  ])('B11: that is an empty %s (%s) is one disconnect, and no listener stays', async (event, value) => {
    const { wallet, changes } = await openSession()
    wallet.emit(event, value)
    wallet.emit('networkChanged', undefined)
    // Where the runtime has locks (browsers, Node from 24 on) the other tabs' prompts are read first.
    await vi.waitFor(() => expect(changes).toHaveLength(1))
    wallet.emit('accountsChanged', [wallet.account.address])
    await settle()
    expect(changes).toEqual([{ type: 'disconnect', reason: 'wallet' }])
    expect(wallet.listenerCount()).toBe(0)
  })

  it('ends the session of an Argent X that is locked from its menu, unlike a lock by its timer (SW07)', async () => {
    const { wallet, session, changes } = await openSession({ habits: { locksSilently: true } })
    wallet.lock()
    await settle()
    expect(changes).toEqual([])
    await expect(session.refresh?.()).rejects.toMatchObject({ code: 'wallet_locked' })
    // Its menu reports an end as well.
    wallet.emit('accountsChanged', [])
    wallet.emit('networkChanged', undefined)
    await settle()
    expect(changes).toEqual([{ type: 'disconnect', reason: 'wallet' }])
  })

  it.each([['garbage'], [['nothex']], [{ length: 1 }], [42], [['0x0']]])(
    'A16: with the accounts %s changes nothing',
    async (value) => {
      const { wallet, session, changes } = await openSession()
      wallet.emit('accountsChanged', value)
      await settle()
      expect(changes).toEqual([])
      expect(session.account).toBe(wallet.account.address)
    },
  )

  it('A18: before the answer counts as newer than the answer', async () => {
    const { wallet, connect } = install({ profile: 'braavos', faults: { hold: ['wallet_requestChainId'] } })
    const connecting = connect()
    await vi.waitFor(() => expect(wallet.requests.map(({ type }) => type)).toContain('wallet_requestChainId'))
    wallet.emit('accountsChanged', ['0x77'])
    wallet.emit('networkChanged', 'SN_SEPOLIA')
    wallet.release()
    const session = await connecting
    expect(session.account).toBe(`0x${'77'.padStart(64, '0')}`)
    expect(session.chainId).toBe(SEPOLIA)
  })

  it('that disconnects before the answer ends the attempt', async () => {
    const { wallet, connect } = install({ faults: { hold: ['wallet_requestChainId'] } })
    const connecting = connect()
    await vi.waitFor(() => expect(wallet.requests.at(-1)?.type).toBe('enable'))
    wallet.emit('accountsChanged', [])
    wallet.release()
    await expect(connecting).rejects.toMatchObject({ code: 'session_ended' })
  })

  it('A20: with a listener that disconnects inside a wallet’s call does not recurse', async () => {
    const { wallet, session } = await openSession()
    const seen: string[] = []
    const stop = session.watch((change) => {
      seen.push(change.type)
      stop()
    })
    wallet.setAccount(1)
    wallet.setChain('SN_SEPOLIA')
    await settle()
    expect(seen).toEqual(['change'])
    expect(wallet.listenerCount()).toBe(0)
  })

  it.each(['chainChanged', 'AccountsChanged', '', 'connect'])(
    'B13: named %s is refused with “Unknwown event”, and nothing is registered',
    (name) => {
      const { wallet } = install()
      expect(() => listenToWallet(wallet.object as never, name, () => {})).toThrow('Unknwown event')
      expect(wallet.calls.on).toBe(0)
    },
  )
})

describe('reading a Starknet session again', () => {
  it('returns the current account and chain, without a window', async () => {
    const { wallet, session } = await openSession({
      faults: { omitEvents: ['accountsChanged', 'networkChanged'] },
    })
    wallet.setAccount(1)
    wallet.setChain('SN_SEPOLIA')
    const account = wallet.accounts[1]?.address
    expect(await session.refresh?.()).toEqual({ account, accounts: [account], chainId: SEPOLIA })
    expect(wallet.prompts).toHaveLength(1)
  })

  it('returns null when the wallet no longer allows the page, and when it is gone', async () => {
    const { wallet, session } = await openSession({
      faults: { omitEvents: ['accountsChanged', 'networkChanged'] },
    })
    wallet.disconnect()
    expect(await session.refresh?.()).toBe(null)
    wallet.allow()
    wallet.uninstall()
    expect(await session.refresh?.()).toBe(null)
  })
})
