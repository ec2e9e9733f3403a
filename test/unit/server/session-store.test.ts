import { describe, expect, it } from 'vitest'
import { createSignInHandler } from '../../../src/server/handler.js'
import { createSignIn } from '../../../src/server/sign-in.js'

describe('a session store that does not answer what the server wrote', () => {
  const ask = (get: () => unknown) => {
    const sessionStore = { get, set() {}, delete: () => true }
    const handle = createSignInHandler(createSignIn({ domain: 'shop.example', chains: ['eip155:1'] }), {
      sessionStore,
    })
    const cookie = `__Host-wallet_session=${'ab'.repeat(32)}`
    return handle.readSession(new Request('https://shop.example/', { headers: { cookie } }))
  }
  const failed = { code: 'store_failed' }

  it.each([Buffer.from('9999999999999.{}'), { value: 'text' }, 7, true])(
    'has failed, because what counts as missing would bring back a session that has ended: %j',
    async (value) => {
      await expect(ask(() => value)).rejects.toMatchObject(failed)
    },
  )

  it.each(['{', 'null', '{}', '"x"', '[]'])('has failed with a damaged session: %s', async (text) => {
    await expect(ask(() => `9999999999999.${text}`)).rejects.toMatchObject(failed)
  })
})
