/** A letter after this pause begins a new search, in ms (specification). */
export const TYPE_AHEAD_RESET = 1_000

/**
 * Finds rows by what is typed. Letters within a second of each other make one word; the same letter again goes to the
 * next row that begins with it.
 */
export function createTypeAhead() {
  let typed = ''
  let last = 0
  return {
    /** Whether a word is being typed, so that a space belongs to it. `now` is in ms of one clock. */
    isTyping: (now: number) => typed !== '' && now - last < TYPE_AHEAD_RESET,
    /** Another key was pressed: the next letter begins a new word. */
    end() {
      typed = ''
    },
    /** @returns index of the row to focus, or −1 */
    find(letter: string, labels: readonly string[], index: number, now: number): number {
      typed = now - last < TYPE_AHEAD_RESET ? typed + letter.toLowerCase() : letter.toLowerCase()
      last = now
      const letters = [...typed]
      const same = letters.every((each) => each === letters[0])
      const wanted = same ? (letters[0] as string) : typed
      // A new word may match the focused row; a repeated letter moves on.
      const start = same ? index + 1 : Math.max(index, 0)
      for (let step = 0; step < labels.length; step++) {
        const at = (start + step) % labels.length
        if (labels[at]?.trim().toLowerCase().startsWith(wanted)) return at
      }
      return -1
    },
  }
}
