/** Whether the line to the relay is down while something depends on it: a code on screen, a session. */
let down = false
const listeners = new Set<() => void>()

/** True while the relay is being looked for again. A code that is on screen stays good meanwhile. */
export const isLineDown = (): boolean => down

/** Hears of each change of {@link isLineDown}. @returns the way to stop */
export function watchLine(listener: () => void): () => void {
  const own = () => listener()
  listeners.add(own)
  return () => void listeners.delete(own)
}

/** Tells of the line. For the relay's client only. */
export function setLineDown(value: boolean): void {
  if (down === value) return
  down = value
  for (const listener of [...listeners]) listener()
}
