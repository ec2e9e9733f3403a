import { NativePromise } from './natives.js'

/** What a running action can do with its queue. */
export interface Slot {
  /** Lets the next action begin, although this one is still open. */
  release(): void
}

/**
 * Runs an action when the one before it has settled, or has released its slot. If none is open the action begins within the
 * same task, so that a popup counts as opened by the click.
 *
 * @param onWait called when the action has to wait
 */
export type Queue = <T>(action: (slot: Slot) => Promise<T>, onWait?: () => void) => Promise<T>

/** Creates a queue of actions that run one after the other. */
export function createQueue(): Queue {
  /** Resolves when the next action may begin; null when none is open. */
  let last: Promise<void> | null = null
  return (action, onWait) => {
    let release = () => {}
    const released = new NativePromise<void>((resolve) => {
      release = resolve
    })
    const begin = async () => action({ release })
    if (last) onWait?.()
    const answer = last ? last.then(begin) : begin()
    // The next action waits for this one whatever becomes of it; its caller gets a failure.
    const over = () => {
      if (last === free) last = null
    }
    const free: Promise<void> = NativePromise.race([answer.then(over, over), released])
    last = free
    return answer
  }
}
