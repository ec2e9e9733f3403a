import { describe, expect, it, vi } from 'vitest'
import type { ScriptedStarknetWallet } from '../../../../src/testing/starknet/wallet.js'
import { MAIL_0 } from '../../testing/typed-data-cases.js'
import { install, makeRequest, openSession, settle, useStarknetWallets } from './open-wallet.js'

// Without this each prompt would wait for the window before it; habits.test.ts tests that wait.
vi.mock('../../../../src/connectors/starknet/prompt-pause.js', () => ({ STARKNET_PROMPT_PAUSE: 0 }))

useStarknetWallets()

const SILENT = ['wallet_getPermissions', 'wallet_requestAccounts', 'isPreauthorized']
const typesOf = ({ requests }: ScriptedStarknetWallet) => requests.map(({ type }) => type)
const keplr = () => install({ profile: 'keplr', habits: { asksBefore: true } })

describe('a Starknet wallet that opens a window for each request that is not silent', () => {
  it.each(['locked', 'withdrawn', 'unknown'] as const)(
    'WP02, WP03: hears silent questions alone at a load while it is %s, and keeps the record of a locked one',
    async (state) => {
      const { wallet, restore } = keplr()
      if (state === 'locked') {
        wallet.allow()
        wallet.lock()
      }
      if (state === 'withdrawn') {
        wallet.allow()
        wallet.disconnect()
      }
      if (state === 'locked') await expect(restore()).rejects.toMatchObject({ code: 'wallet_locked' })
      else expect(await restore()).toBe(null)
      expect(typesOf(wallet).filter((type) => !SILENT.includes(type))).toEqual([])
      expect(wallet.prompts).toEqual([])
      expect(wallet.listenerCount()).toBe(0)
      wallet.unlock()
      if (state === 'locked') expect((await restore())?.account).toBe(wallet.account.address)
      expect(wallet.prompts).toEqual([])
    },
  )

  it('WP02: asks once for a connection, once for a refusal, and never for a return', async () => {
    const { wallet, connect } = keplr()
    wallet.setApprove('never')
    await expect(connect()).rejects.toMatchObject({ code: 'user_rejected' })
    expect(wallet.prompts.map(({ type }) => type)).toEqual(['wallet_requestAccounts'])
    await settle()
    expect(typesOf(wallet).at(-1)).toBe('wallet_requestAccounts')
    wallet.setApprove('always')
    const session = await connect()
    expect(wallet.prompts.map(({ type }) => type)).toEqual([
      'wallet_requestAccounts',
      'wallet_requestAccounts',
    ])
    wallet.lock()
    await expect(session.refresh?.()).rejects.toMatchObject({ code: 'wallet_locked' })
    wallet.unlock()
    wallet.faults.omitEvents = ['accountsChanged', 'networkChanged']
    wallet.disconnect()
    await session.refresh?.().catch(() => {})
    expect(wallet.prompts).toHaveLength(2)
    expect(typesOf(wallet)).not.toContain('wallet_supportedSpecs')
  })
})

describe('WP03: a failure of a silent question is no answer, in whatever words', () => {
  it.each(['argentX', 'braavos', 'keplr', 'okxwallet'] as const)('%s: the record stays', async (profile) => {
    const { wallet, restore } = install({ profile })
    wallet.allow()
    const failure = new Error('The moon is in the way')
    for (const type of [
      'wallet_getPermissions',
      'wallet_requestAccounts',
      'wallet_requestChainId',
      'isPreauthorized',
    ]) {
      wallet.faults.errors = { [type]: failure }
      const outcome = await restore().then(
        (session) => (session ? 'restored' : 'forgotten'),
        ({ code }) => code,
      )
      expect(['restored', 'wallet_locked'], type).toContain(outcome)
    }
    expect(wallet.prompts).toEqual([])
  })

  it('but a wallet that lacks the request has answered, and so has one that names an impossible network', async () => {
    const plain = install({ profile: 'braavos', overrides: { accountApi: false } })
    plain.wallet.faults.errors = { wallet_getPermissions: new Error('Not implemented') }
    expect(await plain.restore()).toBe(null)
    const nowhere = install({ profile: 'keplr', faults: { answers: { wallet_requestChainId: 'nowhere' } } })
    nowhere.wallet.allow()
    expect(await nowhere.restore()).toBe(null)
  })
})

describe('AX03: a wallet that locks itself as soon as the visitor has allowed the page', () => {
  it.each(['fails', 'never answers'] as const)(
    'is connected by its events when its next answer %s, and signs once it is unlocked',
    async (locksAtOnce) => {
      const { wallet, session } = await openSession({
        habits: { locksAtOnce, locksSilently: true, givesUpAfter: 5 },
      })
      expect(session).toMatchObject({ account: wallet.account.address, chainId: 'starknet:SN_MAIN' })
      wallet.unlock()
      expect(wallet.isValidSignature(MAIL_0, (await session.signTypedData?.(MAIL_0)) as string[])).toBe(true)
    },
  )

  it('says that it is locked, in no words of its own, when no event comes', async () => {
    const { wallet, connect } = install({
      habits: { locksAtOnce: 'fails' },
      faults: { omitEvents: ['accountsChanged', 'networkChanged'] },
    })
    await expect(connect()).rejects.toMatchObject({
      code: 'wallet_locked',
      message: 'The wallet is locked. Unlock it and try again.',
    })
    expect(wallet.listenerCount()).toBe(0)
  })

  it('ends the wait for a chain that it never names', async () => {
    const { wallet, connect, restore } = install({ faults: { hold: ['wallet_requestChainId'] } })
    await expect(connect()).rejects.toMatchObject({ code: 'wallet_timeout' })
    await expect(restore()).rejects.toMatchObject({ code: 'wallet_locked' })
    expect(wallet.listenerCount()).toBe(0)
  })

  it('is connected by its event when the answer to the request itself is lost', async () => {
    const { wallet, connect } = install({ faults: { loseAnswers: ['wallet_requestAccounts'] } })
    const connecting = connect(makeRequest())
    await vi.waitFor(() => expect(wallet.allowed).toBe(true))
    wallet.emit('accountsChanged', [wallet.account.address])
    expect((await connecting).account).toBe(wallet.account.address)
  })
})

it.each(['wallet_getPermissions', 'wallet_requestAccounts', 'wallet_requestChainId'])(
  'PR15: a Starknet session that is read again asks once more when the answer to %s is lost, and is done in time when every answer is',
  async (type) => {
    const { wallet, session, changes } = await openSession({ profile: 'keplr' })
    wallet.faults.hold = [type]
    const before = wallet.requests.length
    const reading = session.refresh?.()
    await vi.waitFor(() => expect(typesOf(wallet).slice(before)).toContain(type))
    wallet.faults.hold = []
    expect(await reading).toMatchObject({ account: wallet.account.address })
    wallet.faults.hold = [type]
    await expect(session.refresh?.()).rejects.toMatchObject({ name: 'WalletError' })
    expect(changes).toEqual([])
  },
)
