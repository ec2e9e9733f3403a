import { useEffect, useState } from 'react'
import { clearTimer, setTimer, ticks } from '../platform/natives.js'

/** Whether `ms` have passed since `start` (on the clock of `ticks`; undefined: not begun). Becomes true by itself. */
export function useElapsed(start: number | undefined, ms: number): boolean {
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (start === undefined) return
    const timer = setTimer(() => setOver(start), Math.max(0, start + ms - ticks()))
    return () => clearTimer(timer)
  }, [start, ms])
  return start !== undefined && (over === start || ticks() - start >= ms)
}
