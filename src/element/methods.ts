import type { ConnectOptions, WalletClient } from '../client/wallet-client.js'
import type { OpenStore } from './stores.js'

/** The element's methods that are more than the client's of the same name. */
const METHODS: Record<string, (store: OpenStore, ...args: never[]) => unknown> = {
  async open({ client, modal }) {
    client.open()
    await modal.untilShown()
  },
  async close({ client, modal }) {
    client.dismiss()
    await modal.untilHidden()
  },
  async connect({ client, signIn, updatePage }, options?: ConnectOptions) {
    // Whoever waits for the result may read the form next.
    await updatePage()
    const result = await client.connect(options)
    if (result.wallet) await signIn.complete()
    return result
  },
  signIn: ({ signIn }) => signIn.signIn(),
  signOut: ({ signIn }) => signIn.signOut(),
}

/** Calls a method of the element. @returns what the element's method resolves with */
export function callMethod(store: OpenStore, method: string, args: unknown[]): unknown {
  const own = METHODS[method] as ((store: OpenStore, ...args: unknown[]) => unknown) | undefined
  const { client } = store
  return own
    ? own(store, ...args)
    : (client[method as keyof WalletClient] as (...args: unknown[]) => unknown)(...args)
}

/** The value of a read-only property of the element. @param client undefined before the element has one */
export function readProperty(client: WalletClient | undefined, property: string): unknown {
  if (!client) return property === 'status' ? 'idle' : null
  if (property === 'client') return client
  if (property === 'provider') return client.getProvider()
  const state = client.getState()
  return property === 'state' ? state : state[property as 'status' | 'account' | 'chainId' | 'wallet']
}
