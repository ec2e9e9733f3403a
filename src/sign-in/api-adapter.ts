import type { SignInAdapter } from './adapter.js'
import { createApiClient } from './api-client.js'

/** The adapter that `api-url` stands for. @throws WalletError `config_invalid` */
export function createApiAdapter(url: string): SignInAdapter {
  const { signIn, now } = createApiClient({ url })
  return {
    getNonce: () => signIn.nonce.query(),
    verify: (proof) => signIn.verify.mutate(proof),
    signOut: () => signIn.signOut.mutate(),
    getSession: () => signIn.session.query(),
    now,
  }
}
