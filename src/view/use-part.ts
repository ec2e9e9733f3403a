import { useEffect, useState } from 'react'
import { NativePromise } from '../platform/natives.js'
import { afterPaint } from '../platform/time.js'

/** A part of the view that is loaded when it is first needed, and kept. */
export interface Part<T> {
  value?: T
  load(): Promise<T>
  /** The load that is running. */
  loading?: Promise<void> | undefined
}

/**
 * Loads a part when it is needed, after the next paint. After a failure the next need tries again.
 *
 * @param wanted any truthy value; another value tries again
 * @returns the part as soon as it is loaded
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
      // The console has reported the failure, and the view does without the part.
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
