import { TYPE_AHEAD_RESET } from '../../constants.js'

/**
 * Finds rows by what is typed. Letters within a second of each other make one word; the same letter again goes to the
 * next row that begins with it.
 */
export function createTypeAhead() {
  let typed = ''
  let last = 0
  return {
    /** A word is being typed, so that a space belongs to it. `now` is epoch ms. */
    isTyping: (now: number) => typed !== '' && now - last < TYPE_AHEAD_RESET,
    /** Another key was pressed: what comes next is a new word. */
    end() {
      typed = ''
    },
    /** @returns place of the row to focus, or −1 */
    find(letter: string, labels: readonly string[], index: number, now: number): number {
      typed = now - last < TYPE_AHEAD_RESET ? typed + letter.toLowerCase() : letter.toLowerCase()
      last = now
      const letters = [...typed]
      const same = letters.every((each) => each === letters[0])
      const wanted = same ? (letters[0] as string) : typed
      // A new word may be the row that has the focus already; a letter said again may not.
      const start = same ? index + 1 : Math.max(index, 0)
      for (let step = 0; step < labels.length; step++) {
        const at = (start + step) % labels.length
        if (labels[at]?.trim().toLowerCase().startsWith(wanted)) return at
      }
      return -1
    },
  }
}
