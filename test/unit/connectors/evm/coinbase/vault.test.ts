import { beforeEach, describe, expect, it, vi } from 'vitest'

const kept = vi.hoisted(() => new Map<string, unknown>())
vi.mock('../../../../../src/platform/key-store.js', () => ({
  createKeyStore: () => ({
    get: async (name: string) => kept.get(name),
    set: async (name: string, value: unknown) => void kept.set(name, structuredClone(value)),
    remove: async (name: string) => void kept.delete(name),
  }),
}))

import { createVault, readStoredSession } from '../../../../../src/connectors/evm/coinbase/vault.js'

beforeEach(() => kept.clear())

/** A vault with the keys of a wallet that has answered. */
async function agree() {
  const vault = createVault('', null)
  await vault.keys.getOwnPublicKey()
  await vault.keys.setPeerPublicKey(await createVault('', null).keys.getOwnPublicKey())
  vault.storage.storeObject('accounts', ['0x1'])
  return vault
}

describe('what the browser stores of a Coinbase session', () => {
  it('is nothing before the wallet has shared an account, then each change, and no key that a script can read', async () => {
    const vault = await agree()
    await vault.saved()
    expect(await readStoredSession('')).toBeNull()
    await vault.keep('scw')
    vault.storage.storeObject('activeChain', { id: 5 })
    await vault.saved()
    const stored = await readStoredSession('')
    expect(stored).toMatchObject({ kind: 'scw', values: { accounts: ['0x1'], activeChain: { id: 5 } } })
    expect(stored?.secret?.extractable).toBe(false)
    expect(Object.keys(stored ?? {})).not.toContain('privateKey')
  })

  it('comes back with its keys', async () => {
    const vault = await agree()
    await vault.keep('scw')
    const again = createVault('', await readStoredSession(''))
    expect(again.storage.loadObject('accounts')).toEqual(['0x1'])
    expect(await again.keys.getSharedSecret()).not.toBeNull()
    const [key, before] = await Promise.all([again.keys.getOwnPublicKey(), vault.keys.getOwnPublicKey()])
    const print = (one: CryptoKey) => crypto.subtle.exportKey('jwk', one)
    expect(await print(key)).toEqual(await print(before))
  })

  it.each([
    ['a smart wallet without its secret', { kind: 'scw', values: {} }],
    ['a text', 'scw'],
    ['no values', { kind: 'walletlink' }],
  ])('does not come back as %s', async (_, value) => {
    kept.set('coinbase:', value)
    expect(await readStoredSession('')).toBeNull()
  })

  it('goes with its session, and not with an older one', async () => {
    const [older, newer] = [await agree(), await agree()]
    await older.keep('walletlink')
    await newer.keep('scw')
    await older.clear()
    expect(await readStoredSession('')).not.toBeNull()
    expect(older.storage.loadObject('accounts')).toBeUndefined()
    expect(await older.keys.getSharedSecret()).toBeNull()
    await newer.clear()
    expect(kept.size).toBe(0)
  })
})
