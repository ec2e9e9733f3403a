import { afterPaint } from './time.js'

/** Calls `run` once the page has loaded, has painted what it shows now, and its main thread rests. @returns the way to stop */
export function whenIdle(run: () => void): () => void {
  let isOver = false
  const finish = () => {
    if (!isOver) run()
  }
  const rest = () =>
    afterPaint(() => {
      if (isOver) return
      if (typeof globalThis.requestIdleCallback === 'function') requestIdleCallback(finish)
      else finish()
    })
  if (globalThis.document && document.readyState !== 'complete')
    addEventListener('load', rest, { once: true })
  else rest()
  return () => {
    isOver = true
    globalThis.removeEventListener?.('load', rest)
  }
}
