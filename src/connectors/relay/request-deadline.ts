import { clearTimer, now, setTimer } from '../../platform/natives.js'
import { watchPage } from '../../platform/page.js'

/** A time limit that can be cancelled. */
export interface Deadline {
  stop(): void
}

/** How often the clock is read, in ms, because timers stop while a device sleeps. */
const LOOK = 1_000

/**
 * Calls `onEnd` after `ms`. Sleep counts.
 *
 * @param grace after waking past the end, `onEnd` is called this much later, in ms
 */
export function createDeadline(ms: number, onEnd: () => void, grace: number): Deadline {
  const endsAt = now() + ms
  let waking: number | undefined
  const stop = () => {
    clearTimer(timer)
    clearTimer(waking)
    clearTimer(looking)
    unwatch()
  }
  const end = () => {
    stop()
    onEnd()
  }
  const look = () => {
    if (waking === undefined && now() >= endsAt) waking = setTimer(end, grace)
  }
  const lookAgain = () => {
    look()
    looking = setTimer(lookAgain, LOOK)
  }
  const timer = setTimer(end, ms)
  let looking = setTimer(lookAgain, LOOK)
  const unwatch = watchPage({ onShow: look, onStorage() {} })
  return { stop }
}
