import { useEffect, useState } from 'react'
import { NativePromise } from '../platform/natives.js'
import { afterPaint } from '../platform/time.js'

/** A part of the view that is fetched when it is first wanted, and kept. */
export interface Part<T> {
  value?: T
  load(): Promise<T>
  /** It is on its way. */
  loading?: Promise<void> | undefined
}

/**
 * Fetches a part once it is wanted, after what is drawn now is on screen. Where it cannot be had, the next time it is wanted tries again.
 *
 * @param wanted anything but false, 0 and the empty text; another value is another wish
 * @returns the part as soon as it is there
 */
export function usePart<T>(part: Part<T>, wanted: unknown): T | undefined {
  const [, redraw] = useState(0)
  useEffect(() => {
    if (!wanted || part.value) return
    let here = true
    part.loading ??= new NativePromise<void>(afterPaint).then(part.load).then(
      (value) => {
        part.value = value
      },
      // The console has been told by then, and the view does without it.
      () => {
        part.loading = undefined
      },
    )
    part.loading.then(() => here && part.value && redraw(1))
    return () => {
      here = false
    }
  }, [part, wanted])
  return part.value
}
