import { describe, expect, it, vi } from 'vitest'
import { send, useScriptedPair } from '../scripted-pair.js'

const pair = useScriptedPair()

describe('the announcement of a scripted wallet (EIP-6963)', () => {
  const listen = (target: EventTarget) => {
    const details: { info: { name: string }; provider: unknown }[] = []
    target.addEventListener('eip6963:announceProvider', (event) =>
      details.push((event as CustomEvent).detail),
    )
    return details
  }

  it('has a frozen detail, and comes at once and whenever a page asks', () => {
    const target = new EventTarget()
    const details = listen(target)
    const wallet = pair.create({ name: 'One', target })
    wallet.announce()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(details).toHaveLength(2)
    expect(Object.isFrozen(details[0])).toBe(true)
    expect(Object.isFrozen(details[0]?.info)).toBe(true)
    expect(details[1]?.provider).toBe(wallet.provider)
  })

  it('does not reach the page before it is due, or after it was withdrawn', () => {
    vi.useFakeTimers()
    try {
      const target = new EventTarget()
      const details = listen(target)
      const wallet = pair.create({ target })
      wallet.announce({ after: 1_500 })
      target.dispatchEvent(new Event('eip6963:requestProvider'))
      expect(details).toHaveLength(0)
      vi.advanceTimersByTime(1_500)
      expect(details).toHaveLength(1)
      wallet.withdraw()
      target.dispatchEvent(new Event('eip6963:requestProvider'))
      expect(details).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('has a version 4 UUID and a data URI', () => {
    const { info } = pair.create()
    expect(info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(info.icon).toMatch(/^data:image\/svg\+xml,/)
  })
})

describe('the provider of a scripted wallet (EIP-1193)', () => {
  it('passes reads on to the node, and nothing that could change the node', async () => {
    const wallet = pair.create()
    expect(await send(wallet, 'eth_blockNumber')).toBe('0x0')
    await expect(send(wallet, 'anvil_setBalance', '0x1', '0x1')).rejects.toMatchObject({ code: -32601 })
    await expect(send(wallet, 'eth_sign', '0x1', '0x1')).rejects.toMatchObject({ code: -32601 })
  })

  it('answers nothing while it has lost its chains, and emits an event for that', async () => {
    const wallet = pair.create()
    const heard = vi.fn()
    wallet.provider.on('disconnect', heard)
    wallet.provider.on('connect', heard)
    wallet.goOffline()
    await expect(send(wallet, 'eth_chainId')).rejects.toMatchObject({ code: 4900 })
    wallet.goOnline()
    expect(await send(wallet, 'eth_chainId')).toBe('0x7a69')
    expect(heard.mock.calls).toEqual([[expect.objectContaining({ code: 4900 })], [{ chainId: '0x7a69' }]])
  })

  it('keeps answering during a short interruption (1013)', async () => {
    const wallet = pair.create()
    wallet.goOffline(1013)
    expect(await send(wallet, 'eth_chainId')).toBe('0x7a69')
  })

  it('counts the listeners that a page leaves behind', () => {
    const wallet = pair.create()
    const listener = () => {}
    wallet.provider.on('accountsChanged', listener)
    wallet.provider.on('chainChanged', listener)
    expect(wallet.listenerCount()).toBe(2)
    wallet.provider.removeListener('accountsChanged', listener)
    expect(wallet.listenerCount('accountsChanged')).toBe(0)
    expect(wallet.listenerCount()).toBe(1)
  })

  it('ends every open request when it is removed from the page', async () => {
    const wallet = pair.create({
      accounts: [],
      approve: 'manual',
      faults: { hold: ['eth_chainId'], loseAnswers: ['eth_accounts'] },
      // A node that never answers.
      askNode: () => new Promise(() => {}),
    })
    const asked = ['eth_requestAccounts', 'eth_chainId', 'eth_accounts', 'eth_blockNumber'].map((method) =>
      send(wallet, method).catch(({ code }) => code),
    )
    await wallet.nextPrompt()
    wallet.dispose()
    expect(await Promise.all(asked)).toEqual([4900, 4900, 4900, 4900])
    expect(wallet.requests.every(({ outcome }) => outcome === 'failed')).toBe(true)
  })

  it('is at window.ethereum only while it is installed', () => {
    const wallet = pair.create()
    const remove = wallet.installLegacy()
    expect((globalThis as { ethereum?: unknown }).ethereum).toBe(wallet.provider)
    remove()
    expect('ethereum' in globalThis).toBe(false)
  })
})
