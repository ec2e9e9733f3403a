import { afterEach, describe, expect, it, vi } from 'vitest'
import { createScriptedStarknetWallet } from '../../../../src/testing/starknet/create-scripted-starknet-wallet.js'
import type { ScriptedStarknetWalletOptions } from '../../../../src/testing/starknet/options.js'
import type { ScriptedStarknetWallet } from '../../../../src/testing/starknet/wallet.js'
import { MAIL_0 } from '../typed-data-cases.js'

const wallets: ScriptedStarknetWallet[] = []
const create = (options?: ScriptedStarknetWalletOptions) => {
  const wallet = createScriptedStarknetWallet(options)
  wallets.push(wallet)
  return wallet
}
afterEach(() => {
  for (const wallet of wallets.splice(0)) wallet.dispose()
})

const ask = async (wallet: ScriptedStarknetWallet, type: string, params?: unknown) =>
  (wallet.object.request as (call: object) => Promise<unknown>)({ type, params })
const silent = (wallet: ScriptedStarknetWallet) =>
  ask(wallet, 'wallet_requestAccounts', { silent_mode: true })
const read = (name: string) => (globalThis as Record<string, unknown>)[name]

describe('a scripted Starknet wallet', () => {
  it('is on the window as its extension is, and leaves the window unchanged', () => {
    const argent = create({ profile: 'argentX' })
    argent.install()
    expect([read('starknet'), read('starknet_argentX')]).toEqual([argent.object, argent.object])
    expect(Object.getOwnPropertyDescriptor(globalThis, 'starknet')).toMatchObject({
      writable: false,
      enumerable: false,
    })
    argent.uninstall()
    expect('starknet' in globalThis).toBe(false)
  })

  it('asks before it shows an account, and never in silent mode', async () => {
    const wallet = create({ profile: 'braavos' })
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([])
    expect(await silent(wallet)).toEqual([])
    expect(await ask(wallet, 'wallet_requestAccounts')).toEqual([wallet.account.address])
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual(['accounts'])
    expect(await silent(wallet)).toEqual([wallet.account.address])
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('as argentX refuses a silent request with “User aborted”, and hides the chain from strangers', async () => {
    const wallet = create({ profile: 'argentX' })
    await expect(silent(wallet)).rejects.toThrow('User aborted')
    await expect(ask(wallet, 'wallet_requestChainId')).rejects.toThrow('Not preauthorized')
    await expect(ask(wallet, 'wallet_supportedWalletApi')).rejects.toThrow('Not implemented')
    await expect(ask(wallet, 'wallet_other')).rejects.toThrow('Unknown request type: wallet_other')
    await ask(wallet, 'wallet_requestAccounts')
    expect(await ask(wallet, 'wallet_switchStarknetChain', { chainId: '0x1234' })).toBe(false)
    expect(await ask(wallet, 'wallet_switchStarknetChain', { chainId: '0x534e5f4d41494e' })).toBe(true)
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('as argentX refuses typed data without a chain or for another one, and calldata that is no hex felt', async () => {
    const wallet = create({ profile: 'argentX' })
    await ask(wallet, 'wallet_requestAccounts')
    const { chainId: _, ...domain } = MAIL_0.domain
    await expect(ask(wallet, 'wallet_signTypedData', { ...MAIL_0, domain })).rejects.toThrow(
      'without chainId',
    )
    const foreign = { ...MAIL_0, domain: { ...domain, chainId: 'SN_SEPOLIA' } }
    await expect(ask(wallet, 'wallet_signTypedData', foreign)).rejects.toThrow('different chainId')
    for (const felt of ['12', '0x012', 12, 'text']) {
      const calls = [{ contract_address: '0x1', entry_point: 'go', calldata: [felt] }]
      await expect(ask(wallet, 'wallet_addInvokeTransaction', { calls })).rejects.toMatchObject({ code: 114 })
    }
  })

  it.each([
    ['argentX', 113],
    ['braavos', 113],
    ['keplr', undefined],
  ] as const)('as %s has the code %s for a refusal', async (profile, code) => {
    const wallet = create({ profile })
    await ask(wallet, 'wallet_requestAccounts')
    wallet.setApprove('never')
    const refused = (await ask(wallet, 'wallet_signTypedData', MAIL_0).catch((error) => error)) as {
      code?: number
    }
    expect(refused).toBeInstanceOf(Error)
    expect(refused.code).toBe(code)
  })

  it('as keplr says nothing about permissions, sends JSON, and ends with an empty address', async () => {
    const wallet = create({ profile: 'keplr' })
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([''])
    await expect(ask(wallet, 'wallet_watchAsset', { amount: 1n })).rejects.toThrow(TypeError)
    const heard = vi.fn()
    ;(wallet.object.on as (event: string, handler: unknown) => void)('accountsChanged', heard)
    wallet.disconnect()
    expect(heard.mock.calls).toEqual([[['']]])
  })

  it('as okxwallet only has the older API, and its account signs once it is enabled', async () => {
    const wallet = create({ profile: 'okxwallet' })
    await expect(ask(wallet, 'wallet_requestAccounts')).rejects.toThrow('Not implemented')
    const enable = wallet.object.enable as (options?: { starknetVersion: string }) => Promise<string[]>
    await expect(enable({ starknetVersion: 'v3' })).rejects.toThrow('Unsupported starknet.js version: v3')
    expect(await enable()).toEqual([wallet.account.address])
    const account = wallet.object.account as { signMessage(data: unknown): Promise<string[]> }
    expect(wallet.isValidSignature(MAIL_0, await account.signMessage(MAIL_0))).toBe(true)
    expect(wallet.object).toMatchObject({ isConnected: true, selectedAddress: wallet.account.address })
    wallet.setAccount(1)
    expect(wallet.object.selectedAddress).toBe(wallet.account.address)
  })

  it('asks to be unlocked first, and as braavos refuses at once', async () => {
    const argent = create({ profile: 'argentX' })
    argent.allow()
    argent.lock()
    await ask(argent, 'wallet_signTypedData', MAIL_0)
    expect(argent.prompts.map(({ kind }) => kind)).toEqual(['unlock', 'sign'])
    const braavos = create({ profile: 'braavos' })
    braavos.allow()
    braavos.lock()
    await expect(ask(braavos, 'wallet_signTypedData', MAIL_0)).rejects.toMatchObject({ code: 113 })
    expect(braavos.prompts).toEqual([])
  })

  it('closes its lock screen when it is unlocked, and goes on with the request', async () => {
    const wallet = create({ approve: 'manual' })
    wallet.lock()
    const asked = ask(wallet, 'wallet_requestAccounts')
    await wallet.nextPrompt('unlock')
    wallet.unlock()
    ;(await wallet.nextPrompt()).approve()
    expect(await asked).toEqual([wallet.account.address])
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['unlock', 'connect'])
  })

  it('keeps a log, holds requests, and answers with faults', async () => {
    const wallet = create({ profile: 'braavos', faults: { hold: ['wallet_getPermissions'] } })
    const held = ask(wallet, 'wallet_getPermissions')
    expect(wallet.requests).toEqual([{ type: 'wallet_getPermissions', params: undefined, outcome: 'open' }])
    wallet.release()
    await held
    wallet.faults.answers = { wallet_requestChainId: 'zz' }
    wallet.faults.errors = { wallet_getPermissions: undefined }
    wallet.faults.hold = []
    expect(await ask(wallet, 'wallet_requestChainId')).toBe('zz')
    await expect(ask(wallet, 'wallet_getPermissions')).rejects.toBe(undefined)
    expect(wallet.requests.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'failed'])
  })

  it('shows no permission and no account when it locks silently, and unlocks when it is asked for accounts', async () => {
    const wallet = create({ habits: { locksSilently: true, givesUpAfter: 1 } })
    wallet.allow()
    wallet.lock()
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([])
    await expect(silent(wallet)).rejects.toThrow('User aborted')
    await expect(ask(wallet, 'wallet_signTypedData', MAIL_0)).rejects.toThrow(/^Timeout$/)
    expect(wallet.prompts).toEqual([])
    expect(await ask(wallet, 'wallet_requestAccounts')).toEqual([wallet.account.address])
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['unlock'])
  })

  it.each([
    ['wallet_switchStarknetChain', { chainId: 'SN_SEPOLIA' }],
    ['wallet_addStarknetChain', { chain_id: 'SN_OTHER' }],
    ['wallet_watchAsset', { type: 'ERC20', options: { address: '0x1' } }],
  ])('shows no window for %s either when it has locked itself silently', async (type, params) => {
    const wallet = create({ habits: { locksSilently: true, givesUpAfter: 1 } })
    wallet.allow()
    wallet.lock()
    await expect(ask(wallet, type, params)).rejects.toThrow(/^Timeout$/)
    expect(wallet.prompts).toEqual([])
  })

  it('counts the time until it locks itself from the last request, also when two have overlapped', async () => {
    vi.useFakeTimers()
    try {
      const wallet = create({ profile: 'braavos', habits: { lockAfter: 100 } })
      await Promise.all([ask(wallet, 'wallet_requestAccounts'), ask(wallet, 'wallet_requestChainId')])
      await vi.advanceTimersByTimeAsync(60)
      await ask(wallet, 'wallet_requestChainId')
      await vi.advanceTimersByTimeAsync(60)
      expect(wallet.locked).toBe(false)
      await vi.advanceTimersByTimeAsync(40)
      expect(wallet.locked).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('locks itself when it gets no requests', async () => {
    const wallet = create({ habits: { lockAfter: 5 } })
    await ask(wallet, 'wallet_requestAccounts')
    await vi.waitFor(() => expect(wallet.locked).toBe(true))
  })

  it('answers true to a switch and disconnects when its permission belongs to a network', async () => {
    const wallet = create({ habits: { leavePerNetwork: true } })
    await ask(wallet, 'wallet_requestAccounts')
    const heard = vi.fn()
    for (const event of ['accountsChanged', 'networkChanged'])
      (wallet.object.on as (event: string, handler: unknown) => void)(event, heard)
    expect(await ask(wallet, 'wallet_switchStarknetChain', { chainId: 'SN_SEPOLIA' })).toBe(true)
    expect(heard.mock.calls).toEqual([[[]], [undefined]])
    await expect(ask(wallet, 'wallet_requestChainId')).rejects.toThrow('Not preauthorized')
    await ask(wallet, 'wallet_requestAccounts')
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect', 'switch', 'connect'])
  })

  it('shows no window for a request while its last window closes late', async () => {
    const wallet = create({ habits: { windowClosesAfter: 10_000 } })
    await ask(wallet, 'wallet_requestAccounts')
    const lost = ask(wallet, 'wallet_signTypedData', MAIL_0)
    await Promise.resolve()
    expect(wallet.prompts).toHaveLength(1)
    wallet.dispose()
    await expect(lost).rejects.toThrow('The wallet is gone')
  })

  it('goes on in its window where it asks twice for one request', async () => {
    const wallet = create({ habits: { windowClosesAfter: 10_000 } })
    wallet.lock()
    await ask(wallet, 'wallet_signTypedData', MAIL_0)
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['unlock', 'connect', 'sign'])
  })

  it.each<[string, ScriptedStarknetWalletOptions]>([
    ['waits for its visitor', { approve: 'manual' }],
    ['is delayed', { delay: 10_000 }],
    ['wakes its worker', { habits: { wakesAfter: 10_000 } }],
    ['is held', { faults: { hold: ['wallet_requestAccounts'] } }],
    ['was answered in vain', { faults: { loseAnswers: ['wallet_requestAccounts'] } }],
  ])('ends a request that %s when it is removed from the page', async (_, options) => {
    const wallet = create(options)
    const asked = ask(wallet, 'wallet_requestAccounts')
    await new Promise(setImmediate)
    wallet.dispose()
    await expect(asked).rejects.toThrow('The wallet is gone')
  })

  it('rejects with code and message and no Error with plainErrors', async () => {
    const wallet = create({ profile: 'braavos', approve: 'never', habits: { plainErrors: true } })
    const refused = await ask(wallet, 'wallet_requestAccounts').catch((error) => error)
    expect(refused).toEqual({ code: 113, message: 'An error occurred (USER_REFUSED_OP)' })
  })

  it('sends events only after enable with muteUntilEnabled', async () => {
    const wallet = create({ profile: 'keplr', habits: { muteUntilEnabled: true } })
    await ask(wallet, 'wallet_requestAccounts')
    const heard = vi.fn()
    ;(wallet.object.on as (event: string, handler: unknown) => void)('accountsChanged', heard)
    wallet.setAccount(1)
    expect(heard).not.toHaveBeenCalled()
    await (wallet.object.enable as () => Promise<unknown>)()
    wallet.setAccount(0)
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('counts the calls of on and off, and can break on, by the wallet standard too', () => {
    const wallet = create({ profile: 'standard' })
    type Features = Record<string, { on(event: string, handler: () => void): () => void }>
    const events = (wallet.object.features as Features)['standard:events']
    events?.on('change', () => {})()
    wallet.faults.on = 'throws'
    expect(() => events?.on('change', () => {})).toThrow('on is broken')
    expect([wallet.calls, wallet.listenerCount()]).toEqual([{ on: 2, off: 1 }, 0])
  })

  it('refuses other events in its own words', () => {
    for (const [profile, text] of [
      ['argentX', 'Unknwown event: close'],
      ['keplr', 'Invalid event type'],
    ] as const) {
      const { object } = create({ profile })
      expect(() => (object.on as (event: string, handler: unknown) => void)('close', () => {})).toThrow(text)
    }
  })
})
