import type { ConnectOptions, WalletClient } from '../client/wallet-client.js'
import { within } from '../platform/time.js'
import type { OpenStore } from './open-store.js'

/** How long a call waits for the code for forms, in ms. What is late may never come, and a call settles without it. */
const PAGE_PATIENCE = 1_000

/** The element's methods that do more than the client's methods of the same name. */
const METHODS: Record<string, (store: OpenStore, ...args: never[]) => unknown> = {
  async open({ client, modal }) {
    client.open()
    await modal.untilShown()
  },
  async close({ client, modal }) {
    client.dismiss()
    await modal.untilHidden()
  },
  async connect({ client, signIn }, options?: ConnectOptions) {
    const result = await client.connect(options)
    // A wallet that the page names is asked in any mode but that of the call.
    const mode = options?.mode ?? (options?.walletId === undefined && client.getConfig().mode)
    if (result.wallet && mode !== 'neverAsk') await signIn.complete()
    return result
  },
  signIn: ({ signIn }) => signIn.signIn(),
  signOut: ({ signIn }) => signIn.signOut(),
}

/**
 * Calls a method of the element. The code for forms comes first, because the caller may read the form right after the result: all
 * calls of a store wait for it, so that they keep their order.
 *
 * @returns the result of that method
 */
export function callMethod(store: OpenStore, method: string, args: unknown[]): unknown {
  const own = METHODS[method] as ((store: OpenStore, ...args: unknown[]) => unknown) | undefined
  const { client } = store
  const call = () =>
    own
      ? own(store, ...args)
      : (client[method as keyof WalletClient] as (...args: unknown[]) => unknown)(...args)
  // `updatePage` never rejects: the console has its failures.
  const page = store.updatePage()
  return page ? within(page, PAGE_PATIENCE, () => {}).then(call) : call()
}

/** Reads a read-only property of the element. @param client undefined before the element has a client */
export function readProperty(client: WalletClient | undefined, property: string): unknown {
  if (!client) return property === 'status' ? 'idle' : null
  if (property === 'client') return client
  if (property === 'provider') return client.getProvider()
  const state = client.getState()
  return property === 'state' ? state : state[property as 'status' | 'account' | 'chainId' | 'wallet']
}
