import { vi } from 'vitest'
import type { WalletClientConfig } from '../../../src/client/config.js'
import type { ClientEvents, WalletClient } from '../../../src/client/wallet-client.js'
import { createMemoryStorage, type StorageLike } from '../../../src/platform/storage.js'

/** The part of a page that relay wallets need: its own client, loaded again as after a reload. */
export interface RelayPage {
  client: WalletClient
  storage: StorageLike
  /** The events so far: name and detail. */
  events: { [K in keyof ClientEvents]: [K, ClientEvents[K]] }[keyof ClientEvents][]
  /** Resolves with the next code. */
  nextUri(): Promise<string>
}

const NAMES = ['connecting', 'connected', 'changed', 'disconnected', 'error'] as const

/** Opens a page. With the storage of an earlier page it is that page after a reload. */
export async function openRelayPage(
  config: WalletClientConfig & { relayUrl: string },
  storage: StorageLike = createMemoryStorage(),
): Promise<RelayPage> {
  // A part that is still loading would become a module of the page before.
  await vi.dynamicImportSettled()
  vi.resetModules()
  return openRelayClient(config, storage)
}

/** Opens another client, of another store, on the page that was opened last. */
export async function openRelayClient(
  config: WalletClientConfig & { relayUrl: string },
  storage: StorageLike,
): Promise<RelayPage> {
  const { createWalletClient } = await import('../../../src/client/create-wallet-client.js')
  const { createRelaySource } = await import('../../../src/connectors/relay-source.js')
  const client = createWalletClient(
    { appName: 'Test page', projectId: '0123456789abcdef0123456789abcdef', ...config, storage },
    [createRelaySource()],
  )
  const events: RelayPage['events'] = []
  for (const name of NAMES) client.on(name, (detail) => void events.push([name, detail] as never))
  return {
    client,
    storage,
    events,
    nextUri: () =>
      new Promise((resolve) => {
        const before = client.getState().attempt?.uri
        const stop = client.subscribe(() => {
          const uri = client.getState().attempt?.uri
          if (!uri || uri === before) return
          stop()
          resolve(uri)
        })
      }),
  }
}
