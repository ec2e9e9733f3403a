import { NativePromise } from './natives.js'

/** What an action knows of its turn. */
export interface Turn {
  /** Lets the next action begin, although this one is still open. */
  pass(): void
}

/**
 * Runs an action when the one before it has settled, or has let it pass. If none is open the action begins within the
 * same task, so that a popup counts as opened by the click.
 *
 * @param onWait called when the action has to wait
 */
export type Turns = <T>(action: (turn: Turn) => Promise<T>, onWait?: () => void) => Promise<T>

/** Creates a line of actions that run one after the other. */
export function createTurns(): Turns {
  /** Resolves when the next action may begin; null when none is open. */
  let last: Promise<void> | null = null
  return (action, onWait) => {
    let pass = () => {}
    const passed = new NativePromise<void>((resolve) => {
      pass = resolve
    })
    const begin = async () => action({ pass })
    if (last) onWait?.()
    const turn = last ? last.then(begin) : begin()
    // The next action waits for this one whatever becomes of it; its caller hears of a failure.
    const over = () => {
      if (last === free) last = null
    }
    const free: Promise<void> = NativePromise.race([turn.then(over, over), passed])
    last = free
    return turn
  }
}
