import { expect, it } from 'vitest'
import { SIGNED_KEY } from '../../../src/platform/stored-names.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { BOB } from '../client/fixture.js'
import { createShop, settle, until } from './shop.js'

const page = installPageEvents()

/** Another page of the origin has changed the server's session. */
const tell = () => {
  page.dispatchEvent(Object.assign(new Event('storage'), { key: SIGNED_KEY, oldValue: null, newValue: '1' }))
  return settle()
}

it('PR11: a page learns of a sign-in, of another account’s, and of a sign-out that other pages begin', async () => {
  const shop = createShop()
  await shop.connect()
  await settle()
  const { account } = shop.client.getState()
  expect(shop.status()).toBe('anonymous')
  shop.setSession({ address: account as string, chainId: 'eip155:1' })
  await tell()
  expect([shop.status(), shop.signed.in.length, shop.prompts()]).toEqual(['signed-in', 1, 0])
  shop.setSession({ address: BOB, chainId: 'eip155:1' })
  await tell()
  expect([shop.status(), shop.signed.out.length]).toEqual(['anonymous', 1])
  shop.setSession({ address: account as string, chainId: 'eip155:1' })
  await tell()
  expect(shop.status()).toBe('signed-in')
  shop.setSession(null)
  await tell()
  expect(shop.status()).toBe('anonymous')
  // What this page hears it does not end.
  expect(shop.asked).not.toContain('signOut')
})

it('PR11: a page tells the others of each change that it makes, and stores nothing of it', async () => {
  const shop = createShop()
  const written: string[] = []
  const { setItem } = shop.storage
  shop.storage.setItem = (key, value) => {
    if (key === SIGNED_KEY) written.push(shop.session() ? 'in' : 'out')
    setItem(key, value)
  }
  await shop.connect()
  await shop.control.signIn()
  await until(shop.client, () => shop.status() === 'signed-in')
  expect(written).toEqual(['in'])
  await shop.control.signOut()
  expect(written).toEqual(['in', 'out'])
  expect(shop.storage.keys?.()).not.toContain(SIGNED_KEY)
})

it('PR11: a wallet that is replaced ends no session that another page has begun with the next one', async () => {
  const shop = createShop()
  await shop.connect()
  await shop.control.signIn()
  await until(shop.client, () => shop.status() === 'signed-in')
  const session = { address: BOB, chainId: 'eip155:1' }
  shop.setSession(session)
  shop.client.tell('disconnected', { walletId: 'com.alpha', namespace: 'eip155', reason: 'replaced' })
  await settle()
  expect([shop.status(), shop.session()]).toEqual(['anonymous', session])
})

it('PR11: a page asks the server once when another page has signed in another account', async () => {
  const shop = createShop()
  await shop.connect()
  await shop.control.signIn()
  shop.setSession({ address: BOB, chainId: 'eip155:1' })
  shop.asked.length = 0
  await tell()
  expect([shop.status(), shop.asked]).toEqual(['anonymous', ['session']])
})
