import { expect, it, vi } from 'vitest'
import { createWebWalletObject } from '../../../../../src/connectors/starknet/web-wallet/wallet.js'

vi.stubGlobal('location', new URL('https://shop.example/'))

it('the wallet object of the e-mail wallet shows its account until the session ends, and tells its listeners once', async () => {
  const session = new AbortController()
  const wallet = createWebWalletObject({
    icon: { light: '', dark: '' },
    account: '0x5',
    chainId: 'starknet:SN_MAIN',
    dialect: () => ({ askPreauthorized: async () => true }) as never,
    requests: () => ({}) as never,
    subscribe: () => () => {},
    focus() {},
    signal: session.signal,
  })
  const [heard, removed] = [vi.fn(), vi.fn()]
  for (const listener of [heard, removed]) wallet.on('accountsChanged', listener)
  wallet.off('accountsChanged', removed)
  const look = async () => {
    const { isConnected, selectedAddress, account } = wallet
    return [isConnected, selectedAddress, account?.address, await wallet.isPreauthorized?.()]
  }
  expect(await look()).toEqual([true, '0x5', '0x5', true])
  expect(await wallet.request({ type: 'wallet_requestAccounts' })).toEqual(['0x5'])
  session.abort()
  expect(await look()).toEqual([false, undefined, undefined, false])
  expect([heard.mock.calls, removed.mock.calls]).toEqual([[[[]]], []])
  await expect(wallet.request({ type: 'wallet_requestAccounts' })).rejects.toMatchObject({
    code: 'not_connected',
  })
})
