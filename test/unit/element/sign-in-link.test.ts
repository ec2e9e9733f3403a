import { expect, it, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { createSignInLink } from '../../../src/element/sign-in.js'
import type { SignInAdapter } from '../../../src/sign-in/adapter.js'
import { createClient, createDevice, createWallet } from '../client/fixture.js'

/** What the link reads of an element. */
const createElement = (signInAdapter: SignInAdapter | null) =>
  ({ signInAdapter, apiUrl: '', signInNonce: '', getAttribute: () => null }) as unknown as WalletConnectButton

it.each([
  ['no element is left', []],
  ['another element, without a server, is left', [createElement(null)]],
])('a session ends at the server that began it when its element has gone and %s', async (_, left) => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  await client.connect({ walletId: wallet.info.rdns })
  const signOut = vi.fn(async () => {})
  const adapter = { getNonce: async () => 'nonceOfTheKitchen42', verify: async () => true, signOut }
  const elements = new Set([createElement(adapter)])
  const link = createSignInLink({ client, elements, used: null })
  await link.signIn()
  expect(client.getState().auth.status).toBe('signed-in')

  elements.clear()
  for (const element of left) elements.add(element)
  await link.signOut()
  expect(signOut).toHaveBeenCalledTimes(1)
  expect(client.getState().auth.status).toBe('anonymous')
})

it('asks a server once who is signed in, however often an attribute changes', async () => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  await client.connect({ walletId: wallet.info.rdns })
  const getSession = vi.fn(async () => null)
  const verify = async () => true
  const adapter = { getNonce: async () => 'nonceOfTheKitchen42', verify, signOut: async () => {}, getSession }
  const link = createSignInLink({ client, elements: new Set([createElement(adapter)]), used: null })
  link.prepare()
  await vi.waitFor(() => expect(getSession).toHaveBeenCalledTimes(1))
  link.prepare()
  await vi.dynamicImportSettled()
  expect(getSession).toHaveBeenCalledTimes(1)
})

it('shows its progress in the list when it begins in the menu', async () => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  await client.connect({ walletId: wallet.info.rdns })
  const adapter = {
    getNonce: () => new Promise<string>(() => {}),
    verify: async () => true,
    signOut: async () => {},
  }
  const link = createSignInLink({ client, elements: new Set([createElement(adapter)]), used: null })
  link.start()
  await vi.waitFor(() => expect(client.getState().open).toBe(true))
})
