import { WalletError } from '../errors/wallet-error.js'
import { createMemoryStore } from './memory-store.js'
import { createStoredNonces, type Nonces } from './nonces.js'
import { createSignedNonces } from './signed-nonces.js'
import type { Site } from './site.js'
import { createStore, type KeyValueStore } from './store.js'

/** The server's options that decide about its nonces. */
export interface NonceOptions {
  nonceStore?: KeyValueStore | undefined
  secret?: string | Uint8Array | undefined
  /** In ms. */
  lifetime: number
  /** How far the clocks of two servers may be apart, in ms. */
  clockTolerance: number
  /** Epoch ms. */
  now(): number
}

/**
 * Creates nonces as the options ask for: signed, or kept in a store.
 *
 * @throws WalletError `config_invalid`
 */
export function createNonces(options: NonceOptions, site: Site): Nonces {
  const { secret, nonceStore, lifetime, now, clockTolerance } = options
  if (secret !== undefined && !secret.length) {
    throw new WalletError('config_invalid', { message: 'createSignIn: secret must not be empty' })
  }
  // A used nonce must be remembered until it expires, or a message would sign in twice.
  const store = createStore(nonceStore ?? createMemoryStore(), now)
  const isBound = site.path !== null || site.resources.length > 0
  const bound = isBound ? JSON.stringify([site.path, site.resources]) : ''
  const { add } = store
  if (!add || (nonceStore && secret === undefined)) return createStoredNonces(store, lifetime, bound)
  return createSignedNonces(
    { ...store, add },
    {
      secret:
        typeof secret === 'string'
          ? new TextEncoder().encode(secret)
          : (secret ?? crypto.getRandomValues(new Uint8Array(32))),
      purpose: JSON.stringify([site.domain, bound]),
      lifetime,
      clockTolerance,
      now,
    },
  )
}
