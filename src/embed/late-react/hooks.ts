import react from 'react'
import type { Cell } from './cells.js'

/** An effect of a component; it returns how to undo it. */
export type Effect = () => unknown

/** What the hooks of a first frame work on. */
export interface FirstFrame {
  readonly cells: Cell[]
  /** Effects in the order in which React runs them: those of children first. */
  readonly layoutEffects: Effect[]
  readonly effects: Effect[]
  /** How to end what the frame has begun. */
  readonly ends: (() => void)[]
  /** The frame no longer fits, so React has to draw. */
  outdate(): void
}

/** A component's own effects. */
type Own = Pick<FirstFrame, 'layoutEffects' | 'effects'>

/** React looks up its hooks here; `react-dom` and its server renderer put theirs into the same place. */
const { ReactCurrentDispatcher: dispatcher } = (
  react as never as Record<
    '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED',
    { ReactCurrentDispatcher: { current: unknown } }
  >
).__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED

function createHooks(frame: FirstFrame, own: Own) {
  /** A change is React's business: it waits until React has the state. */
  const remembered = (value: unknown) => {
    const cell: Cell = { value, waiting: [] }
    frame.cells.push(cell)
    const set = (action: unknown) => {
      if (cell.set) return cell.set(action)
      cell.waiting.push(action)
      frame.outdate()
    }
    return [cell.value, set]
  }
  return {
    useState: (first: unknown) => remembered(typeof first === 'function' ? first() : first),
    useReducer: (_: unknown, first: unknown, init: (value: unknown) => unknown) => remembered(init(first)),
    useSyncExternalStore(subscribe: (listener: () => void) => () => void, read: () => unknown) {
      const value = read()
      frame.ends.push(subscribe(() => Object.is(read(), value) || frame.outdate()))
      return value
    },
    useCallback: (run: unknown) => run,
    useMemo: (read: () => unknown) => read(),
    useEffect: (effect: Effect) => void own.effects.push(effect),
    useLayoutEffect: (effect: Effect) => void own.layoutEffects.push(effect),
  }
}

/** Calls a component with the hooks of a first frame, then draws what it returns. */
export function withHooks<T>(frame: FirstFrame, call: () => T, draw: (result: T) => void): void {
  const own: Own = { layoutEffects: [], effects: [] }
  const before = dispatcher.current
  dispatcher.current = createHooks(frame, own)
  let result: T
  try {
    result = call()
  } finally {
    dispatcher.current = before
  }
  draw(result)
  frame.layoutEffects.push(...own.layoutEffects)
  frame.effects.push(...own.effects)
}
