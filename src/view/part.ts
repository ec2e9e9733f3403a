import type { Part } from '../platform/chunks.js'

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
  part.load().then(
    () => here && onThere(),
    () => {
      // The console has reported the failure, and the view does without the part.
    },
  )
  return () => {
    here = false
  }
}
