import { describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../../../../src/client/config.js'
import { createCoinbaseProvider } from '../../../../src/connectors/evm/coinbase/provider.js'
import { createRelayProvider } from '../../../../src/connectors/evm/relay/provider.js'

const PHONE = {
  isLive: true,
  accounts: [],
  chainId: 'eip155:1',
  chains: ['eip155:1'],
  methods: [],
  moveTo() {},
  send: async () => null,
} as const

describe.each([
  [
    'a phone',
    () => {
      const provider = createRelayProvider(PHONE, resolveConfig({}))
      return { provider, emit: provider.emit }
    },
  ],
  [
    'the coinbase-style wallet',
    () => {
      const { outer, emit } = createCoinbaseProvider(async () => null)
      return { provider: outer, emit }
    },
  ],
])('the provider of %s (EW08)', (_, create) => {
  it('has on, once, off and removeListener', () => {
    const { provider, emit } = create()
    const [always, once, gone, removed] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
    provider.on('accountsChanged', always)
    provider.once('accountsChanged', once)
    provider.once('accountsChanged', gone)
    provider.off('accountsChanged', gone)
    provider.on('accountsChanged', removed)
    provider.removeListener('accountsChanged', removed)
    emit('accountsChanged', ['0x1'])
    emit('accountsChanged', ['0x2'])
    expect([always, once, gone, removed].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 0, 0])
    expect(once.mock.calls).toEqual([[['0x1']]])
  })

  it('calls a listener of `once` once, also when that listener causes the next event', () => {
    const { provider, emit } = create()
    const heard: unknown[] = []
    provider.once('accountsChanged', (accounts) => {
      heard.push(accounts)
      emit('accountsChanged', ['0x2'])
    })
    emit('accountsChanged', ['0x1'])
    expect(heard).toEqual([['0x1']])
  })

  it('calls a listener of `on` again after it was also given to `once`', () => {
    const { provider, emit } = create()
    const listener = vi.fn()
    provider.on('accountsChanged', listener)
    provider.once('accountsChanged', listener)
    emit('accountsChanged', ['0x1'])
    emit('accountsChanged', ['0x2'])
    expect(listener).toHaveBeenLastCalledWith(['0x2'])
  })

  it('drops a listener of one event alone', () => {
    const { provider, emit } = create()
    const [one, other] = [vi.fn(), vi.fn()]
    provider.on('accountsChanged', one)
    provider.on('disconnect', one)
    provider.on('disconnect', other)
    provider.off('disconnect', one)
    for (const event of ['accountsChanged', 'disconnect']) emit(event, event)
    expect([one.mock.calls, other.mock.calls]).toEqual([[['accountsChanged']], [['disconnect']]])
  })
})
