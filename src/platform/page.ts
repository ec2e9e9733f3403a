/** Events of the page that a client needs. */
export interface PageListeners {
  /** The page is visible again: it came from the back/forward cache, or its tab was chosen. */
  onShow(): void
  /** Another tab has changed a key of the local storage; a key of null stands for all of them. */
  onStorage(key: string | null, before: string | null, now: string | null): void
}

/** Listens to the page. @returns the way to stop */
export function watchPage({ onShow, onStorage }: PageListeners): () => void {
  if (typeof globalThis.addEventListener !== 'function') return () => {}
  const stop = new AbortController()
  const { signal } = stop
  globalThis.addEventListener('pageshow', (event) => event.persisted && onShow(), { signal })
  globalThis.addEventListener(
    'storage',
    ({ key, oldValue, newValue }) => onStorage(key, oldValue, newValue),
    { signal },
  )
  globalThis.document?.addEventListener('visibilitychange', () => document.hidden || onShow(), { signal })
  return () => stop.abort()
}
