import { NativePromise, now } from './natives.js'
import { untilReturn } from './page.js'
import { within } from './time.js'
import { isHidden } from './visibility.js'

/**
 * Settles like a question for which a wallet may open a window of its own, or with undefined: after `ms`, or, if the page has lost
 * the focus to that window by then, when the visitor comes back.
 */
export function withinOrReturn<T>(
  question: Promise<T>,
  ms: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  const nothing = () => undefined
  return within<T | undefined>(question, ms, () => {
    if (globalThis.document?.hasFocus?.() ?? true) return undefined
    const over = new AbortController()
    const end = () => over.abort()
    signal.addEventListener('abort', end, { signal: over.signal })
    question.then(end, end)
    return NativePromise.race([question, untilReturn(over.signal).then(nothing)])
  })
}

/** Resolves when the visitor uses the page, or `signal` is aborted. Never rejects. */
export function untilUsed(signal: AbortSignal): Promise<void> {
  return new NativePromise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
    for (const type of ['focus', 'pointerdown', 'keydown'])
      globalThis.addEventListener?.(type, () => resolve(), { capture: true, passive: true, signal })
  })
}

/** Resolves when the visitor leaves this tab, or `signal` is aborted. Never rejects. */
export function untilHidden(signal: AbortSignal): Promise<void> {
  return new NativePromise((resolve) => {
    const look = () => isHidden() && resolve()
    signal.addEventListener('abort', () => resolve())
    if (signal.aborted) resolve()
    globalThis.document?.addEventListener?.('visibilitychange', look, { signal })
    globalThis.addEventListener?.('pagehide', () => resolve(), { signal })
  })
}

/** Follows the visitor's use of the page until `signal` is aborted. @returns when it was last used, in epoch ms */
export function followUse(signal: AbortSignal): () => number {
  let last = 0
  const onUse = () => {
    last = now()
  }
  for (const type of ['pointerdown', 'keydown'])
    globalThis.addEventListener?.(type, onUse, { capture: true, passive: true, signal })
  return () => last
}
