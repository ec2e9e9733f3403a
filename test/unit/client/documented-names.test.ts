import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  keychainKey,
  prefixOf,
  type RelayName,
  sessionKey,
} from '../../../src/connectors/relay/stored-sessions.js'
import { API_CODES, API_TEXTS, NEWER_API_CODES } from '../../../src/errors/api-catalogue.js'
import { CATALOGUE } from '../../../src/errors/catalogue.js'
import { SIGN_IN_CATALOGUE } from '../../../src/errors/sign-in-catalogue.js'
import { createClient, createDevice, createOwnConnector, createWallet } from './fixture.js'

const read = (page: string) => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')

describe('what is public is listed in the documents (SP09)', () => {
  it('each code of an error, with its text', () => {
    const page = read('errors.md')
    for (const [code, text] of Object.entries({ ...CATALOGUE, ...SIGN_IN_CATALOGUE }))
      expect(page).toContain(`| \`${code}\` | ${text} |`)
    const statuses: Record<string, readonly number[]> = { ...API_CODES, ...NEWER_API_CODES }
    for (const [code, text] of Object.entries(API_TEXTS))
      expect(page).toContain(`| \`${code}\` | ${statuses[code]?.[0] ?? 'no answer'} | ${text} |`)
  })

  it.each(['default', 'shop'])('each key that is stored, in the store %s', async (store) => {
    const own = createOwnConnector()
    const wallet = createWallet('One')
    const { client, storage } = createClient(createDevice(wallet, own.connector), { store })
    await client.connect({ walletId: 'com.one' })
    await client.switchChain({ chainId: 'eip155:5' })
    await own.connect(client, { topic: 'topic' })
    const keys = [...(storage.keys?.() ?? [])]
    for (const name of ['wcb-evm', 'wcb-starknet'] satisfies RelayName[])
      keys.push(...[sessionKey, keychainKey].map((toKey) => toKey(prefixOf(name, 'default'))))
    const [, table = ''] = read('privacy.md').split('<!-- stored-keys -->')
    const named = [...table.matchAll(/`([^`]+)`/g)].map(
      ([, name]) =>
        new RegExp(
          `^${(name as string).replace(/[.]/g, '\\.').replace(/STORE|WALLET|TIME|RANDOM/g, '[\\w.-]+')}$`,
        ),
    )
    // The two names of the whole page belong to the store that has no name.
    expect(keys.length).toBeGreaterThan(store === 'default' ? 12 : 10)
    expect(keys.filter((key) => !named.some((pattern) => pattern.test(key)))).toEqual([])
  })
})
