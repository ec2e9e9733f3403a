import { useEffect, useState } from 'react'

/** A part of the view that is fetched when it is first wanted, and kept. */
export interface Part<T> {
  value?: T
  load(): Promise<T>
}

/**
 * Fetches a part once it is wanted. Where it cannot be had, the next time it is wanted tries again.
 *
 * @returns the part as soon as it is there
 */
export function usePart<T>(part: Part<T>, wanted: boolean): T | undefined {
  const [, redraw] = useState(0)
  useEffect(() => {
    if (!wanted || part.value) return
    let here = true
    part.load().then(
      (value) => {
        part.value = value
        if (here) redraw(1)
      },
      // The console has been told by then, and the view does without it.
      () => {},
    )
    return () => {
      here = false
    }
  }, [part, wanted])
  return part.value
}
