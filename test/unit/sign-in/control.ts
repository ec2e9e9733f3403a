import type { WalletClient } from '../../../src/client/wallet-client.js'
import type { SignInConfig } from '../../../src/sign-in/adapter.js'
import { createLateSignIn } from '../../../src/sign-in/sign-in-control.js'
import { createStoreSignIn } from '../../../src/sign-in/store-sign-in.js'

/** The sign-in of a client's store, whose code is there from the beginning, so that the page's other stores know of it. */
export function createControl(client: WalletClient, getConfig: () => SignInConfig) {
  const load = async () => (machine: Parameters<typeof createLateSignIn>[0]) =>
    createLateSignIn(machine, client, getConfig)
  const own = createStoreSignIn({ client, getConfig, load })
  const { use } = own
  void use(async () => {})
  return {
    ...own,
    prepare: () => void use((code) => code.prepare()),
    onePrompt: () => use((code) => code.onePrompt()),
  }
}

export type Control = ReturnType<typeof createControl>
