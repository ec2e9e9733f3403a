import type { Part } from '../platform/chunks.js'

/**
 * Loads a part, and calls back when it is there: also where it has arrived since `drawn` was read.
 * After a failure the next call tries again.
 *
 * @param drawn the value that has been drawn with
 * @param onLost called when it cannot be loaded; the console has reported that
 * @returns the way to stop listening
 */
export function fetchPart<T>(
  part: Part<T>,
  drawn: T | undefined,
  onThere: () => void,
  onLost: () => void = () => {},
): (() => void) | undefined {
  if (drawn) return
  let here = true
  part.load().then(
    () => here && onThere(),
    () => here && onLost(),
  )
  return () => {
    here = false
  }
}
