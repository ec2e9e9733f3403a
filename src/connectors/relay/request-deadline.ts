import { clearTimer, now, setTimer } from '../../platform/natives.js'
import { watchPage } from '../../platform/page.js'

/** A time limit that can be cancelled. */
export interface Deadline {
  stop(): void
}

/** How often the clock is read, in ms, because timers stop while a device sleeps. */
const LOOK = 1_000

/**
 * Calls `onEnd` after `ms`.
 *
 * @param grace if given, sleep counts: after waking past the end, `onEnd` is called this much later, in ms
 */
export function createDeadline(ms: number, onEnd: () => void, grace?: number): Deadline {
  const endsAt = now() + ms
  let waking: number | undefined
  let looking: number | undefined
  let unwatch = () => {}
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
  const timer = setTimer(end, ms)
  if (grace === undefined) return { stop }
  const look = () => {
    if (waking === undefined && now() >= endsAt) waking = setTimer(end, grace)
  }
  const lookAgain = () => {
    look()
    looking = setTimer(lookAgain, LOOK)
  }
  looking = setTimer(lookAgain, LOOK)
  unwatch = watchPage({ onShow: look, onStorage() {} })
  return { stop }
}
