import { clearTimer, now, setTimer } from '../../platform/natives.js'
import { watchPage } from '../../platform/page.js'

/** A time limit that can be called off. */
export interface Deadline {
  stop(): void
}

/** Timers stand still while a device sleeps; so often the clock is looked at, in ms. */
const LOOK = 1_000

/**
 * Calls `onEnd` after `ms`.
 *
 * @param grace where given, sleep counts: on waking after the end, `onEnd` is called this much later, in ms
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
