/** What a wallet knows of a page beyond its life. */
export interface Remembered {
  /** The accounts this page may see; empty without consent. */
  granted: readonly string[]
  /** The chain in use, in hex. */
  chainId: string
  /** Chains the page added: hex id → node. */
  added: Readonly<Record<string, string>>
}

/** Where a wallet keeps what it knows of a page. */
export interface WalletMemory {
  load(): Partial<Remembered>
  save(remembered: Remembered): void
  /** Calls back when another tab changed it. @returns the way to stop */
  watch(onChange: (remembered: Partial<Remembered>) => void): () => void
}

const readStore = (kind: 'session' | 'local'): Storage | undefined => {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    // a page without storage: the wallet forgets with the page
    return undefined
  }
}

function parse(text: string | null | undefined): Partial<Remembered> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return value !== null && typeof value === 'object' ? value : {}
  } catch {
    return {}
  }
}

/** Makes the memory of a wallet; of kind `page` it remembers nothing. */
export function createWalletMemory(kind: 'page' | 'session' | 'local', rdns: string): WalletMemory {
  const key = `scripted-wallet:${rdns}`
  const store = kind === 'page' ? undefined : readStore(kind)
  return {
    load: () => parse(store?.getItem(key)),
    save(remembered) {
      try {
        store?.setItem(key, JSON.stringify(remembered))
      } catch {
        // a full store: the wallet forgets with the page
      }
    },
    watch(onChange) {
      if (kind !== 'local' || !store || !globalThis.addEventListener) return () => {}
      const heard = (event: StorageEvent) => {
        if (event.storageArea === store && (event.key === key || event.key === null))
          onChange(parse(event.newValue))
      }
      globalThis.addEventListener('storage', heard)
      return () => globalThis.removeEventListener('storage', heard)
    },
  }
}
