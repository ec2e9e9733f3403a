/**
 * Watches a wallet with code that loads first. Without the code the wallet is asked when the page is seen again.
 *
 * @param load loads the code
 * @param watch begins to watch, and returns the way to stop
 * @returns the way to stop
 */
export function watchWithPart<T>(load: () => Promise<T>, watch: (part: T) => () => void): () => void {
  let stop: (() => void) | null = null
  let isOver = false
  load().then(
    (part) => {
      if (!isOver) stop = watch(part)
    },
    () => {
      // The console has reported the failure.
    },
  )
  return () => {
    isOver = true
    stop?.()
  }
}
