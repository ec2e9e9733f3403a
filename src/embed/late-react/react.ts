import react, { type Dispatch, type Reducer, type RefObject, type SetStateAction } from 'react'
import { type Cell, takeCell } from './cells.js'

/**
 * React, as the script tag's app imports it. The hooks that remember something begin with what the first frame has
 * remembered, when React takes the list over.
 */
export default react
export const {
  Component,
  createElement,
  isValidElement,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
} = react

/** React calls the first value's function only when it mounts a component: only then the hook takes a cell. */
export function useState<T>(first: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  let cell: Cell | undefined
  const state = react.useState<T>(() => {
    cell = takeCell()
    if (cell) return cell.value as T
    return typeof first === 'function' ? (first as () => T)() : first
  })
  if (cell) cell.set = state[1] as Cell['set'] & {}
  return state
}

export function useReducer<T, A>(reducer: Reducer<T, A>, first: T): [T, Dispatch<A>] {
  let cell: Cell | undefined
  const state = react.useReducer(reducer, first, (value: T) => {
    cell = takeCell()
    return cell ? (cell.value as T) : value
  })
  if (cell) cell.set = state[1] as Cell['set'] & {}
  return state as [T, Dispatch<A>]
}

/** A state that never changes, because `react.useRef` cannot begin with an object that exists. */
export const useRef = <T>(first: T): RefObject<T> =>
  react.useState(() => (takeCell()?.value as RefObject<T>) ?? { current: first })[0]

/** No value has been drawn. */
const NOTHING = Symbol()

/** React takes over what the first frame has read, and reads the store again afterwards. */
export function useSyncExternalStore<T>(
  subscribe: (listener: () => void) => () => void,
  read: () => T,
  readPainted: () => T,
): T {
  const drawn = useRef<unknown>(NOTHING)
  const value = react.useSyncExternalStore(subscribe, read, () =>
    drawn.current === NOTHING ? readPainted() : (drawn.current as T),
  )
  drawn.current = value
  return value
}
