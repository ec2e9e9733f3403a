import { expect, it } from 'vitest'
import { createMobileWallet } from '../../../../src/connectors/starknet/relay/wallet.js'

const open = () =>
  createMobileWallet(
    {
      accounts: ['0x1'],
      chainId: 'starknet:SN_MAIN',
      chains: ['starknet:SN_MAIN'],
      isLive: true,
      moveTo() {},
      send: async () => [],
    },
    'Phone',
    '',
  )

it('J10: the object of a Starknet wallet on a phone has two events, and refuses listeners for other names', () => {
  const { object, emit } = open()
  const heard: unknown[] = []
  const listener = (...values: unknown[]) => void heard.push(values)
  object.on('accountsChanged', listener)
  object.on('networkChanged', listener)
  emit('accountsChanged', ['0x2'])
  object.off('accountsChanged', listener)
  emit('accountsChanged', ['0x3'])
  emit('networkChanged', '0x534e5f4d41494e')
  expect(heard).toEqual([[['0x2']], ['0x534e5f4d41494e']])
  for (const register of [object.on, object.off])
    expect(() => register('chainChanged' as never, listener)).toThrow(
      expect.objectContaining({ code: 'unsupported_event' }),
    )
})
