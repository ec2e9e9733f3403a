import { describe, expect, it } from 'vitest'
import { BOB } from '../client/fixture.js'
import { createShop, settle, until } from './shop.js'

/** A page with two stores whose elements name the same server. The first store's visitor is signed in. */
async function createTwoStores(config: Parameters<typeof createShop>[0] = {}) {
  const one = createShop()
  await one.connect()
  await one.control.signIn()
  const two = createShop({ ...config, config: { ...config.config, signInAdapter: one.adapter } })
  return { one, two }
}

it('a session of an account whose wallet is not back yet stays when a wallet of another namespace connects (H27)', async () => {
  const shop = createShop()
  const session = { address: '0x51a7e', chainId: 'starknet:SN_MAIN' }
  shop.setSession(session)
  await shop.connect()
  await settle()
  expect(shop.asked).toEqual(['session'])
  expect([shop.session(), shop.status(), shop.signed.out]).toEqual([session, 'anonymous', []])
})

describe('two stores with one server (H27)', () => {
  it('connecting another account in the second ends nobody’s session', async () => {
    const { one, two } = await createTwoStores({ wallet: { accounts: [BOB] } })
    const session = one.session()
    expect(session).not.toBe(null)
    await two.connect()
    await settle()
    expect(one.asked).not.toContain('signOut')
    expect([one.session(), one.status(), two.status()]).toEqual([session, 'signed-in', 'anonymous'])
    await two.client.disconnect()
    await settle()
    expect([one.session(), one.status()]).toEqual([session, 'signed-in'])
  })

  it('after a load the store with the session’s account has it, whichever asks first', async () => {
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const session = { address, chainId: 'eip155:1' }
    const one = createShop()
    const two = createShop({ wallet: { accounts: [BOB] }, config: { signInAdapter: one.adapter } })
    one.setSession(session)
    await two.connect()
    await settle()
    await one.connect()
    await until(one.client, () => one.status() === 'signed-in')
    expect([one.client.getState().auth.address, two.status(), one.session()]).toEqual([
      address,
      'anonymous',
      session,
    ])
  })

  it('a session of an account that neither has ends once, and one of them says so', async () => {
    const one = createShop()
    const two = createShop({ wallet: { accounts: [BOB] }, config: { signInAdapter: one.adapter } })
    one.setSession({ address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', chainId: 'eip155:1' })
    await Promise.all([one.connect(), two.connect()])
    await settle()
    expect([...one.signed.out, ...two.signed.out]).toHaveLength(1)
    expect(one.asked.filter((call) => call === 'signOut')).toHaveLength(1)
    expect([one.session(), one.status(), two.status()]).toEqual([null, 'anonymous', 'anonymous'])
  })

  it('only one of them has the session of an account that both have connected', async () => {
    const { one, two } = await createTwoStores()
    await two.connect()
    await settle()
    expect([one.status(), two.status()]).toEqual(['signed-in', 'anonymous'])
  })

  it('signing in or out in the second ends the first’s session, and both say so', async () => {
    for (const out of [false, true]) {
      const { one, two } = await createTwoStores({ wallet: { accounts: [createShop().others[0] as string] } })
      await two.connect()
      if (out) await two.control.signOut()
      else await two.control.signIn()
      expect([one.status(), two.status()]).toEqual(['anonymous', out ? 'anonymous' : 'signed-in'])
      expect(one.signed.out).toHaveLength(1)
    }
  })
})
