import { useEffect, useState } from 'react'

/** A part of the view that is fetched when it is first wanted, and kept. */
export interface Part<T> {
  value?: T
  load(): Promise<T>
  /** It is on its way. */
  loading?: Promise<void> | undefined
}

/**
 * Fetches a part, and says when it is there: also where it has come since `drawn` was read. Where it cannot be had, the next
 * call tries again.
 *
 * @param drawn what has been drawn with
 * @returns the way to hear no more
 */
export function fetchPart<T>(
  part: Part<T>,
  drawn: T | undefined,
  onThere: () => void,
): (() => void) | undefined {
  if (drawn) return
  let here = true
  part.loading ??= part.load().then(
    (value) => {
      part.value = value
    },
    // The console has been told by then, and the view does without it.
    () => {
      part.loading = undefined
    },
  )
  part.loading.then(() => here && part.value && onThere())
  return () => {
    here = false
  }
}

/**
 * Fetches a part once it is wanted. Where it cannot be had, the next time it is wanted tries again.
 *
 * @param wanted anything but false, 0 and the empty text; another value is another wish
 * @returns the part as soon as it is there
 */
export function usePart<T>(part: Part<T>, wanted: unknown): T | undefined {
  const [, redraw] = useState(0)
  const { value } = part
  useEffect(() => (wanted ? fetchPart(part, value, () => redraw(1)) : undefined), [part, wanted, value])
  return value
}
