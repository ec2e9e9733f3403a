import { expect, it } from 'vitest'
import { createRelayStorage } from '../../../../src/connectors/relay/relay-storage.js'
import { keychainKey, sessionKey } from '../../../../src/connectors/relay/stored-sessions.js'
import { createMemoryStorage } from '../../../../src/platform/storage.js'

const [TOPIC, OWN, OTHER] = ['ab', 'cd', 'ef'].map((hex) => hex.repeat(32)) as [string, string, string]
const KEYS = { [TOPIC]: TOPIC, [OWN]: OWN }

it('keys are stored with their session, whichever comes first, and no other key', async () => {
  const peer = { publicKey: OTHER, metadata: {} }
  const session = {
    ...{ topic: TOPIC, expiry: 9e9, relay: { protocol: 'irn' }, self: { publicKey: OWN } },
    ...{ peer, namespaces: {} },
  }
  const writes = [
    [keychainKey('wcb-evm'), { ...KEYS, [OTHER]: OTHER }],
    [sessionKey('wcb-evm'), [session]],
  ] as const
  for (const order of [writes, [...writes].reverse()]) {
    const storage = createMemoryStorage()
    const stored = createRelayStorage(storage, 'wcb-evm')
    for (const [key, value] of order) await stored.setItem(key, value)
    expect(JSON.parse(storage.getItem(keychainKey('wcb-evm')) ?? '')).toEqual(KEYS)
    await stored.setItem(sessionKey('wcb-evm'), [])
    expect(storage.keys?.()).toEqual([])
  }
})
