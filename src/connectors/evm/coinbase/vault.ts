import { createKeyStore } from '../../../platform/key-store.js'

/** A chain as the wallet names it, with the node it reads from. */
export interface WalletChain {
  id: number
  rpcUrl?: string
}

/** What we store of a session: enough to restore it after a reload, and no key that a script could read. */
export interface StoredSession {
  /** The id of the session. */
  id: string
  kind: 'scw' | 'walletlink'
  /** Accounts, chain, chains and capabilities, under the SDK's names. */
  values: Record<string, unknown>
  publicKey?: CryptoKey | undefined
  secret?: CryptoKey | undefined
}

/** The storage and key manager that the SDK's signer uses. */
export interface Vault {
  storage: {
    storeObject(name: string, value: unknown): void
    loadObject(name: string): unknown
    clear(): void
  }
  keys: {
    getOwnPublicKey(): Promise<CryptoKey>
    getSharedSecret(): Promise<CryptoKey | null>
    setPeerPublicKey(key: CryptoKey): Promise<void>
    clear(): Promise<void>
  }
  /** From now on the browser stores the session, with each change. */
  keep(kind: StoredSession['kind']): Promise<void>
  /** Resolves once the browser has stored the last change. */
  saved(): Promise<void>
  /** Deletes everything of this session; what a newer session has stored stays. */
  clear(): Promise<void>
}

const store = createKeyStore()
const nameOf = (group: string) => `coinbase:${group}`

/** Reads the stored session of a store name; null when there is none. */
export async function readStoredSession(group: string): Promise<StoredSession | null> {
  const found = (await store.get(nameOf(group))) as StoredSession | undefined
  const isWhole = found && typeof found.values === 'object' && (found.kind === 'walletlink' || found.secret)
  return isWhole ? found : null
}

/**
 * Creates the {@link Vault} of one session.
 *
 * It replaces the SDK's own stores. They write the session's private key into local storage as text, and leave it there
 * when connecting fails. The vault never stores the private key. It stores the shared secret only as a key that no
 * script can read, and nothing at all before the wallet has shared an account.
 */
export function createVault(group: string, stored: StoredSession | null): Vault {
  const id = stored?.id ?? crypto.randomUUID()
  let values: Record<string, unknown> = { ...stored?.values }
  let kind = stored?.kind ?? null
  let pair: Promise<CryptoKeyPair> | null = null
  let { publicKey, secret }: Pick<StoredSession, 'publicKey' | 'secret'> = stored ?? {}

  let saving: Promise<void> | undefined
  const save = async () => {
    if (kind) await store.set(nameOf(group), { id, kind, values, publicKey, secret } satisfies StoredSession)
  }
  const makePair = () => {
    pair ??= crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
      'deriveKey',
    ]) as Promise<CryptoKeyPair>
    return pair
  }
  const forget = () => {
    values = {}
    kind = pair = null
    publicKey = secret = undefined
  }
  return {
    storage: {
      storeObject(name, value) {
        values[name] = value
        saving = save()
      },
      loadObject: (name) => values[name],
      clear: forget,
    },
    keys: {
      getOwnPublicKey: async () => {
        publicKey ??= (await makePair()).publicKey
        return publicKey
      },
      getSharedSecret: async () => secret ?? null,
      async setPeerPublicKey(key) {
        const { privateKey } = await makePair()
        secret = await crypto.subtle.deriveKey(
          { name: 'ECDH', public: key },
          privateKey,
          { name: 'AES-GCM', length: 256 },
          false,
          ['encrypt', 'decrypt'],
        )
      },
      clear: async () => forget(),
    },
    async keep(as) {
      kind = as
      await save()
    },
    saved: async () => saving,
    async clear() {
      forget()
      if ((await readStoredSession(group))?.id === id) await store.remove(nameOf(group))
    },
  }
}
