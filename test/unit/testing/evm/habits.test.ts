import { describe, expect, it, vi } from 'vitest'
import { createScriptedEvmWallet } from '../../../../src/testing/evm/create-scripted-evm-wallet.js'
import type { ScriptedEvmWalletOptions } from '../../../../src/testing/evm/options.js'
import { send } from '../scripted-pair.js'

const FIRST = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const SIGNATURE = `0x${'ab'.repeat(65)}`

/** A wallet with a visitor who has allowed the page, and its account events since. */
async function allowed(options: ScriptedEvmWalletOptions = {}) {
  const wallet = createScriptedEvmWallet({
    accounts: [FIRST],
    rpcUrls: { 1: 'https://node.example' },
    askNode: async (_, { method }) => (method === 'personal_sign' ? SIGNATURE : null),
    target: new EventTarget(),
    ...options,
  })
  const changed = vi.fn()
  await wallet.connect()
  wallet.provider.on('accountsChanged', changed)
  return { wallet, told: () => changed.mock.calls.map(([accounts]) => accounts) }
}

describe('a scripted wallet that locks itself (W02)', () => {
  it('shows no accounts, keeps its permissions, and emits events for both', async () => {
    const { wallet, told } = await allowed()
    wallet.lock()
    expect([await send(wallet, 'eth_accounts'), wallet.granted]).toEqual([[], [FIRST]])
    wallet.lock()
    wallet.unlock()
    expect(await send(wallet, 'eth_accounts')).toEqual([FIRST])
    expect(told()).toEqual([[], [FIRST]])
    expect(wallet.prompts).toEqual([])
  })

  it('asks its visitor to unlock it first, and then for the page’s request', async () => {
    const { wallet } = await allowed({ locked: true })
    expect(await send(wallet, 'eth_requestAccounts')).toEqual([FIRST])
    wallet.lock()
    expect(await send(wallet, 'personal_sign', '0x00', FIRST)).toBe(SIGNATURE)
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['unlock', 'unlock', 'sign'])
    wallet.lock()
    wallet.setApprove('never')
    await expect(send(wallet, 'personal_sign', '0x00', FIRST)).rejects.toMatchObject({ code: 4001 })
    expect(await send(wallet, 'eth_accounts')).toEqual([])
  })

  it('closes its lock screen when it is unlocked, and goes on with the request', async () => {
    const { wallet } = await allowed({ locked: true, approve: 'manual' })
    const signed = send(wallet, 'personal_sign', '0x00', FIRST)
    await wallet.nextPrompt('unlock')
    wallet.unlock()
    ;(await wallet.nextPrompt()).approve()
    expect(await signed).toBe(SIGNATURE)
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['unlock', 'sign'])
  })

  it('emits nothing when it locks silently', async () => {
    const { wallet, told } = await allowed({ faults: { locksSilently: true } })
    wallet.lock()
    wallet.unlock()
    wallet.lock()
    expect([await send(wallet, 'eth_accounts'), told()]).toEqual([[], []])
  })
})

describe('a habit of a scripted wallet', () => {
  it('wakeUp delays the first answers until it is awake, and no later answers', async () => {
    vi.useFakeTimers()
    try {
      const { wallet } = await allowed({ faults: { wakeUp: 2_500 } })
      const answers: unknown[] = []
      void send(wallet, 'eth_accounts').then((value) => answers.push(value))
      await vi.advanceTimersByTimeAsync(2_000)
      void send(wallet, 'eth_chainId').then((value) => answers.push(value))
      await vi.advanceTimersByTimeAsync(499)
      expect(answers).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(answers).toEqual([[FIRST], '0x1'])
      expect(await send(wallet, 'eth_chainId')).toBe('0x1')
    } finally {
      vi.useRealTimers()
    }
  })

  it('plainErrors rejects with objects that are no Error', async () => {
    const { wallet } = await allowed({ approve: 'never', faults: { plainErrors: true } })
    const error = await send(wallet, 'personal_sign', '0x00', FIRST).catch((caught) => caught)
    expect(error).not.toBeInstanceOf(Error)
    expect(error).toEqual({ code: 4001, message: expect.any(String) })
  })

  it('loseAnswers acts and emits, and the answer comes with `release`', async () => {
    const { wallet, told } = await allowed({ faults: { loseAnswers: ['eth_requestAccounts'] } })
    wallet.disconnect()
    const answer = vi.fn()
    void send(wallet, 'eth_requestAccounts').then(answer)
    await vi.waitFor(() => expect(told()).toEqual([[], [FIRST]]))
    expect(answer).not.toHaveBeenCalled()
    wallet.release('eth_requestAccounts')
    await vi.waitFor(() => expect(answer).toHaveBeenCalledWith([FIRST]))
  })

  it('signsInAtOnce is named beside what the wallet can do with batches, which it says to nobody else', async () => {
    const { wallet } = await allowed({ batches: 'atomic', signsInAtOnce: true })
    const atOnce = { '0x0': { signInWithEthereum: { supported: true } } }
    expect(await send(wallet, 'wallet_getCapabilities', FIRST, ['0x1'])).toEqual({
      ...atOnce,
      '0x1': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
    })
    wallet.disconnect()
    expect(await send(wallet, 'wallet_getCapabilities')).toEqual(atOnce)
  })

  it('omitEvents holds for the loss of the nodes too', async () => {
    const { wallet } = await allowed({ faults: { omitEvents: ['disconnect', 'connect'] } })
    const heard = vi.fn()
    for (const event of ['disconnect', 'connect']) wallet.provider.on(event, heard)
    wallet.goOffline()
    wallet.goOnline()
    expect(heard).not.toHaveBeenCalled()
  })

  it('omitEvents answers and emits nothing', async () => {
    const { wallet, told } = await allowed({ faults: { omitEvents: ['accountsChanged'] } })
    wallet.disconnect()
    expect([await send(wallet, 'eth_requestAccounts'), told()]).toEqual([[FIRST], []])
  })
})
