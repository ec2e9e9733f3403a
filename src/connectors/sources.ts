import type { StorageLike } from '../platform/storage.js'
import type { ConnectorSource } from './connector.js'
import { createInjectedSource } from './evm/discovery.js'
import { createInstallRows } from './evm/known-wallets.js'

/** Every way to find wallets that the package knows, in order of display. */
export function createDefaultSources(): ConnectorSource[] {
  return [createInjectedSource(), { start: (add) => createInstallRows([]).forEach(add) }]
}

export const rememberLastWallet = (_storage: StorageLike, _id: string): void => {}
export const forgetLastWallet = (_storage: StorageLike): void => {}
export const readLastWallet = (_storage: StorageLike): string | null => null
