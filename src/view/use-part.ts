import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Part } from '../platform/chunks.js'
import { fetchPart } from './part.js'

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
