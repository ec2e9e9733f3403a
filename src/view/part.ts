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
