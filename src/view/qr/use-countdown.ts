import { useEffect, useState } from 'react'
import { SECOND } from '../../constants.js'
import { clearTimer, now, setTimer } from '../../platform/natives.js'

/** Whole seconds until `end` (epoch ms), never below zero; updated once a second. */
export function useCountdown(end: number): number {
  const left = Math.max(0, Math.ceil((end - now()) / SECOND))
  const [, redraw] = useState(0)
  useEffect(() => {
    let timer = 0
    const tick = () => {
      redraw((count) => count + 1)
      timer = setTimer(tick, SECOND)
    }
    timer = setTimer(tick, SECOND)
    return () => clearTimer(timer)
  }, [])
  return left
}

/** Seconds as minutes and seconds: 4:09. */
export const toClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
