import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { isInMemory } from './keyv.js'
import { createMemoryStore } from './memory-store.js'
import { createStoredNonces, type Nonces } from './nonces.js'
import { checkSecret, type Secret, warnOfUnsetSecret } from './secrets.js'
import { createSignedNonces } from './signed-nonces.js'
import type { Site } from './site.js'
import { createStore, type KeyValueStore } from './store.js'

/** The server's options that decide about its nonces. */
export interface NonceOptions {
  nonceStore?: KeyValueStore | undefined
  secret?: Secret | undefined
  /** In ms. */
  nonceLifetime: number
  /** How far the clocks of two servers may be apart, in ms. */
  clockTolerance: number
  /** Epoch ms. */
  now?: (() => number) | undefined
}

let ownSecret: Uint8Array | undefined
let ownStore: KeyValueStore | undefined

/**
 * The key of nonces that only this process remembers: no other process, and not this one after a restart, may accept
 * them. Servers of this process with the same secret know the nonces of each other, and share their memory.
 */
function toOwnSecret(secret: Uint8Array): Uint8Array {
  ownSecret ??= crypto.getRandomValues(new Uint8Array(32))
  return hmac(sha256, ownSecret, secret)
}

/** A clock that nobody sets: when the process began, and what has passed since. In epoch ms. */
const readSteadyClock = (): number => performance.timeOrigin + performance.now()

/**
 * Creates nonces as the options ask for: signed, or kept in a store.
 *
 * @throws WalletError `config_invalid`
 */
export function createNonces(options: NonceOptions, site: Site): Nonces {
  const { nonceStore, nonceLifetime: lifetime, clockTolerance } = options
  warnOfUnsetSecret(
    options,
    'secret',
    nonceStore && 'The nonceStore then keeps each nonce from when it is issued, used or not.',
  )
  if (options.secret !== undefined) checkSecret(options.secret, 'createSignIn: secret')
  const secret = typeof options.secret === 'string' ? utf8ToBytes(options.secret) : options.secret
  // A clock that is set back would make used nonces valid that the memory has forgotten.
  const now = options.now ?? (nonceStore ? Date.now : readSteadyClock)
  // A used nonce must be remembered until it expires, or a message would sign in twice.
  ownStore ??= createMemoryStore()
  const store = createStore(nonceStore ?? ownStore, now)
  const { path, resources, statement } = site
  const isBound = path !== null || resources.length > 0 || statement !== null
  const bound = isBound ? JSON.stringify([path, resources, ...(statement === null ? [] : [statement])]) : ''
  const { add } = store
  if (!add || (nonceStore && secret === undefined)) return createStoredNonces(store, lifetime, bound)
  return createSignedNonces(
    { ...store, add },
    {
      secret: () =>
        secret && nonceStore && !isInMemory(nonceStore)
          ? secret
          : toOwnSecret(secret ?? crypto.getRandomValues(new Uint8Array(32))),
      purpose: JSON.stringify([site.domain, bound]),
      lifetime,
      clockTolerance,
      now,
    },
  )
}
