import { describe, expect, it, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { createSignInLink } from '../../../src/element/sign-in.js'
import { createClient, createDevice, createWallet } from '../client/fixture.js'

const BAD = 'two\nlines'

/** A page with a server and a wallet that is not connected yet. @param mode the attribute `sign-in` */
function createPage(signInStatement: string, mode: string | null = null) {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  const signInAdapter = {
    getNonce: async () => 'nonceOfTheKitchen42',
    verify: async () => true,
    signOut: async () => {},
  }
  const attributes = { mode }
  const element = {
    signInAdapter,
    apiUrl: '',
    signInNonce: 'nonceOfTheKitchen42',
    signInStatement,
    getAttribute: () => attributes.mode,
  }
  const elements = new Set([element as unknown as WalletConnectButton])
  const link = createSignInLink({ client, elements, used: null })
  const connect = () => client.connect({ walletId: wallet.info.rdns })
  return { client, wallet, element, attributes, link, connect }
}

describe('a statement that no wallet can sign (EW50)', () => {
  it.each(['on-connect', 'form'])('fails before any wallet is asked, with sign-in="%s"', async (mode) => {
    const { client, element, connect, wallet } = createPage(BAD, mode)
    await expect(connect()).rejects.toMatchObject({ code: 'config_invalid' })
    expect([wallet.prompts, client.getState().status]).toEqual([[], 'idle'])
    element.signInStatement = 'One line.'
    await connect()
    expect(client.getState().status).toBe('connected')
  })

  it('fails only a sign-in where connecting is all', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { client, link, connect, wallet } = createPage(BAD)
    await connect()
    const before = wallet.prompts.length
    await expect(link.signIn()).rejects.toMatchObject({ code: 'config_invalid' })
    expect([wallet.prompts.length, client.getState().status]).toEqual([before, 'connected'])
  })

  it('leaves whoever is connected and signed in', async () => {
    const { client, link, element, attributes, connect } = createPage('One line.')
    await connect()
    await link.signIn()
    attributes.mode = 'on-connect'
    element.signInStatement = BAD
    link.update()
    link.prepare()
    await vi.dynamicImportSettled()
    expect(client.getState()).toMatchObject({ status: 'connected', auth: { status: 'signed-in' } })
  })
})
