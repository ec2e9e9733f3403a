import { describe, expect, it, vi } from 'vitest'
import { send, useScriptedPair } from '../scripted-pair.js'

const pair = useScriptedPair()
const FIRST = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

describe('a fault of a scripted provider', () => {
  it('A09: can remove members', () => {
    const { provider } = pair.create({ faults: { omit: ['on', 'removeListener', 'off'] } })
    expect('on' in provider || 'removeListener' in provider || 'off' in provider).toBe(false)
  })

  it('A10: can make `on` throw, reject, or be unreadable', async () => {
    expect(() => pair.create({ faults: { on: 'throws' } }).provider.on('connect', () => {})).toThrow('broken')
    const rejecting = pair.create({ faults: { on: 'rejects' } })
    await expect(rejecting.provider.on('connect', () => {})).rejects.toThrow('broken')
    expect(() => pair.create({ faults: { on: 'throwing-getter' } }).provider.on).toThrow('cannot be read')
  })

  it('A11: can hold a request, which is answered later with the current values', async () => {
    const wallet = pair.create({ faults: { hold: ['eth_requestAccounts'] } })
    const asked = send(wallet, 'eth_requestAccounts')
    expect(wallet.requests).toEqual([{ method: 'eth_requestAccounts', params: [], outcome: 'open' }])
    wallet.faults.hold = []
    expect(await send(wallet, 'eth_requestAccounts')).toEqual([FIRST])
    expect(wallet.requests[0]?.outcome).toBe('open')
    wallet.release()
    expect(await asked).toEqual([FIRST])
    expect(wallet.requests[0]?.outcome).toBe('answered')
  })

  it('A12: can throw answers at once, return them bare, or as a broken thenable', async () => {
    const wallet = pair.create({
      faults: {
        shape: { eth_chainId: 'throws', eth_accounts: 'plain', net_version: 'throwing-thenable' },
        answers: { eth_accounts: [FIRST] },
      },
    })
    expect(() => send(wallet, 'eth_chainId')).toThrow('on the spot')
    expect(wallet.provider.request({ method: 'eth_accounts' })).toEqual([FIRST])
    await expect(Promise.resolve(send(wallet, 'net_version'))).rejects.toThrow('thrown by then')
  })

  it.each([undefined, 'words', Object.freeze({ code: 4001 }), { code: '4001' }])(
    'A12, A13: can reject with %j',
    async (error) => {
      const wallet = pair.create({ faults: { errors: { eth_chainId: error } } })
      await expect(send(wallet, 'eth_chainId')).rejects.toBe(error)
    },
  )

  it.each([[[]], [null], ['0x'], [{}], [1e300]])('A14, A15, A25: can answer %j', async (value) => {
    const wallet = pair.create({ faults: { answers: { personal_sign: value } } })
    expect(await send(wallet, 'personal_sign')).toEqual(value)
  })

  it('A20: can emit inside request, before it returns', () => {
    const wallet = pair.create({
      faults: {
        emits: {
          eth_requestAccounts: [
            ['accountsChanged', [FIRST]],
            ['disconnect', { code: 4900 }],
          ],
        },
      },
    })
    const heard = vi.fn()
    wallet.provider.on('accountsChanged', heard)
    void send(wallet, 'eth_requestAccounts')
    expect(heard.mock.calls).toEqual([[[FIRST]]])
  })

  it('A26: can change the page’s params and still sign what was sent', async () => {
    const wallet = pair.create({ faults: { mutateParams: true } })
    await send(wallet, 'eth_requestAccounts')
    const params = ['0x41', FIRST]
    const signature = await wallet.provider.request({ method: 'personal_sign', params })
    expect(params[0]).toBe('0x41 altered by the wallet')
    expect(wallet.requests.at(-1)?.params).toEqual(['0x41', FIRST])
    wallet.faults.mutateParams = false
    expect(signature).toBe(await send(wallet, 'personal_sign', '0x41', FIRST))
  })

  it('can make it not ready for its first requests', async () => {
    const wallet = pair.create({ faults: { warmUp: 2 } })
    await wallet.connect()
    const answers = [
      await send(wallet, 'eth_accounts'),
      await send(wallet, 'eth_accounts'),
      await send(wallet, 'eth_accounts'),
    ]
    expect(answers).toEqual([[], [], [FIRST]])
  })

  it('can remove methods, such as wallet_revokePermissions', async () => {
    const wallet = pair.create({ faults: { unsupported: ['wallet_revokePermissions'] } })
    await expect(send(wallet, 'wallet_revokePermissions', { eth_accounts: {} })).rejects.toMatchObject({
      code: -32601,
    })
  })

  it('does not stop other listeners when a listener throws, which is reported', () => {
    vi.useFakeTimers()
    try {
      const wallet = pair.create()
      const other = vi.fn()
      wallet.provider.on('chainChanged', () => {
        throw new Error('the page is broken')
      })
      wallet.provider.on('chainChanged', other)
      wallet.emit('chainChanged', '0x1')
      expect(other).toHaveBeenCalledWith('0x1')
      expect(() => vi.runAllTimers()).toThrow('the page is broken')
    } finally {
      vi.useRealTimers()
    }
  })
})
