import { useEffect, useState, useSyncExternalStore } from 'react'

/** A part of the view that is loaded when it is first needed, and kept. */
export interface Part<T> {
  value?: T
  load(): Promise<T>
  /** The load that is running. */
  loading?: Promise<void> | undefined
}

/**
 * Loads a part, and calls back when it is there: also where it has arrived since `drawn` was read.
 * After a failure the next call tries again.
 *
 * @param drawn the value that has been drawn with
 * @returns the way to stop listening
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
    // The console has reported the failure, and the view does without the part.
    () => {
      part.loading = undefined
    },
  )
  part.loading.then(() => here && part.value && onThere())
  return () => {
    here = false
  }
}

/** For values that React has to remember as they were drawn, until a component draws again. */
export const neverChanges = () => () => {}

/**
 * Loads a part when it is needed. After a failure the next need tries again.
 *
 * @param wanted any truthy value; another value tries again
 * @returns the part as soon as it is loaded
 */
export function usePart<T>(part: Part<T>, wanted: unknown): T | undefined {
  const [, redraw] = useState(0)
  const value = useSyncExternalStore(
    neverChanges,
    () => part.value,
    () => part.value,
  )
  useEffect(() => (wanted ? fetchPart(part, value, () => redraw(1)) : undefined), [part, wanted, value])
  return value
}
