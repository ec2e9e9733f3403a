import type { WalletClient } from '../../../src/client/wallet-client.js'
import type { SignInConfig } from '../../../src/sign-in/adapter.js'
import type { SignInMachine } from '../../../src/sign-in/machine.js'
import { createLateSignIn } from '../../../src/sign-in/sign-in-control.js'
import { createStoreSignIn } from '../../../src/sign-in/store-sign-in.js'

/** The sign-in of a client's store, whose code is there from the beginning, so that the page's other stores know of it. */
export function createControl(client: WalletClient, getConfig: () => SignInConfig, host = 'shop.example') {
  const load = async () => (machine: SignInMachine) => {
    const { location } = globalThis
    // The code reads the page's address when it comes.
    Object.assign(globalThis, { location: new URL(`https://${host}/`) })
    const code = createLateSignIn(machine, client, getConfig)
    Object.assign(globalThis, { location })
    return code
  }
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
