/** What a wallet remembers about a page beyond the page's life. */
export interface Remembered {
  /** The accounts that this page may see, or `*` for all; empty without consent. */
  granted: readonly string[]
  /** The chain in use: in hex, on Starknet its short name. */
  chainId: string
  /** Chains that the page has added: hex id → node. */
  added: Readonly<Record<string, string>>
}

/** Where a wallet stores what it remembers about a page. */
export interface WalletMemory {
  load(): Partial<Remembered>
  save(remembered: Remembered): void
  /** Calls back when another tab has changed it. @returns the way to stop */
  watch(onChange: (remembered: Partial<Remembered>) => void): () => void
}

const readStore = (kind: 'session' | 'local'): Storage | undefined => {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    // A page without storage: the wallet's memory ends with the page.
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

/** Creates the memory of a wallet; of kind `page` it stores nothing. */
export function createWalletMemory(kind: 'page' | 'session' | 'local', id: string): WalletMemory {
  const key = `scripted-wallet:${id}`
  const store = kind === 'page' ? undefined : readStore(kind)
  return {
    load: () => parse(store?.getItem(key)),
    save(remembered) {
      try {
        store?.setItem(key, JSON.stringify(remembered))
      } catch {
        // The storage is full: the wallet's memory ends with the page.
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
