import { createSignInHandler } from '../../../src/server/handler.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import type { KeyValueStore } from '../../../src/server/store.js'

/** One process of a site, with the stores that a test opens. */
export function createSite(open: (name: string) => KeyValueStore) {
  const secret = 'a secret that all processes share'
  const signIn = createSignIn({
    domain: 'shop.example',
    chains: ['eip155:1'],
    secret,
    nonceStore: open('nonces'),
  })
  return createSignInHandler(signIn, { sessionStore: open('sessions') })
}
