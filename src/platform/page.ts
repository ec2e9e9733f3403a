import { NativePromise, ticks } from './natives.js'
import { wait } from './time.js'

/** Events of the page that a client needs. */
export interface PageListeners {
  /**
   * The page is visible again: its tab was chosen, or it came from the back/forward cache.
   *
   * @param isCached it came from the cache, where it has heard nothing of other pages
   */
  onShow(isCached: boolean): void
  /** Another tab has changed a key of the local storage; a key of null stands for all of them. */
  onStorage(key: string | null, before: string | null, now: string | null): void
}

/** Listens to the page. @returns the way to stop */
export function watchPage({ onShow, onStorage }: PageListeners): () => void {
  if (typeof globalThis.addEventListener !== 'function') return () => {}
  const stop = new AbortController()
  const { signal } = stop
  globalThis.addEventListener('pageshow', (event) => event.persisted && onShow(true), { signal })
  globalThis.addEventListener(
    'storage',
    ({ key, oldValue, newValue }) => onStorage(key, oldValue, newValue),
    { signal },
  )
  globalThis.document?.addEventListener('visibilitychange', () => document.hidden || onShow(false), {
    signal,
  })
  return () => stop.abort()
}

/** What a visitor does in this time is still the click that has opened a window, in ms. */
const SETTLE = 1_000

/**
 * Resolves when the visitor comes back to the page from a window that has been opened now, or uses the page instead; a
 * second from now at the earliest. Also resolves when `signal` is aborted. Never rejects.
 */
export function untilReturn(signal: AbortSignal): Promise<void> {
  return new NativePromise((resolve) => {
    const since = ticks()
    const over = new AbortController()
    const finish = () => {
      over.abort()
      resolve()
    }
    const onUse = () => {
      if (ticks() - since >= SETTLE) finish()
    }
    signal.addEventListener('abort', finish, { signal: over.signal })
    if (signal.aborted) finish()
    if (typeof globalThis.addEventListener !== 'function') return
    const options = { capture: true, passive: true, signal: over.signal }
    const onFocus = () => void wait(SETTLE - (ticks() - since), over.signal).then(finish)
    globalThis.addEventListener('focus', onFocus, { signal: over.signal })
    for (const type of ['pointerdown', 'keydown']) globalThis.addEventListener(type, onUse, options)
  })
}
